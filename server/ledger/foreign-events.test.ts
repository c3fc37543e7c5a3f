import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { attempts, orders, sales } from '#server/db/schema-money.ts';
import { providerEvents } from '#server/db/schema-events.ts';
import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';

const accountOf = async (seller: TestSeller) =>
  (await seller.call('get-connection', {})).body.stripe_account_id ?? '';

/** Pays a session that the seller created on their own account with an attempt id of their choice. */
async function payOwnSession(shop: TestShop, accountId: string, attempt_id: string, unit_amount = 2900) {
  const session = await shop.context.sellerStripe(accountId).sessions.create(
    {
      mode: 'payment',
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount, product_data: { name: 'Anything' } } },
      ],
      metadata: { attempt_id },
      success_url: 'http://localhost:3000/success',
    },
    crypto.randomUUID(),
  );
  await shop.pay(session.url ?? '');
  return session.id;
}

async function openAttempt(shop: TestShop) {
  await shop.call('create-checkout-session', { slug: 'taller' });
  const [attempt] = await shop.context.db.select().from(attempts);
  if (!attempt) throw new Error('No attempt');
  return attempt;
}

const statusOf = async ({ context: { db } }: TestShop, objectId: string) => {
  const rows = await db.select().from(providerEvents).where(eq(providerEvents.objectId, objectId));
  return rows.map(({ type, status }) => `${type} ${status}`);
};

const nothingHappened = async ({ context: { db } }: TestShop) => {
  expect(await db.select().from(orders)).toEqual([]);
  expect(await db.select().from(sales)).toEqual([]);
  expect(await db.select().from(attempts)).toMatchObject([{ state: 'open' }]);
};

test('dead-letters an event whose account differs from the account of its attempt and creates no order', async () => {
  const shop = await openShop();
  const [owner, other] = [await shop.seller(), await shop.seller()];
  await owner.publish({}, 'taller');
  await other.onboard();
  const attempt = await openAttempt(shop);
  const session = await payOwnSession(shop, await accountOf(other), attempt.id);
  expect(await statusOf(shop, session)).toEqual(['checkout.session.completed parked']);
  await nothingHappened(shop);
});

test('dead-letters a second session for the same attempt and creates no order', async () => {
  const shop = await openShop();
  const owner = await shop.seller();
  await owner.publish({}, 'taller');
  const attempt = await openAttempt(shop);
  const session = await payOwnSession(shop, attempt.accountId, attempt.id);
  expect(await statusOf(shop, session)).toEqual(['checkout.session.completed parked']);
  await nothingHappened(shop);
});

test('dead-letters a session whose amount differs from its attempt and creates no order', async () => {
  const shop = await openShop();
  const owner = await shop.seller();
  await owner.publish({}, 'taller');
  const attempt = await openAttempt(shop);
  await shop.context.db.update(attempts).set({ sessionId: null });
  const session = await payOwnSession(shop, attempt.accountId, attempt.id, 100);
  expect(await statusOf(shop, session)).toEqual(['checkout.session.completed parked']);
  await nothingHappened(shop);
});

test('ignores a session with an unknown attempt id', async () => {
  const shop = await openShop();
  const owner = await shop.seller();
  await owner.publish({}, 'taller');
  const { accountId } = await openAttempt(shop);
  for (const name of ['nonsense', crypto.randomUUID()]) {
    const session = await payOwnSession(shop, accountId, name);
    expect(await statusOf(shop, session)).toEqual(['checkout.session.completed done']);
  }
  await nothingHappened(shop);
});

test('expires the attempt when its session expires unpaid', async () => {
  const shop = await openShop();
  const owner = await shop.seller();
  await owner.publish({}, 'taller');
  const { id, sessionId, accountId } = await openAttempt(shop);
  await shop.context.sellerStripe(accountId).sessions.expire(sessionId ?? '');
  await shop.settled();
  const [attempt] = await shop.context.db.select().from(attempts).where(eq(attempts.id, id));
  expect(attempt?.state).toBe('expired');
});
