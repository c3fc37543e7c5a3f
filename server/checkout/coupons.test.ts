import { expect, test } from 'vitest';

import { pageVersions } from '#server/db/schema-pages.ts';
import { publicShop } from '#server/pages/public-shop.ts';
import { openShop } from '#server/testing.ts';

const COUPONS = [
  { code: 'SAVE20', discount: 20, type: 'percentage' },
  { code: 'TENOFF', discount: 10, type: 'fixed' },
  { code: 'GIFT', discount: 100, type: 'percentage' },
] as const;
const ON_SALE = { enableCoupon: true, validCoupons: [...COUPONS] };

async function openPage(change = {}) {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({ ...ON_SALE, ...change }, 'taller');
  const apply = (code: string) => shop.call('apply-coupon', { slug: 'taller', code });
  const pay = (appliedCoupon: string | null) =>
    shop.call('create-checkout-session', { slug: 'taller', appliedCoupon });
  return { shop, seller, apply, pay };
}

test('a percentage and a fixed amount are taken off; case and blanks around the code do not matter', async () => {
  const { apply } = await openPage();
  expect((await apply(' save20 ')).body).toEqual({
    code: 'SAVE20',
    original: 2900,
    discount: 580,
    total: 2320,
    currency: 'USD',
    originalText: '$29.00 USD',
    totalText: '$23.20 USD',
    savedText: '$5.80',
    plans: [],
  });
  expect((await apply('TENOFF')).body).toMatchObject({
    discount: 1000,
    total: 1900,
    totalText: '$19.00 USD',
  });
});

test('the order is over the discounted total, and names the code', async () => {
  const { shop, seller, pay } = await openPage();
  for (const [typed, code, total] of [
    [' save20', 'SAVE20', 2320],
    ['TENOFF', 'TENOFF', 1900],
    [null, null, 2900],
  ] as const) {
    await shop.pay((await pay(typed)).body.url);
    const { body } = await seller.call('list-orders', {});
    const order = body.orders.find(({ couponCode }) => couponCode === code);
    expect(order).toMatchObject({ total, discount: 2900 - total, state: 'paid' });
  }
});

test('a coupon over everything makes an order of nothing, without a card', async () => {
  const { shop, seller, pay } = await openPage();
  const { body } = await pay('GIFT');
  await shop.pay(body.url, { number: '', expiry: '', cvc: '' });
  const orders = await seller.call('list-orders', {});
  expect(orders.body.orders).toMatchObject([{ total: 0, discount: 2900, state: 'paid', couponCode: 'GIFT' }]);
});

test('a wrong code is refused in the specification’s words, when it is applied and when it is paid with', async () => {
  const { apply, pay } = await openPage();
  for (const code of ['SAVE21', 'save2', 'SAVE20 SAVE20', '', '__proto__', 'x'.repeat(200)]) {
    for (const answer of [await apply(code), await pay(code)]) {
      expect([code, answer.status, answer.body.error]).toEqual([
        code,
        422,
        { code: 'coupon_invalid', title: 'Invalid coupon', message: 'This coupon code is not valid' },
      ]);
    }
  }
  expect((await apply('x'.repeat(201))).body.error?.code).toBe('invalid_request');
});

test('codes count for nothing while coupons are switched off', async () => {
  const { apply, pay } = await openPage({ enableCoupon: false });
  expect((await apply('SAVE20')).body.error?.code).toBe('coupon_invalid');
  expect((await pay('SAVE20')).body.error?.code).toBe('coupon_invalid');
});

test('a coupon that leaves less than the provider takes cannot be published', async () => {
  const { seller } = await openPage();
  const config = { ...ON_SALE, validCoupons: [{ code: 'ALMOST', discount: 28.8, type: 'fixed' as const }] };
  await expect(seller.publish(config, 'taller')).rejects.toThrow('Stripe’s minimum in USD is $0.50');
});

test('a coupon that came to leave less than the provider takes is refused with its minimum', async () => {
  const { shop, apply, pay } = await openPage();
  const [version] = await shop.context.db.select().from(pageVersions);
  // As if the provider had raised its minimum after the page was published.
  const validCoupons = [{ code: 'ALMOST', discount: 28.8, type: 'fixed' }];
  await shop.context.db
    .update(pageVersions)
    .set({ config: { ...(version?.config as object), validCoupons } });
  for (const answer of [await apply('ALMOST'), await pay('ALMOST')]) {
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { code: 'coupon_below_minimum', message: 'Stripe’s minimum in USD is $0.50' } },
    });
  }
});

test('no public answer tells a buyer’s browser which codes there are', async () => {
  const { shop, apply, pay } = await openPage();
  const { findPage, applyCoupon, pay: payByForm, findPaidOrder } = publicShop(shop.context);
  const { body } = await pay(null);
  await shop.pay(body.url);
  const attempt = await payByForm({ slug: 'taller' }, 'unknown');
  if ('refused' in attempt) throw new Error('The page did not sell');
  await shop.pay(attempt.url);
  const answers = [
    await findPage('taller'),
    await findPaidOrder(attempt.attemptId),
    await applyCoupon('taller', 'WRONG', 'unknown'),
    await apply('WRONG'),
    (await apply('SAVE20')).body,
    await pay('WRONG'),
    body,
  ];
  const told = JSON.stringify(answers);
  expect(told).toContain('Throwing Taller');
  expect(told.replaceAll('"code":"SAVE20"', '')).not.toMatch(/SAVE20|TENOFF|GIFT|validCoupons/);
});
