import { expect, test } from 'vitest';

import { pageOnSale, publish } from '../seller.ts';
import { CheckoutVisitor, focusOf, isChecked, linkOf, receiptLine, valueOf } from './checkout-visitor.ts';
import { sharedApp } from './testing-app.ts';
import { textOf } from './visitor.ts';

const app = sharedApp();
const NO_TERMS = { requireTerms: false };

test('shows the old and the new price after a price change, and keeps the coupon and the form', async () => {
  const { url, seller, config, pageId } = await pageOnSale(app());
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(`${url}?coupon=QUARTER`);
  await publish(seller, { ...config, price: '60' }, { pageId });
  const changed = await buyer.pay(page);
  expect(textOf(changed, '.co-alert')).toContain(
    'it was $30.00 USD, it is now $45.00 USD. Nothing was charged.',
  );
  expect(focusOf(changed)).toBe('co-alert');
  expect(textOf(changed, '[data-part=saved]')).toBe('Coupon applied! You saved $15.00');
  expect([valueOf(changed, 'email'), isChecked(changed, 'terms')]).toEqual([buyer.email, true]);
  expect(textOf(changed, 'button.co-pay')).toBe('Get the course · $45.00 USD');
  expect(receiptLine(await buyer.payByCard(await buyer.pay(changed)), 'Paid')).toBe('$45.00 USD');
  expect((await seller.call('list-orders', {})).orders).toMatchObject([{ total: 4500, discount: 1500 }]);
});

test('shows the price of a page that became a subscription before charging it', async () => {
  const { url, seller, config, pageId } = await pageOnSale(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  await publish(seller, { ...config, paymentType: 'subscription' }, { pageId });
  const changed = await buyer.pay(page);
  expect(textOf(changed, '.co-alert')).toContain('it was $40.00 USD, it is now $40.00 USD/month');
  expect(textOf(await buyer.pay(changed), 'h1')).toBe('Subscribe');
});

test('accepts a checkout of an earlier version when the price is the same', async () => {
  const { url, seller, config, pageId } = await pageOnSale(app());
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  await publish(seller, { ...config, productName: 'Linocut, second edition' }, { pageId });
  const success = await buyer.payByCard(await buyer.pay(page));
  expect(receiptLine(success, 'Linocut, second edition')).toBe('$40.00');
});

test('requires consent to new or changed terms', async () => {
  const { url, seller, config, pageId } = await pageOnSale(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  await publish(seller, { ...config, requireTerms: true }, { pageId });
  const required = await buyer.pay(page);
  expect(textOf(required, '#terms-problem')).toContain('Please accept the terms and conditions');
  expect([focusOf(required), valueOf(required, 'email')]).toEqual(['terms', buyer.email]);

  const termsUrl = 'https://www.example.com/other-terms';
  await publish(seller, { ...config, requireTerms: true, termsUrl }, { pageId });
  const changed = await buyer.pay(required);
  expect(textOf(changed, '#terms-problem')).toContain('The terms have changed since you opened the page.');
  expect(isChecked(changed, 'terms')).toBe(false);
  expect(linkOf(changed, 'terms').href).toBe(termsUrl);
  expect(textOf(await buyer.pay(changed), 'button')).toBe('Pay $40.00');
});

test('sells a page that moved to another slug at its new URL', async () => {
  const { url, seller, config, pageId } = await pageOnSale(app(), NO_TERMS);
  const customSlug = `${config.customSlug}-moved`;
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  await publish(seller, { ...config, customSlug, price: '45' }, { pageId });
  const moved = await buyer.pay(page);
  expect(moved.url.href).toBe(`${app().url}/c/${customSlug}`);
  expect(textOf(moved, '.co-alert')).toContain('it was $40.00 USD, it is now $45.00 USD');
  expect(valueOf(moved, 'email')).toBe(buyer.email);
  await publish(seller, { ...config, customSlug: `${customSlug}-again`, price: '45' }, { pageId });
  expect(receiptLine(await buyer.payByCard(await buyer.pay(moved)), 'Paid')).toBe('$45.00 USD');
});
