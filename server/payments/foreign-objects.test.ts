import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { checkoutAttempts, orders, sales } from '#server/db/schema-orders.ts';
import { stripeEvents } from '#server/db/schema-stripe-events.ts';
import { createTestApp, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

const accountOf = async (seller: TestSeller) => (await seller.rpc('get-connection', {})).body.stripe_account_id ?? '';

/** Pays a session that the seller created on their own account with an attempt id of their choice. */
async function paySellerMadeSession(app: TestApp, accountId: string, attempt_id: string, unit_amount = 2900) {
  const session = await app.context.sellerStripe(accountId).sessions.create(
    {
      mode: 'payment',
      line_items: [{ quantity: 1, price_data: { currency: 'usd', unit_amount, product_data: { name: 'Anything' } } }],
      metadata: { attempt_id },
      success_url: 'http://localhost:3000/success',
    },
    crypto.randomUUID(),
  );
  await app.payAtStripe(session.url ?? '');
  return session.id;
}

async function openAttempt(app: TestApp) {
  await app.rpc('create-checkout-session', { slug: 'taller' });
  const [attempt] = await app.context.db.select().from(checkoutAttempts);
  if (!attempt) throw new Error('No attempt');
  return attempt;
}

const statusOf = async ({ context: { db } }: TestApp, objectId: string) => {
  const rows = await db.select().from(stripeEvents).where(eq(stripeEvents.objectId, objectId));
  return rows.map(({ type, status }) => `${type} ${status}`);
};

const expectLedgerUnchanged = async ({ context: { db } }: TestApp) => {
  expect(await db.select().from(orders)).toEqual([]);
  expect(await db.select().from(sales)).toEqual([]);
  expect(await db.select().from(checkoutAttempts)).toMatchObject([{ state: 'open' }]);
};

test('dead-letters an event whose account differs from the account of its attempt and creates no order', async () => {
  const app = await createTestApp();
  const [owner, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  await owner.publishPage({}, 'taller');
  await otherSeller.onboard();
  const attempt = await openAttempt(app);
  const session = await paySellerMadeSession(app, await accountOf(otherSeller), attempt.id);
  expect(await statusOf(app, session)).toEqual(['checkout.session.completed dead_lettered']);
  await expectLedgerUnchanged(app);
});

test('dead-letters a second session for the same attempt and creates no order', async () => {
  const app = await createTestApp();
  const owner = await app.signUpSeller();
  await owner.publishPage({}, 'taller');
  const attempt = await openAttempt(app);
  const session = await paySellerMadeSession(app, attempt.accountId, attempt.id);
  expect(await statusOf(app, session)).toEqual(['checkout.session.completed dead_lettered']);
  await expectLedgerUnchanged(app);
});

test('dead-letters a session whose amount differs from its attempt and creates no order', async () => {
  const app = await createTestApp();
  const owner = await app.signUpSeller();
  await owner.publishPage({}, 'taller');
  const attempt = await openAttempt(app);
  await app.context.db.update(checkoutAttempts).set({ sessionId: null });
  const session = await paySellerMadeSession(app, attempt.accountId, attempt.id, 100);
  expect(await statusOf(app, session)).toEqual(['checkout.session.completed dead_lettered']);
  await expectLedgerUnchanged(app);
});

test('ignores a session with an unknown attempt id', async () => {
  const app = await createTestApp();
  const owner = await app.signUpSeller();
  await owner.publishPage({}, 'taller');
  const { accountId } = await openAttempt(app);
  for (const name of ['nonsense', crypto.randomUUID()]) {
    const session = await paySellerMadeSession(app, accountId, name);
    expect(await statusOf(app, session)).toEqual(['checkout.session.completed done']);
  }
  await expectLedgerUnchanged(app);
});

test('expires the attempt when its session expires unpaid', async () => {
  const app = await createTestApp();
  const owner = await app.signUpSeller();
  await owner.publishPage({}, 'taller');
  const { id, sessionId, accountId } = await openAttempt(app);
  await app.context.sellerStripe(accountId).sessions.expire(sessionId ?? '');
  await app.waitUntilIdle();
  const [attempt] = await app.context.db.select().from(checkoutAttempts).where(eq(checkoutAttempts.id, id));
  expect(attempt?.state).toBe('expired');
});
