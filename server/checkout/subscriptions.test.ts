import { expect, test } from 'vitest';

import { orders, sales } from '#server/db/schema-money.ts';
import { openShop, type TestShop } from '#server/testing.ts';

const MONTHLY = { paymentType: 'subscription', billingFrequency: 'monthly' } as const;

const recorded = async ({ context: { db } }: TestShop) => ({
  orders: await db.select().from(orders),
  sales: await db.select().from(sales),
});

test('a subscription is one order, and one sale for its first invoice', async () => {
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

test.for(['weekly', 'monthly', 'yearly'] as const)('a price may be due %s', async (billingFrequency) => {
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

test('a discount lasts as long as the subscription; one over everything asks for no card and is no sale', async () => {
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

test('a one-time payment is one order and one sale, from the session', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  const { body } = await shop.call('create-checkout-session', { slug: 'taller' });
  await shop.pay(body.url);
  const books = await recorded(shop);
  expect(books.sales).toMatchObject([{ amount: 2900, source: books.orders[0]?.sessionId }]);
});
