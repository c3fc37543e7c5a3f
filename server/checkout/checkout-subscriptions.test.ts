import { expect, test } from 'vitest';

import { orders, sales } from '#server/db/schema-orders.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const MONTHLY = { paymentType: 'subscription', billingFrequency: 'monthly' } as const;

const readLedger = async ({ context: { db } }: TestApp) => ({
  orders: await db.select().from(orders),
  sales: await db.select().from(sales),
});

test('creates one order and one sale for the first invoice of a subscription', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage(MONTHLY, 'taller');
  const { body } = await app.rpc('create-checkout-session', { slug: 'taller' });
  await app.payAtStripe(body.url);
  const ledger = await readLedger(app);
  expect(ledger.orders).toMatchObject([{ state: 'paid', total: 2900, number: 1 }]);
  expect(ledger.orders[0]?.subscriptionId).toMatch(/^sub_/);
  expect(ledger.sales).toMatchObject([{ amount: 2900, currency: 'USD', attemptId: ledger.orders[0]?.attemptId }]);
  expect(ledger.sales[0]?.source).toMatch(/^in_/);
});

test.for(['weekly', 'monthly', 'yearly'] as const)('supports %s billing', async (billingFrequency) => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({ ...MONTHLY, billingFrequency }, 'taller');
  const { body } = await app.rpc('create-checkout-session', { slug: 'taller' });
  await app.payAtStripe(body.url);
  const [order] = (await readLedger(app)).orders;
  const { subscriptions } = app.context.sellerStripe(order?.accountId ?? '');
  const subscription = await subscriptions.retrieve(order?.subscriptionId ?? '');
  const interval = { weekly: 'week', monthly: 'month', yearly: 'year' }[billingFrequency];
  expect(subscription.items.data[0]?.price.recurring).toMatchObject({ interval, interval_count: 1 });
});

test('keeps a discount for the lifetime of a subscription and records no sale for a free one', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const validCoupons = [
    { code: 'HALF', discount: 50, type: 'percentage' as const },
    { code: 'GIFT', discount: 100, type: 'percentage' as const },
  ];
  await seller.publishPage({ ...MONTHLY, enableCoupon: true, validCoupons }, 'taller');
  const pay = async (appliedCoupon: string, formFields = {}) => {
    const { body } = await app.rpc('create-checkout-session', { slug: 'taller', appliedCoupon });
    await app.payAtStripe(body.url, formFields);
  };
  await pay('HALF');
  await pay('GIFT', { number: '', expiry: '', cvc: '' });
  const ledger = await readLedger(app);
  expect(ledger.orders.map(({ total }) => total).toSorted((a, b) => a - b)).toEqual([0, 1450]);
  expect(ledger.sales.map(({ amount }) => amount)).toEqual([1450]);
  const coupons = await app.context.sellerStripe(ledger.orders[0]?.accountId ?? '').coupons.list();
  expect(coupons.data.map(({ duration }) => duration)).toEqual(['forever', 'forever']);
});

test('creates one order and one sale for a one-time payment', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  const { body } = await app.rpc('create-checkout-session', { slug: 'taller' });
  await app.payAtStripe(body.url);
  const ledger = await readLedger(app);
  expect(ledger.sales).toMatchObject([{ amount: 2900, source: ledger.orders[0]?.sessionId }]);
});
