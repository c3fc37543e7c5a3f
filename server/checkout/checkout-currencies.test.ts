import { expect, test } from 'vitest';

import { orders } from '#server/db/schema-orders.ts';
import { createTestApp } from '#server/testing/test-app.ts';

/** [currency, price, percentage, Stripe amount without and with the coupon] */
const CASES = [
  ['USD', '29.99', 33, 2999, 2009],
  ['EUR', '0.99', 10, 99, 89],
  ['JPY', '2999', 33, 2999, 2009],
  ['KWD', '9.99', 12.5, 9990, 8740],
  ['ISK', '5000', 33, 500_000, 335_000],
  ['UGX', '50000', 12.5, 5_000_000, 4_375_000],
  ['HUF', '4990.5', 50, 499_050, 249_525],
  ['IDR', '15000000', 50, 1_500_000_000, 750_000_000],
] as const;

test('uses the same amount in session, order and page for every kind of currency', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  for (const [currency, price, discount, original, total] of CASES) {
    const slug = `in-${currency.toLowerCase()}`;
    const validCoupons = [{ code: 'LESS', discount, type: 'percentage' as const }];
    await seller.publishPage({ currency, price, enableCoupon: true, validCoupons }, slug);
    for (const [appliedCoupon, amount] of [
      [null, original],
      ['LESS', total],
    ] as const) {
      const expected = { amount, currency };
      const { status, body } = await app.rpc('create-checkout-session', { slug, appliedCoupon, expected });
      expect([currency, appliedCoupon, status, body.error?.message]).toEqual([currency, appliedCoupon, 200, undefined]);
      const [account] = (await app.context.stripe.accounts.list()).data;
      const id = new URL(body.url).pathname.split('/').at(-1) ?? '';
      const session = await app.context.sellerStripe(account?.id ?? '').sessions.retrieve(id);
      expect([session.currency, session.amount_total]).toEqual([currency.toLowerCase(), amount]);
      await app.payAtStripe(body.url);
    }
    const orders = await seller.rpc('list-orders', {});
    const ordersInCurrency = orders.body.orders.filter((order) => order.currency === currency);
    expect(ordersInCurrency.map((order) => order.total).toSorted((a, b) => b - a)).toEqual([original, total]);
  }
});

test('adds up renewals beyond the range of a 32-bit integer', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const config = { currency: 'IDR', price: '20000000', paymentType: 'subscription' as const };
  await seller.publishPage(config, 'monthly');
  const { body } = await app.rpc('create-checkout-session', { slug: 'monthly' });
  await app.payAtStripe(body.url);
  const { sandbox } = app;
  sandbox?.clock.moveTo(new Date(sandbox.now().getTime() + 32 * 86_400_000));
  await app.waitUntilIdle();
  const [order] = await app.context.db.select().from(orders);
  expect(order).toMatchObject({ total: 2_000_000_000, received: 4_000_000_000 });
});
