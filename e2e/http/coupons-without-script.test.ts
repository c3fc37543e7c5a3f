import { expect, test } from 'vitest';

import {
  CheckoutVisitor,
  getFocusedField,
  getReceiptLine,
  getFieldValue,
  isChecked,
} from '../support/checkout-visitor.ts';
import { createSharedApp } from '../support/http-test-app.ts';
import { createPublishedPage, publishPage } from '../support/seller.ts';
import { getText } from '../support/visitor.ts';

const app = createSharedApp();
const NO_TERMS = { requireTerms: false };
const INVALID = 'Invalid coupon. This coupon code is not valid';

test('reports an invalid coupon beside its field and keeps the typed code', async () => {
  const { url } = await createPublishedPage(app());
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(url);
  for (const code of ['HALF', 'quarters', 'Q'.repeat(100), '']) {
    const rejected = await buyer.applyCoupon(page, code);
    expect(getText(rejected, '#coupon-problem')).toBe(INVALID);
    expect([getFieldValue(rejected, 'code') ?? '', getFocusedField(rejected)]).toEqual([code, 'code']);
    expect(getText(rejected, '.co-price')).toBe('$40 USD');
  }
});

test('keeps the entered values when a coupon is applied, refused or removed', async () => {
  const { url } = await createPublishedPage(app());
  const buyer = new CheckoutVisitor(app());
  const typed = { email: 'nora@example.com', terms: 'yes' };
  const page = await buyer.open(url);
  const refused = await buyer.submit(page, '#pay', { ...typed, code: 'HALF' }, 'Apply');
  const applied = await buyer.submit(refused, '#pay', { code: 'quarter' }, 'Apply');
  const removed = await buyer.removeCoupon(applied);
  for (const each of [refused, applied, removed])
    expect([getFieldValue(each, 'email'), isChecked(each, 'terms')]).toEqual(['nora@example.com', true]);
  expect(getText(refused, '#coupon-problem')).toBe(INVALID);
  expect(getText(applied, 'button.co-pay')).toBe('Get the course · $30.00 USD');
  expect(getText(removed, 'button.co-pay')).toBe('Get the course · $40 USD');
  expect(getText(await buyer.pay(applied), 'button')).toBe('Pay $30.00');
});

test('applies a typed coupon by Enter', async () => {
  const { url } = await createPublishedPage(app());
  const buyer = new CheckoutVisitor(app());
  const applied = await buyer.submit(await buyer.open(url), '#pay', { code: 'quarter', intent: 'enter' });
  expect(getText(applied, '[data-part=saved]')).toBe('Coupon applied! You saved $10.00');
});

test('applies, removes and replaces a coupon', async () => {
  const { url } = await createPublishedPage(app());
  const buyer = new CheckoutVisitor(app());
  const applied = await buyer.applyCoupon(await buyer.open(`${url}?utm_source=letter`), ' Quarter ');
  expect(applied.url.href).toBe(`${url}?utm_source=letter&coupon=QUARTER`);
  expect(getText(applied, '[data-part=saved]')).toBe('Coupon applied! You saved $10.00');
  expect(getText(applied, '.co-price')).toBe('Was $40.00 USD$30.00 USD');
  const locked = [...applied.document.querySelectorAll('#code, [value=coupon]')];
  expect(locked.map((control) => control.hasAttribute('disabled'))).toEqual([true, true]);

  const removed = await buyer.removeCoupon(applied);
  expect(removed.url.href).toBe(`${url}?utm_source=letter`);
  expect(getText(removed, '.co-price')).toBe('$40 USD');
  expect(getFieldValue(removed, 'code')).toBeNull();
  expect(removed.document.querySelector('[name=code]')?.hasAttribute('disabled')).toBe(false);

  const replaced = await buyer.applyCoupon(removed, 'FIVER');
  expect(getText(replaced, '.co-price')).toBe('Was $40.00 USD$35.00 USD');
});

test('a page with an unknown coupon in its URL shows its full price and sells', async () => {
  const { url } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(`${url}?coupon=YESTERDAY`);
  expect(getText(page, '#coupon-problem')).toBe(INVALID);
  expect(getFieldValue(page, 'code')).toBe('YESTERDAY');
  expect(getText(page, '.co-price')).toBe('$40 USD');
  expect(getText(await buyer.pay(page), 'button')).toBe('Pay $40.00');
});

test('a coupon for the whole price creates an order without a card', async () => {
  const { url, seller } = await createPublishedPage(app(), {
    ...NO_TERMS,
    validCoupons: [{ code: 'GIFT', discount: 100, type: 'percentage' }],
  });
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(`${url}?coupon=GIFT`);
  expect(getText(page, 'button.co-pay')).toBe('Get the course · $0.00 USD');
  const free = await buyer.pay(page);
  expect(getText(free, 'button')).toBe('Complete order');
  expect(getReceiptLine(await buyer.payByCard(free), 'Paid')).toBe('$0.00 USD');
  expect((await seller.call('list-orders', {})).orders).toMatchObject([{ total: 0, state: 'paid' }]);
});

test('two tabs with two coupons each charge the price they show', async () => {
  const { url, seller } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const quarter = await buyer.openAndPay(`${url}?coupon=QUARTER`);
  const fiver = await buyer.openAndPay(`${url}?coupon=FIVER`);
  expect(getReceiptLine(await buyer.payByCard(fiver), 'Paid')).toBe('$35.00 USD');
  expect(getReceiptLine(await buyer.payByCard(quarter), 'Paid')).toBe('$30.00 USD');
  expect((await seller.call('list-orders', {})).count).toBe(2);
});

test('reports a coupon that is no longer valid once, with both prices, and never blocks paying', async () => {
  const { url, seller, config, pageId } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.applyCoupon(await buyer.open(url), 'QUARTER');
  await publishPage(seller, { ...config, price: '50', validCoupons: [] }, { pageId });
  const changed = await buyer.pay(page);
  expect(getText(changed, '.co-alert')).toContain(
    'The coupon QUARTER is no longer valid. The price was $30.00 USD with it and is now $50.00 USD. You haven’t been charged.',
  );
  expect(changed.html).not.toContain('The price has changed');
  expect(getText(changed, '.co-price')).toBe('$50 USD');
  expect([getFieldValue(changed, 'code'), getFieldValue(changed, 'email')]).toEqual(['QUARTER', buyer.email]);
  expect(changed.document.querySelector('[name=code]')?.hasAttribute('disabled')).toBe(false);
  expect(getText(changed, '[data-part=saved]')).toBe('');
  expect(getReceiptLine(await buyer.payByCard(await buyer.pay(changed)), 'Paid')).toBe('$50.00 USD');
});

test('a coupon whose discount became smaller counts as a price change', async () => {
  const { url, seller, config, pageId } = await createPublishedPage(app(), NO_TERMS);
  const buyer = new CheckoutVisitor(app());
  const page = await buyer.open(`${url}?coupon=QUARTER`);
  const validCoupons = [{ code: 'QUARTER', discount: 10, type: 'percentage' as const }];
  await publishPage(seller, { ...config, validCoupons }, { pageId });
  const changed = await buyer.pay(page);
  expect(getText(changed, '.co-alert')).toContain('The price changed from $30.00 USD to $36.00 USD');
  expect(getText(changed, '[data-part=saved]')).toBe('Coupon applied! You saved $4.00');
  const removed = await buyer.removeCoupon(changed);
  expect(getText(removed, '.co-price')).toBe('$40 USD');
  expect(getText(await buyer.pay(removed), 'button')).toBe('Pay $40.00');
});
