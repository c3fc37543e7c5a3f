import { expect, test } from 'vitest';

import {
  CheckoutVisitor,
  getFocusedField,
  isChecked,
  getLink,
  getReceiptLine,
  getFieldValue,
} from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { createPublishedPage, publishPage } from '../support/seller.ts';
import { getText } from '../support/visitor.ts';

const app = createSharedApp();
const NO_TERMS = { requireTerms: false };

test('shows the old and the new price after a price change, and keeps the coupon and the form', async () => {
  const { url, seller, config, pageId } = await createPublishedPage(app());
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(`${url}?coupon=QUARTER`);
  await publishPage(seller, { ...config, price: '60' }, { pageId });
  const changed = await buyer.pay(page);
  expect(getText(changed, '.co-alert')).toContain(
    'The price changed from $30.00 USD to $45.00 USD since you opened the page. You haven’t been charged.',
  );
  expect(getFocusedField(changed)).toBe('co-alert');
  expect(getText(changed, '[data-part=saved]')).toBe('Coupon applied! You saved $15.00');
  expect([getFieldValue(changed, 'email'), isChecked(changed, 'terms')]).toEqual([buyer.email, true]);
  expect(getText(changed, 'button.co-pay')).toBe('Get the course · $45.00 USD');
  expect(getReceiptLine(await buyer.payByCard(await buyer.pay(changed)), 'Paid')).toBe('$45.00 USD');
  expect((await seller.call('list-orders', {})).orders).toMatchObject([{ total: 4500, discount: 1500 }]);
});

test.for(['refresh', 'look'])('the intent “%s” reloads the form with its values and orders nothing', async (intent) => {
  const { url, seller } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const reloaded = await buyer.submit(await buyer.open(url), '#pay', { intent, email: buyer.email });
  expect(getFieldValue(reloaded, 'email')).toBe(buyer.email);
  expect((await seller.call('list-orders', {})).orders).toEqual([]);
  expect((await seller.call('get-analytics', { period: '7d' })).figures.started).toBe(0);
});

test('shows the price of a page that became a subscription before charging it', async () => {
  const { url, seller, config, pageId } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  await publishPage(seller, { ...config, paymentType: 'subscription' }, { pageId });
  const changed = await buyer.pay(page);
  expect(getText(changed, '.co-alert')).toContain('The price changed from $40.00 USD to $40.00 USD/month');
  expect(getText(await buyer.pay(changed), 'h1')).toBe('Subscribe');
});

test('accepts a checkout of an earlier version when the price is the same', async () => {
  const { url, seller, config, pageId } = await createPublishedPage(app());
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  await publishPage(seller, { ...config, productName: 'Linocut, second edition' }, { pageId });
  const success = await buyer.payByCard(await buyer.pay(page));
  expect(getReceiptLine(success, 'Linocut, second edition')).toBe('$40.00');
});

test('requires consent to new or changed terms', async () => {
  const { url, seller, config, pageId } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  await publishPage(seller, { ...config, requireTerms: true }, { pageId });
  const required = await buyer.pay(page);
  expect(getText(required, '#terms-problem')).toContain('Please accept the terms and conditions');
  expect([getFocusedField(required), getFieldValue(required, 'email')]).toEqual(['terms', buyer.email]);

  const termsUrl = 'https://www.example.com/other-terms';
  await publishPage(seller, { ...config, requireTerms: true, termsUrl }, { pageId });
  const changed = await buyer.pay(required);
  expect(getText(changed, '#terms-problem')).toContain('The terms have changed since you opened the page.');
  expect(isChecked(changed, 'terms')).toBe(false);
  expect(getLink(changed, 'terms').href).toBe(termsUrl);
  expect(getText(await buyer.pay(changed), 'button')).toBe('Pay $40.00');
});

test('sells a page that moved to another slug at its new URL', async () => {
  const { url, seller, config, pageId } = await createPublishedPage(app(), NO_TERMS);
  const customSlug = `${config.customSlug}-moved`;
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  await publishPage(seller, { ...config, customSlug, price: '45' }, { pageId });
  const moved = await buyer.pay(page);
  expect(moved.url.href).toBe(`${app().url}/c/${customSlug}`);
  expect(getText(moved, '.co-alert')).toContain('The price changed from $40.00 USD to $45.00 USD');
  expect(getFieldValue(moved, 'email')).toBe(buyer.email);
  await publishPage(seller, { ...config, customSlug: `${customSlug}-again`, price: '45' }, { pageId });
  expect(getReceiptLine(await buyer.payByCard(await buyer.pay(moved)), 'Paid')).toBe('$45.00 USD');
});
