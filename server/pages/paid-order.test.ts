import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { OrderState } from '#domain/order.ts';
import { attempts, orders, sales } from '#server/db/schema-money.ts';
import { openShop } from '#server/testing.ts';
import { openRoad } from '#server/testing-faults.ts';

import { publicShop } from './public-shop.ts';

/** Opens a checkout session whose events never arrive. */
async function openPaidUnheard() {
  const road = openRoad();
  const { aroundProvider } = road;
  const shop = await openShop({ aroundProvider, aroundEvents: () => async () => ({ status: 200 }) });
  const seller = await shop.seller();
  await seller.publish({ productName: 'Throwing Taller' }, 'taller');
  const buyers = publicShop(shop.context);
  const attempt = await buyers.pay({ slug: 'taller' }, 'unknown');
  if ('refused' in attempt) throw new Error(attempt.refused.message);
  const look = () => buyers.findPaidOrder(attempt.attemptId);
  return { shop, road, seller, buyers, look, ...attempt };
}

type Unheard = Awaited<ReturnType<typeof openPaidUnheard>>;

async function expire({ shop, attemptId }: Unheard): Promise<void> {
  const [row] = await shop.context.db.select().from(attempts).where(eq(attempts.id, attemptId));
  await shop.context.sellerStripe(row?.accountId ?? '').sessions.expire(row?.sessionId ?? '');
}

test('asks Stripe for the payment when no event has arrived, and records the order once', async () => {
  const { shop, seller, buyers, url, attemptId } = await openPaidUnheard();
  expect(await buyers.findPaidOrder(attemptId)).toMatchObject({
    sellerName: 'Vane Ceramics',
    state: 'unpaid',
    order: null,
  });
  await shop.pay(url);
  expect((await seller.call('list-orders', {})).body.count).toBe(0);
  const seen = await Promise.all([1, 2, 3].map(() => buyers.findPaidOrder(attemptId)));
  for (const paid of [...seen, await buyers.findPaidOrder(attemptId)]) {
    expect(paid).toMatchObject({
      order: {
        number: 1,
        productName: 'Throwing Taller',
        total: 2900,
        currency: 'USD',
        email: 'b•••@example.com',
      },
    });
  }
  expect(await shop.context.db.select().from(orders)).toHaveLength(1);
  expect(await shop.context.db.select().from(sales)).toHaveLength(1);
});

test('reports the payment as waiting while Stripe does not answer', async () => {
  const { shop, road, buyers, url, attemptId } = await openPaidUnheard();
  await shop.pay(url);
  road.break(/^GET \/v1\/checkout\/sessions\//, '429', 1);
  expect(await buyers.findPaidOrder(attemptId)).toMatchObject({ state: 'waiting', order: null });
  expect(await buyers.findPaidOrder(attemptId)).toMatchObject({ state: 'paid', order: { number: 1 } });
});

test('finds no order for an unknown token', async () => {
  const { buyers } = await openPaidUnheard();
  for (const token of [crypto.randomUUID(), '', 'nonsense', "' or 1=1 --", 'x'.repeat(5000)]) {
    expect(await buyers.findPaidOrder(token)).toBeNull();
  }
});

test('stops waiting for a Stripe request that hangs, and still records its answer', async () => {
  const { shop, road, look, url } = await openPaidUnheard();
  await shop.pay(url);
  const answer = Promise.withResolvers<void>();
  road.hold(/^GET \/v1\/checkout\/sessions\//, () => answer.promise);
  expect(await look()).toMatchObject({ state: 'waiting', order: null });
  answer.resolve();
  await expect.poll(() => shop.context.db.select().from(orders)).toHaveLength(1);
});

test('reports an expired session as failed, with the address of the page', async () => {
  const opened = await openPaidUnheard();
  await expire(opened);
  for (let times = 0; times < 2; times++) {
    expect(await opened.look()).toMatchObject({ state: 'failed', order: null, pageUrl: '/c/taller' });
  }
});

test('reports an attempt that Stripe never accepted as failed', async () => {
  const { shop, look } = await openPaidUnheard();
  await shop.context.db.update(attempts).set({ state: 'failed', sessionId: null, url: null });
  expect(await look()).toMatchObject({ state: 'failed', order: null });
});

test.for<OrderState>(['pending', 'failed', 'paid', 'partly_refunded', 'refunded'])(
  'reports an order that is %s with its state and receipt',
  async (state) => {
    const { shop, look, url } = await openPaidUnheard();
    await shop.pay(url);
    await look();
    await shop.context.db.update(orders).set({ state });
    expect(await look()).toMatchObject({ state, order: { number: 1, total: 2900 } });
  },
);

test('reveals neither the buyer nor a coupon code on the success page', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const coupon = { code: 'FRIENDS', discount: 50, type: 'percentage' as const };
  await seller.publish({ enableCoupon: true, validCoupons: [coupon], price: '40' }, 'taller');
  const buyers = publicShop(shop.context);
  const buy = async () => {
    const order = { slug: 'taller', appliedCoupon: 'FRIENDS', email: 'nora.quill@example.com' };
    const attempt = await buyers.pay(order, 'unknown');
    if ('refused' in attempt) throw new Error(attempt.refused.message);
    return attempt;
  };
  const begun = await buy();
  await shop.context.db.update(attempts).set({ state: 'failed' });
  const failed = await buyers.findPaidOrder(begun.attemptId);
  expect(failed).toMatchObject({ state: 'failed', pageUrl: '/c/taller' });
  const { url, attemptId } = await buy();
  await shop.pay(url, { email: 'nora.quill@example.com' });
  const paid = await buyers.findPaidOrder(attemptId);
  expect(paid?.order).toStrictEqual({
    number: 1,
    productName: 'Throwing Taller',
    currency: 'USD',
    total: 2000,
    discount: 2000,
    email: 'n•••@example.com',
    createdAt: expect.any(String),
  });
  expect(JSON.stringify([failed, paid])).not.toMatch(/nora|quill|FRIENDS|cus_|cs_|pi_|acct_/i);
});
