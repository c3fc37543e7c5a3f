import { eq, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { checkoutAttempts, orders } from '#server/db/schema-orders.ts';
import { pages } from '#server/db/schema-pages.ts';
import { MAX_STARTS, recordJobStart } from '#server/jobs/crash-guard.ts';
import { SWEEPS } from '#server/stripe/reconcile-cursors.ts';
import { advanceBusinessClock, createAppWithoutEvents } from '#server/testing/dropped-events.ts';
import { createFaultyStripe, TRIES, type Fault } from '#server/testing/faulty-stripe.ts';
import type { TestApp } from '#server/testing/test-app.ts';

import { ATTEMPTS_PER_RUN, dueWindows } from './reconcile-attempts.ts';

const CREATE_REQUEST = /^POST \/v1\/checkout\/sessions$/;

/** Creates an app with one attempt that does not know its session. */
async function createAppWithNewAttempt(faultKind: Fault) {
  const transport = createFaultyStripe();
  const app = await createAppWithoutEvents({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'once');
  transport.injectFault(CREATE_REQUEST, faultKind, TRIES);
  await app.rpc('create-checkout-session', { slug: 'once' });
  expect(await attemptOf(app)).toMatchObject({ state: 'new', sessionId: null });
  return { app, transport, seller };
}

async function attemptOf({ context: { db } }: TestApp) {
  const [attempt] = await db.select().from(checkoutAttempts);
  if (!attempt) throw new Error('There is no attempt');
  return attempt;
}

/** Returns the only session at Stripe. */
async function findOnlySession(app: TestApp) {
  const { accountId } = await attemptOf(app);
  const { data } = await app.context.sellerStripe(accountId).sessions.list({ limit: 100 });
  expect(data).toHaveLength(1);
  const [session] = data;
  if (!session?.url) throw new Error('There is no open session');
  return { id: session.id, url: session.url };
}

test('finds a session whose creation was not confirmed by its idempotency key and records its payment', async () => {
  const { app } = await createAppWithNewAttempt('time-out after');
  const { id, url } = await findOnlySession(app);
  await advanceBusinessClock(app, 3 * MINUTE_MS);
  expect(await attemptOf(app)).toMatchObject({ state: 'open', sessionId: id });
  await app.payAtStripe(url);
  await advanceBusinessClock(app, 20 * MINUTE_MS);
  expect(await attemptOf(app)).toMatchObject({ state: 'completed' });
  expect(await app.context.db.select().from(orders)).toMatchObject([{ sessionId: id, state: 'paid' }]);
});

test('postpones the search for five minutes after three crashes', async () => {
  const { app } = await createAppWithNewAttempt('time-out after');
  const { db, mode, realNow } = app.context;
  for (let index = 0; index < MAX_STARTS; index += 1)
    await recordJobStart(db, `cursor ${mode} ${SWEEPS.attempts}`, realNow());
  await advanceBusinessClock(app, 3 * MINUTE_MS);
  expect(await attemptOf(app)).toMatchObject({ state: 'new' });
  await advanceBusinessClock(app, 6 * MINUTE_MS);
  expect(await attemptOf(app)).toMatchObject({ state: 'open' });
});

test('fails an attempt without a session and creates none so late', async () => {
  const { app } = await createAppWithNewAttempt('time-out before');
  await advanceBusinessClock(app, 3 * MINUTE_MS);
  const { accountId, state } = await attemptOf(app);
  expect(state).toBe('failed');
  expect((await app.context.sellerStripe(accountId).sessions.list({ limit: 1 })).data).toEqual([]);
});

test("searches the account's list after a day, when the idempotency key may have expired", async () => {
  const { app, transport } = await createAppWithNewAttempt('time-out after');
  const { id, url } = await findOnlySession(app);
  await app.payAtStripe(url);
  transport.injectFault(CREATE_REQUEST, '429', 1000);
  transport.injectFault(/^GET \/v1\/events$/, '429', 1000);
  await advanceBusinessClock(app, 22 * HOUR_MS);
  expect(await attemptOf(app)).toMatchObject({ state: 'new' });
  await advanceBusinessClock(app, DAY_MS);
  expect(await attemptOf(app)).toMatchObject({ state: 'completed', sessionId: id });
});

test('finds a session that was created under a former business name by its metadata', async () => {
  const { app } = await createAppWithNewAttempt('time-out after');
  const { id } = await findOnlySession(app);
  const { accountId } = await attemptOf(app);
  await app.context.db.execute(
    `update stripe_accounts set business_name = 'Another Name' where account_id = '${accountId}'`,
  );
  await advanceBusinessClock(app, 3 * MINUTE_MS);
  expect(await attemptOf(app)).toMatchObject({ state: 'open', sessionId: id });
});

test('expires an unpaid attempt with its session without an event', async () => {
  const app = await createAppWithoutEvents();
  await (await app.signUpSeller()).publishPage({}, 'once');
  await app.rpc('create-checkout-session', { slug: 'once' });
  expect(await attemptOf(app)).toMatchObject({ state: 'open' });
  await advanceBusinessClock(app, 61 * MINUTE_MS);
  expect(await attemptOf(app)).toMatchObject({ state: 'expired' });
});

test('checks an attempt at growing ages', () => {
  const createdAt = new Date('2026-11-01T12:00:00Z');
  const atMinute = (minutes: number) => new Date(createdAt.getTime() + minutes * MINUTE_MS);
  const isDue = (state: 'new' | 'open', from: Date, to: Date) =>
    dueWindows(state, from, to).some(({ after, upTo }) => after < createdAt && createdAt <= upTo);
  const dueMinutes = (state: 'new' | 'open') =>
    Array.from({ length: 300 }, (_, minute) => minute + 1).filter((minute) =>
      isDue(state, atMinute(minute - 1), atMinute(minute)),
    );
  expect(dueMinutes('new')).toEqual([2, 4, 8, 16, 32, 64, 128, 256]);
  expect(dueMinutes('open')).toEqual([15, 30, 60, 120, 240]);
  expect(isDue('open', new Date(0), atMinute(14))).toBe(false);
  expect(isDue('open', new Date(0), atMinute(1000))).toBe(true);
});

/** Inserts copies of the attempt; `ageMs` returns how much older each one is. */
async function copyAttempt(app: TestApp, count: number, ageMs: (index: number) => number) {
  const attempt = await attemptOf(app);
  const copies = Array.from({ length: count }, (_, index) => ({
    ...attempt,
    id: crypto.randomUUID(),
    token: crypto.randomUUID(),
    createdAt: new Date(attempt.createdAt.getTime() - ageMs(index)),
  }));
  await app.context.db.insert(checkoutAttempts).values(copies);
  return attempt;
}

async function stateOf({ context: { db } }: TestApp, id: string) {
  const [attempt] = await db.select().from(checkoutAttempts).where(eq(checkoutAttempts.id, id));
  return attempt?.state;
}

test('checks a new attempt although a thousand older ones are not due', async () => {
  const { app } = await createAppWithNewAttempt('time-out after');
  await advanceBusinessClock(app, MINUTE_MS);
  // 40 hours lie between two ages at which an attempt is checked.
  const attempt = await copyAttempt(app, 1000, () => 40 * HOUR_MS);
  await advanceBusinessClock(app, 2 * MINUTE_MS);
  expect(await stateOf(app, attempt.id)).toBe('open');
});

test.each([
  ['at different times', (index: number) => index + 1],
  ['in the same millisecond', () => 1],
])('checks all attempts when more than one run become due %s', async (_, ageMs) => {
  const { app } = await createAppWithNewAttempt('time-out after');
  const attempt = await copyAttempt(app, 2 * ATTEMPTS_PER_RUN + 20, ageMs);
  await advanceBusinessClock(app, 3 * MINUTE_MS);
  expect(await stateOf(app, attempt.id)).toBe('open');
  const otherAttempts = await app.context.db.select().from(checkoutAttempts).where(ne(checkoutAttempts.id, attempt.id));
  expect(new Set(otherAttempts.map(({ state }) => state))).toEqual(new Set(['failed']));
});

test('visits a due account between two runs over attempts', async () => {
  const { app, transport } = await createAppWithNewAttempt('time-out after');
  await copyAttempt(app, 2 * ATTEMPTS_PER_RUN, (index) => index + 1);
  const accountRequestIndexes: number[] = [];
  transport.rewrite(/^GET \/v1\/events$/, (body, accountId) => {
    if (accountId !== null) accountRequestIndexes.push(transport.calls.length);
    return body;
  });
  await advanceBusinessClock(app, 25 * MINUTE_MS);
  expect(accountRequestIndexes[0]).toBeLessThan(transport.calls.lastIndexOf('POST /v1/checkout/sessions'));
});

test('checks a new attempt although others fail', async () => {
  const { app, transport } = await createAppWithNewAttempt('time-out after');
  const attempt = await copyAttempt(app, 2 * ATTEMPTS_PER_RUN, (index) => index + 1);
  transport.injectFault(CREATE_REQUEST, '429', TRIES * 2 * ATTEMPTS_PER_RUN);
  await advanceBusinessClock(app, 3 * MINUTE_MS);
  expect(await stateOf(app, attempt.id)).toBe('open');
});

test('expires sessions of a suspended page although those of more than one run fail', async () => {
  const app = await createAppWithoutEvents();
  await (await app.signUpSeller()).publishPage({}, 'once');
  await app.rpc('create-checkout-session', { slug: 'once' });
  const attempt = await attemptOf(app);
  const { db, realNow } = app.context;
  await db.insert(checkoutAttempts).values(
    Array.from({ length: 2 * ATTEMPTS_PER_RUN }, (_, index) => ({
      ...attempt,
      id: crypto.randomUUID(),
      token: crypto.randomUUID(),
      sessionId: `cs_test_unknown_${index}`,
      createdAt: new Date(attempt.createdAt.getTime() - index - 1),
    })),
  );
  await db.update(pages).set({ suspendedAt: realNow() }).where(eq(pages.id, attempt.pageId));
  await advanceBusinessClock(app, 2 * MINUTE_MS);
  expect(await stateOf(app, attempt.id)).toBe('expired');
});
