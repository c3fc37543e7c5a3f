import { expect, test } from 'vitest';

import { orders, sales } from '#server/db/schema-money.ts';
import { openShop, type TestShop } from '#server/testing.ts';

const MONTHLY = { paymentType: 'subscription', billingFrequency: 'monthly' } as const;

const recorded = async ({ context: { db } }: TestShop) => ({
  orders: await db.select().from(orders),
  sales: await db.select().from(sales),
});

test('creates one order and one sale for the first invoice of a subscription', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish(MONTHLY, 'taller');
  const { body } = await shop.call('create-checkout-session', { slug: 'taller' });
  await shop.pay(body.url);
  const books = await recorded(shop);
  expect(books.orders).toMatchObject([{ state: 'paid', total: 2900, number: 1 }]);
  expect(books.orders[0]?.subscriptionId).toMatch(/^sub_/);
  expect(books.sales).toMatchObject([
    { amount: 2900, currency: 'USD', attemptId: books.orders[0]?.attemptId },
  ]);
  expect(books.sales[0]?.source).toMatch(/^in_/);
});

test.for(['weekly', 'monthly', 'yearly'] as const)('supports %s billing', async (billingFrequency) => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({ ...MONTHLY, billingFrequency }, 'taller');
  const { body } = await shop.call('create-checkout-session', { slug: 'taller' });
  await shop.pay(body.url);
  const [order] = (await recorded(shop)).orders;
  const { subscriptions } = shop.context.sellerStripe(order?.accountId ?? '');
  const subscription = await subscriptions.retrieve(order?.subscriptionId ?? '');
  const interval = { weekly: 'week', monthly: 'month', yearly: 'year' }[billingFrequency];
  expect(subscription.items.data[0]?.price.recurring).toMatchObject({ interval, interval_count: 1 });
});

test('keeps a discount for the lifetime of a subscription and records no sale for a free one', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const validCoupons = [
    { code: 'HALF', discount: 50, type: 'percentage' as const },
    { code: 'GIFT', discount: 100, type: 'percentage' as const },
  ];
  await seller.publish({ ...MONTHLY, enableCoupon: true, validCoupons }, 'taller');
  const pay = async (appliedCoupon: string, typed = {}) => {
    const { body } = await shop.call('create-checkout-session', { slug: 'taller', appliedCoupon });
    await shop.pay(body.url, typed);
  };
  await pay('HALF');
  await pay('GIFT', { number: '', expiry: '', cvc: '' });
  const books = await recorded(shop);
  expect(books.orders.map(({ total }) => total).toSorted((a, b) => a - b)).toEqual([0, 1450]);
  expect(books.sales.map(({ amount }) => amount)).toEqual([1450]);
  const coupons = await shop.context.sellerStripe(books.orders[0]?.accountId ?? '').coupons.list();
  expect(coupons.data.map(({ duration }) => duration)).toEqual(['forever', 'forever']);
});

test('creates one order and one sale for a one-time payment', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  const { body } = await shop.call('create-checkout-session', { slug: 'taller' });
  await shop.pay(body.url);
  const books = await recorded(shop);
  expect(books.sales).toMatchObject([{ amount: 2900, source: books.orders[0]?.sessionId }]);
});
