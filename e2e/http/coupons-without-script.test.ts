import { expect, test } from 'vitest';

import { pageOnSale, publish } from '../seller.ts';
import { CheckoutVisitor, focusOf, receiptLine, valueOf } from './checkout-visitor.ts';
import { sharedApp } from './testing-app.ts';
import { textOf } from './visitor.ts';

const app = sharedApp();
const NO_TERMS = { requireTerms: false };
const INVALID = 'Invalid coupon. This coupon code is not valid';

test('reports an invalid coupon beside its field and keeps the typed code', async () => {
  const { url } = await pageOnSale(app());
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  for (const code of ['HALF', 'quarters', 'Q'.repeat(100), '']) {
    const refused = await buyer.applyCoupon(page, code);
    expect(textOf(refused, '#coupon-problem')).toBe(INVALID);
    expect([valueOf(refused, 'code') ?? '', focusOf(refused)]).toEqual([code, 'code']);
    expect(textOf(refused, '.co-price')).toBe('$40 USD');
  }
});

test('applies, removes and replaces a coupon', async () => {
  const { url } = await pageOnSale(app());
  const buyer = new CheckoutVisitor(app());
  const applied = await buyer.applyCoupon(await buyer.open(`${url}?utm_source=letter`), ' Quarter ');
  expect(applied.url.href).toBe(`${url}?utm_source=letter&coupon=QUARTER`);
  expect(textOf(applied, '[data-part=saved]')).toBe('Coupon applied! You saved $10.00');
  expect(textOf(applied, '.co-price')).toBe('Was $40.00 USD$30.00 USD');
  const locked = [...applied.document.querySelectorAll('[form=coupon]')];
  expect(locked.map((control) => control.hasAttribute('disabled'))).toEqual([true, true]);

  const removed = await buyer.removeCoupon(applied);
  expect(removed.url.href).toBe(`${url}?utm_source=letter`);
  expect(textOf(removed, '.co-price')).toBe('$40 USD');
  expect(valueOf(removed, 'code')).toBeNull();
  expect(removed.document.querySelector('[name=code]')?.hasAttribute('disabled')).toBe(false);

  const replaced = await buyer.applyCoupon(removed, 'FIVER');
  expect(textOf(replaced, '.co-price')).toBe('Was $40.00 USD$35.00 USD');
});

test('a page with an unknown coupon in its URL shows its full price and sells', async () => {
  const { url } = await pageOnSale(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(`${url}?coupon=YESTERDAY`);
  expect(textOf(page, '#coupon-problem')).toBe(INVALID);
  expect(valueOf(page, 'code')).toBe('YESTERDAY');
  expect(textOf(page, '.co-price')).toBe('$40 USD');
  expect(textOf(await buyer.pay(page), 'button')).toBe('Pay $40.00');
});

test('a coupon for the whole price creates an order without a card', async () => {
  const { url, seller } = await pageOnSale(app(), {
    ...NO_TERMS,
    validCoupons: [{ code: 'GIFT', discount: 100, type: 'percentage' }],
  });
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(`${url}?coupon=GIFT`);
  expect(textOf(page, 'button.co-pay')).toBe('Get the course · $0.00 USD');
  const free = await buyer.pay(page);
  expect(textOf(free, 'button')).toBe('Complete order');
  expect(receiptLine(await buyer.payByCard(free), 'Paid')).toBe('$0.00 USD');
  expect((await seller.call('list-orders', {})).orders).toMatchObject([{ total: 0, state: 'paid' }]);
});

test('two tabs with two coupons each charge the price they show', async () => {
  const { url, seller } = await pageOnSale(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const quarter = await buyer.openAndPay(`${url}?coupon=QUARTER`);
  const fiver = await buyer.openAndPay(`${url}?coupon=FIVER`);
  expect(receiptLine(await buyer.payByCard(fiver), 'Paid')).toBe('$35.00 USD');
  expect(receiptLine(await buyer.payByCard(quarter), 'Paid')).toBe('$30.00 USD');
  expect((await seller.call('list-orders', {})).count).toBe(2);
});

test('reports a coupon that is no longer valid once, with both prices, and never blocks paying', async () => {
  const { url, seller, config, pageId } = await pageOnSale(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.applyCoupon(await buyer.open(url), 'QUARTER');
  await publish(seller, { ...config, price: '50', validCoupons: [] }, { pageId });
  const changed = await buyer.pay(page);
  expect(textOf(changed, '.co-alert')).toContain(
    'The coupon QUARTER is not valid any more; it was $30.00 USD with it, it is now $50.00 USD. Nothing was charged.',
  );
  expect(changed.html).not.toContain('The price has changed');
  expect(textOf(changed, '.co-price')).toBe('$50 USD');
  expect([valueOf(changed, 'code'), valueOf(changed, 'email')]).toEqual(['QUARTER', buyer.email]);
  expect(changed.document.querySelector('[name=code]')?.hasAttribute('disabled')).toBe(false);
  expect(textOf(changed, '[data-part=saved]')).toBe('');
  expect(receiptLine(await buyer.payByCard(await buyer.pay(changed)), 'Paid')).toBe('$50.00 USD');
});

test('a coupon whose discount became smaller counts as a price change', async () => {
  const { url, seller, config, pageId } = await pageOnSale(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(`${url}?coupon=QUARTER`);
  const validCoupons = [{ code: 'QUARTER', discount: 10, type: 'percentage' as const }];
  await publish(seller, { ...config, validCoupons }, { pageId });
  const changed = await buyer.pay(page);
  expect(textOf(changed, '.co-alert')).toContain('it was $30.00 USD, it is now $36.00 USD');
  expect(textOf(changed, '[data-part=saved]')).toBe('Coupon applied! You saved $4.00');
  const removed = await buyer.removeCoupon(changed);
  expect(textOf(removed, '.co-price')).toBe('$40 USD');
  expect(textOf(await buyer.pay(removed), 'button')).toBe('Pay $40.00');
});
