import { expect, test } from 'vitest';

import { orders, sales } from '#server/db/schema-money.ts';
import { openShop } from '#server/testing.ts';
import { openRoad } from '#server/testing-faults.ts';

import { publicShop } from './public-shop.ts';

/** A paid session of which no event has told us. */
async function openPaidUnheard() {
  const road = openRoad();
  const { aroundProvider } = road;
  const shop = await openShop({ aroundProvider, aroundEvents: () => async () => ({ status: 200 }) });
  const seller = await shop.seller();
  await seller.publish({ productName: 'Throwing Taller' }, 'taller');
  const buyers = publicShop(shop.context);
  const attempt = await buyers.pay({ slug: 'taller' }, 'unknown');
  if ('refused' in attempt) throw new Error(attempt.refused.message);
  return { shop, road, seller, buyers, ...attempt };
}

test('the success page asks the provider itself when no event has come, and records the order once', async () => {
  const { shop, seller, buyers, url, attemptId } = await openPaidUnheard();
  expect(await buyers.findPaidOrder(attemptId)).toMatchObject({ sellerName: 'Vane Ceramics', order: null });
  await shop.pay(url);
  expect((await seller.call('list-orders', {})).body.count).toBe(0);
  const seen = await Promise.all([1, 2, 3].map(() => buyers.findPaidOrder(attemptId)));
  for (const paid of [...seen, await buyers.findPaidOrder(attemptId)]) {
    expect(paid).toMatchObject({
      config: { productName: 'Throwing Taller' },
      order: { number: 1, total: 2900, currency: 'USD', email: 'buyer@example.com' },
    });
  }
  expect(await shop.context.db.select().from(orders)).toHaveLength(1);
  expect(await shop.context.db.select().from(sales)).toHaveLength(1);
});

test('while the provider does not answer the order is unconfirmed, not lost', async () => {
  const { shop, road, buyers, url, attemptId } = await openPaidUnheard();
  await shop.pay(url);
  road.break(/^GET \/v1\/checkout\/sessions\//, '429', 1);
  expect(await buyers.findPaidOrder(attemptId)).toMatchObject({ order: null });
  expect(await buyers.findPaidOrder(attemptId)).toMatchObject({ order: { number: 1 } });
});

test('a token that is none of ours has no order', async () => {
  const { buyers } = await openPaidUnheard();
  for (const token of [crypto.randomUUID(), '', 'nonsense', "' or 1=1 --", 'x'.repeat(5000)]) {
    expect(await buyers.findPaidOrder(token)).toBeNull();
  }
});

test('the hand-over knows an open attempt of its own page, and where a paid one went', async () => {
  const { shop, seller, buyers, url, attemptId } = await openPaidUnheard();
  await seller.publish({}, 'another');
  expect(await buyers.findHandOver('taller', attemptId)).toBe(url);
  expect(await buyers.findHandOver('another', attemptId)).toBeNull();
  expect(await buyers.findHandOver('taller', crypto.randomUUID())).toBeNull();
  expect(await buyers.findHandOver('taller', 'nonsense')).toBeNull();
  await shop.pay(url);
  await buyers.findPaidOrder(attemptId);
  expect(await buyers.findHandOver('taller', attemptId)).toBe(`http://localhost:3000/success?t=${attemptId}`);
});

test('a buyer’s refusals come back as values, with the words of the catalogue', async () => {
  const { buyers } = await openPaidUnheard();
  expect(await buyers.pay({ slug: 'nowhere' }, 'unknown')).toMatchObject({
    status: 404,
    refused: { code: 'page_not_found' },
  });
  expect(await buyers.pay({ slug: 'taller', email: 'no address' }, 'unknown')).toMatchObject({
    status: 422,
    refused: { code: 'email_invalid', title: 'Checkout failed' },
  });
  expect(await buyers.pay({ slug: 'taller', attempt: 'no uuid' }, 'unknown')).toMatchObject({
    status: 400,
    refused: { code: 'invalid_request' },
  });
  expect(await buyers.applyCoupon('taller', 'SAVE20', 'unknown')).toMatchObject({
    status: 422,
    refused: { code: 'coupon_invalid', message: 'This coupon code is not valid' },
  });
});
