import { expect, test } from 'vitest';

import { pageVersions } from '#server/db/schema-pages.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const COUPONS = [
  { code: 'SAVE20', discount: 20, type: 'percentage' },
  { code: 'TENOFF', discount: 10, type: 'fixed' },
  { code: 'GIFT', discount: 100, type: 'percentage' },
] as const;
const ON_SALE = { enableCoupon: true, validCoupons: [...COUPONS] };

async function createAppWithPage(change = {}) {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({ ...ON_SALE, ...change }, 'taller');
  const apply = (code: string) => app.rpc('apply-coupon', { slug: 'taller', code });
  const pay = (appliedCoupon: string | null) => app.rpc('create-checkout-session', { slug: 'taller', appliedCoupon });
  return { app, seller, apply, pay };
}

test('applies percentage and fixed discounts and ignores case and surrounding spaces', async () => {
  const { apply } = await createAppWithPage();
  expect((await apply(' save20 ')).body).toEqual({
    code: 'SAVE20',
    coupon: { code: 'SAVE20', discount: 20, type: 'percentage' },
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

test('creates an order with the discounted total and the code', async () => {
  const { app, seller, pay } = await createAppWithPage();
  for (const [typedCode, code, total] of [
    [' save20', 'SAVE20', 2320],
    ['TENOFF', 'TENOFF', 1900],
    [null, null, 2900],
  ] as const) {
    await app.payAtStripe((await pay(typedCode)).body.url);
    const { body } = await seller.rpc('list-orders', {});
    const order = body.orders.find(({ couponCode }) => couponCode === code);
    expect(order).toMatchObject({ total, discount: 2900 - total, state: 'paid' });
  }
});

test('creates a free order without a card for a full discount', async () => {
  const { app, seller, pay } = await createAppWithPage();
  const { body } = await pay('GIFT');
  await app.payAtStripe(body.url, { number: '', expiry: '', cvc: '' });
  const orders = await seller.rpc('list-orders', {});
  expect(orders.body.orders).toMatchObject([{ total: 0, discount: 2900, state: 'paid', couponCode: 'GIFT' }]);
});

test('rejects an invalid code with the specified message when it is applied and when it is paid', async () => {
  const { apply, pay } = await createAppWithPage();
  for (const code of ['SAVE21', 'save2', 'SAVE20 SAVE20', '', '__proto__', 'x'.repeat(200)]) {
    for (const response of [await apply(code), await pay(code)]) {
      expect([code, response.status, response.body.error]).toEqual([
        code,
        422,
        { code: 'coupon_invalid', title: 'Invalid coupon', message: 'This coupon code is not valid' },
      ]);
    }
  }
  expect((await apply('x'.repeat(201))).body.error?.code).toBe('invalid_request');
});

test('rejects codes while coupons are disabled', async () => {
  const { apply, pay } = await createAppWithPage({ enableCoupon: false });
  expect((await apply('SAVE20')).body.error?.code).toBe('coupon_invalid');
  expect((await pay('SAVE20')).body.error?.code).toBe('coupon_invalid');
});

test('refuses to publish a coupon that reduces the price below the minimum charge', async () => {
  const { seller } = await createAppWithPage();
  const config = { ...ON_SALE, validCoupons: [{ code: 'ALMOST', discount: 28.8, type: 'fixed' as const }] };
  await expect(seller.publishPage(config, 'taller')).rejects.toThrow('Stripe’s minimum in USD is $0.50');
});

test('rejects a coupon that reduces the price below a raised minimum charge', async () => {
  const { app, apply, pay } = await createAppWithPage();
  const [version] = await app.context.db.select().from(pageVersions);
  // Simulates a minimum that Stripe raised after the page was published.
  const validCoupons = [{ code: 'ALMOST', discount: 28.8, type: 'fixed' }];
  await app.context.db.update(pageVersions).set({ config: { ...(version?.config as object), validCoupons } });
  for (const response of [await apply('ALMOST'), await pay('ALMOST')]) {
    expect(response).toMatchObject({
      status: 422,
      body: { error: { code: 'coupon_below_minimum', message: 'Stripe’s minimum in USD is $0.50' } },
    });
  }
});

test('reveals no coupon codes in public responses', async () => {
  const { app, apply, pay } = await createAppWithPage();
  const { findPage, applyCoupon, startCheckout: payByForm, findPaidOrder } = createPublicServices(app.context);
  const { body } = await pay(null);
  await app.payAtStripe(body.url);
  const attempt = await payByForm({ slug: 'taller' }, 'unknown');
  if ('error' in attempt) throw new Error('The page did not sell');
  await app.payAtStripe(attempt.url);
  const responses = [
    await findPage('taller'),
    await findPaidOrder(attempt.attemptId),
    await applyCoupon('taller', 'WRONG', 'unknown'),
    await apply('WRONG'),
    (await apply('SAVE20')).body,
    await pay('WRONG'),
    body,
  ];
  const publicText = JSON.stringify(responses);
  expect(publicText).toContain('Throwing Taller');
  expect(publicText.replaceAll('"code":"SAVE20"', '')).not.toMatch(/SAVE20|TENOFF|GIFT|validCoupons/);
});
