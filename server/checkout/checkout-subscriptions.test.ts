import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { Coupon } from '#domain/coupon.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { orders, sales } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
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

/** A subscription of $29 that was bought with a coupon. */
async function buyWithCoupon(coupon: Partial<Coupon>, billingFrequency: 'monthly' | 'yearly' = 'monthly') {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const validCoupons = [{ code: 'START', discount: 10, type: 'fixed' as const, ...coupon }];
  await seller.publishPage({ ...MONTHLY, billingFrequency, enableCoupon: true, validCoupons }, 'taller');
  const { body } = await app.rpc('create-checkout-session', {
    slug: 'taller',
    appliedCoupon: 'START',
    email: 'bo@example.com',
  });
  await app.payAtStripe(body.url);
  await app.waitUntilIdle();
  const readSubscription = async () => (await seller.rpc('list-buyer-subscriptions', {})).body.subscriptions[0];
  const moveToRenewal = async () => {
    const subscription = await readSubscription();
    app.sandbox?.clock.moveTo(new Date(new Date(subscription?.periodEnd ?? '').getTime() + 2 * HOUR_MS));
    await app.waitUntilIdle();
  };
  const listPaidAmounts = async () => {
    const payments = await app.context.db.select().from(sales).orderBy(asc(sales.paidAt));
    return payments.map(({ amount }) => amount);
  };
  return { app, readSubscription, moveToRenewal, listPaidAmounts };
}

test('charges the full price after the first payments, and shows the next amount before and after', async () => {
  const { app, readSubscription, moveToRenewal, listPaidAmounts } = await buyWithCoupon({ payments: 3 });
  const nextAmounts = [];
  for (let renewals = 0; renewals <= 5; renewals++) {
    if (renewals > 0) await moveToRenewal();
    const subscription = await readSubscription();
    nextAmounts.push([subscription?.amount, subscription?.priceAfterDiscount?.amount ?? null]);
  }
  expect(nextAmounts).toEqual([
    [1900, 2900],
    [1900, 2900],
    [2900, null],
    [2900, null],
    [2900, null],
    [2900, null],
  ]);
  expect(await listPaidAmounts()).toEqual([1900, 1900, 1900, 2900, 2900, 2900]);
  const receipts = await app.context.db
    .select()
    .from(outbox)
    .where(eq(outbox.kind, 'receipt'))
    .orderBy(asc(outbox.createdAt));
  const first = { order: { discount: 1000, paid: 1900 }, priceAfterDiscount: { amount: 2900 } };
  const later = { order: { discount: 0, paid: 2900 }, priceAfterDiscount: null };
  expect(receipts.map(({ props }) => props)).toMatchObject([first, first, first, later, later, later]);
});

test('charges the full price from the second year on', async () => {
  const { readSubscription, moveToRenewal, listPaidAmounts } = await buyWithCoupon({ payments: 1 }, 'yearly');
  expect(await readSubscription()).toMatchObject({ amount: 2900, priceAfterDiscount: null });
  await moveToRenewal();
  expect(await listPaidAmounts()).toEqual([1900, 2900]);
});

test('collects a card for a subscription that is free at first', async () => {
  const { moveToRenewal, listPaidAmounts } = await buyWithCoupon({ discount: 100, type: 'percentage', payments: 1 });
  await moveToRenewal();
  expect(await listPaidAmounts()).toEqual([2900]);
});
