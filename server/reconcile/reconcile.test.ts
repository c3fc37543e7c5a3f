import { expect, test } from 'vitest';

import { eventCursors, providerEvents } from '#server/db/schema-events.ts';
import { attempts, orders, sales } from '#server/db/schema-money.ts';
import { checkInvariants } from '#server/invariants/check-invariants.ts';
import { refundNewest } from '#server/testing-refunds.ts';
import { openShop, type TestShop } from '#server/testing.ts';

const MINUTE_MS = 60_000;

/** A shop that no event ever reaches. */
const openDeafShop = (options: Parameters<typeof openShop>[0] = {}) =>
  openShop({ aroundEvents: () => () => Promise.resolve({ status: 200 }), ...options });

async function move(shop: TestShop, ms: number): Promise<void> {
  const { sandbox } = shop;
  if (!sandbox) throw new Error('No sandbox');
  sandbox.clock.moveTo(new Date(sandbox.now().getTime() + ms));
  await shop.settled();
}

async function buy(shop: TestShop, slug: string): Promise<void> {
  const { body } = await shop.call('create-checkout-session', { slug });
  await shop.pay(body.url);
}

const books = async ({ context: { db } }: TestShop) => ({
  orders: await db.select().from(orders),
  sales: await db.select().from(sales),
  attempts: await db.select().from(attempts),
  events: await db.select().from(providerEvents),
});

const broken = async ({ context }: TestShop) =>
  (await checkInvariants(context.db, context, { all: true })).filter(({ count }) => count > 0);

test('what no event has told of is there twenty minutes later: payments, subscriptions, refunds', async () => {
  const shop = await openDeafShop();
  const seller = await shop.seller();
  await seller.publish({}, 'once');
  await seller.publish({ paymentType: 'subscription', price: '9' }, 'monthly');
  await buy(shop, 'monthly');
  await buy(shop, 'once');
  await refundNewest(shop, seller, '10');
  expect((await books(shop)).events).toEqual([]);

  await move(shop, 20 * MINUTE_MS);
  const { orders: made, sales: money } = await books(shop);
  expect(made.map(({ total, state }) => [total, state]).toSorted()).toEqual([
    [2900, 'partly_refunded'],
    [900, 'paid'],
  ]);
  expect(money.map(({ amount, refunded }) => [amount, refunded]).toSorted()).toEqual([
    [2900, 1000],
    [900, 0],
  ]);
  expect(await broken(shop)).toEqual([]);
});
