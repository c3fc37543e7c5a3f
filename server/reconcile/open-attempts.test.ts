import { eq, ne } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { MOST_BEGUN } from '#server/counted-job.ts';
import { upsertBegunJob } from '#server/db/begun-jobs.ts';
import { SWEEPS } from '#server/db/event-cursors.ts';
import { attempts, orders } from '#server/db/schema-money.ts';
import { pages } from '#server/db/schema-pages.ts';
import type { TestShop } from '#server/testing.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, moveOn, openDeafShop } from '#server/testing-deaf.ts';
import { openRoad, TRIES, type Fault } from '#server/testing-faults.ts';

import { ATTEMPTS_PER_RUN, windowsToLookFor } from './open-attempts.ts';

const CREATED = /^POST \/v1\/checkout\/sessions$/;

/** Creates an app with one attempt that does not know its session. */
async function openWithNewAttempt(fault: Fault) {
  const road = openRoad();
  const shop = await openDeafShop({ aroundProvider: road.aroundProvider });
  const seller = await shop.seller();
  await seller.publish({}, 'once');
  road.break(CREATED, fault, TRIES);
  await shop.call('create-checkout-session', { slug: 'once' });
  expect(await attemptOf(shop)).toMatchObject({ state: 'new', sessionId: null });
  return { shop, road, seller };
}

async function attemptOf({ context: { db } }: TestShop) {
  const [attempt] = await db.select().from(attempts);
  if (!attempt) throw new Error('There is no attempt');
  return attempt;
}

/** Returns the only session at Stripe. */
async function sessionAt(shop: TestShop) {
  const { accountId } = await attemptOf(shop);
  const { data } = await shop.context.sellerStripe(accountId).sessions.list({ limit: 100 });
  expect(data).toHaveLength(1);
  const [session] = data;
  if (!session?.url) throw new Error('There is no open session');
  return { id: session.id, url: session.url };
}

test('finds a session whose creation was not confirmed by its idempotency key and records its payment', async () => {
  const { shop } = await openWithNewAttempt('time-out after');
  const { id, url } = await sessionAt(shop);
  await moveOn(shop, 3 * MINUTE_MS);
  expect(await attemptOf(shop)).toMatchObject({ state: 'open', sessionId: id });
  await shop.pay(url);
  await moveOn(shop, 20 * MINUTE_MS);
  expect(await attemptOf(shop)).toMatchObject({ state: 'completed' });
  expect(await shop.context.db.select().from(orders)).toMatchObject([{ sessionId: id, state: 'paid' }]);
});

test('postpones the search for five minutes after three crashes', async () => {
  const { shop } = await openWithNewAttempt('time-out after');
  const { db, mode, realNow } = shop.context;
  for (let time = 0; time < MOST_BEGUN; time += 1)
    await upsertBegunJob(db, `cursor ${mode} ${SWEEPS.attempts}`, realNow());
  await moveOn(shop, 3 * MINUTE_MS);
  expect(await attemptOf(shop)).toMatchObject({ state: 'new' });
  await moveOn(shop, 6 * MINUTE_MS);
  expect(await attemptOf(shop)).toMatchObject({ state: 'open' });
});

test('fails an attempt without a session and creates none so late', async () => {
  const { shop } = await openWithNewAttempt('time-out before');
  await moveOn(shop, 3 * MINUTE_MS);
  const { accountId, state } = await attemptOf(shop);
  expect(state).toBe('failed');
  expect((await shop.context.sellerStripe(accountId).sessions.list({ limit: 1 })).data).toEqual([]);
});

test("searches the account's list after a day, when the idempotency key may have expired", async () => {
  const { shop, road } = await openWithNewAttempt('time-out after');
  const { id, url } = await sessionAt(shop);
  await shop.pay(url);
  road.break(CREATED, '429', 1000);
  road.break(/^GET \/v1\/events$/, '429', 1000);
  await moveOn(shop, 22 * HOUR_MS);
  expect(await attemptOf(shop)).toMatchObject({ state: 'new' });
  await moveOn(shop, DAY_MS);
  expect(await attemptOf(shop)).toMatchObject({ state: 'completed', sessionId: id });
});

test('finds a session that was created under a former business name by its metadata', async () => {
  const { shop } = await openWithNewAttempt('time-out after');
  const { id } = await sessionAt(shop);
  const { accountId } = await attemptOf(shop);
  await shop.context.db.execute(
    `update provider_accounts set business_name = 'Another Name' where account_id = '${accountId}'`,
  );
  await moveOn(shop, 3 * MINUTE_MS);
  expect(await attemptOf(shop)).toMatchObject({ state: 'open', sessionId: id });
});

test('expires an unpaid attempt with its session without an event', async () => {
  const shop = await openDeafShop();
  await (await shop.seller()).publish({}, 'once');
  await shop.call('create-checkout-session', { slug: 'once' });
  expect(await attemptOf(shop)).toMatchObject({ state: 'open' });
  await moveOn(shop, 61 * MINUTE_MS);
  expect(await attemptOf(shop)).toMatchObject({ state: 'expired' });
});

test('checks an attempt at growing ages', () => {
  const createdAt = new Date('2026-11-01T12:00:00Z');
  const at = (minutes: number) => new Date(createdAt.getTime() + minutes * MINUTE_MS);
  const isLookedFor = (state: 'new' | 'open', from: Date, to: Date) =>
    windowsToLookFor(state, from, to).some(({ after, upTo }) => after < createdAt && createdAt <= upTo);
  const looks = (state: 'new' | 'open') =>
    Array.from({ length: 300 }, (_, minute) => minute + 1).filter((minute) =>
      isLookedFor(state, at(minute - 1), at(minute)),
    );
  expect(looks('new')).toEqual([2, 4, 8, 16, 32, 64, 128, 256]);
  expect(looks('open')).toEqual([15, 30, 60, 120, 240]);
  expect(isLookedFor('open', new Date(0), at(14))).toBe(false);
  expect(isLookedFor('open', new Date(0), at(1000))).toBe(true);
});

/** Inserts copies of the attempt; `ageMs` returns how much older each one is. */
async function copyAttempt(shop: TestShop, count: number, ageMs: (place: number) => number) {
  const attempt = await attemptOf(shop);
  const copies = Array.from({ length: count }, (_, place) => ({
    ...attempt,
    id: crypto.randomUUID(),
    token: crypto.randomUUID(),
    createdAt: new Date(attempt.createdAt.getTime() - ageMs(place)),
  }));
  await shop.context.db.insert(attempts).values(copies);
  return attempt;
}

async function stateOf({ context: { db } }: TestShop, id: string) {
  const [attempt] = await db.select().from(attempts).where(eq(attempts.id, id));
  return attempt?.state;
}

test('checks a new attempt although a thousand older ones are not due', async () => {
  const { shop } = await openWithNewAttempt('time-out after');
  await moveOn(shop, MINUTE_MS);
  // 40 hours lie between two ages at which an attempt is checked.
  const attempt = await copyAttempt(shop, 1000, () => 40 * HOUR_MS);
  await moveOn(shop, 2 * MINUTE_MS);
  expect(await stateOf(shop, attempt.id)).toBe('open');
});

test.each([
  ['at different times', (place: number) => place + 1],
  ['in the same millisecond', () => 1],
])('checks all attempts when more than one run become due %s', async (_, ageMs) => {
  const { shop } = await openWithNewAttempt('time-out after');
  const attempt = await copyAttempt(shop, 2 * ATTEMPTS_PER_RUN + 20, ageMs);
  await moveOn(shop, 3 * MINUTE_MS);
  expect(await stateOf(shop, attempt.id)).toBe('open');
  const others = await shop.context.db.select().from(attempts).where(ne(attempts.id, attempt.id));
  expect(new Set(others.map(({ state }) => state))).toEqual(new Set(['failed']));
});

test('visits a due account between two runs over attempts', async () => {
  const { shop, road } = await openWithNewAttempt('time-out after');
  await copyAttempt(shop, 2 * ATTEMPTS_PER_RUN, (place) => place + 1);
  const visitedAt: number[] = [];
  road.rewrite(/^GET \/v1\/events$/, (body, accountId) => {
    if (accountId !== null) visitedAt.push(road.calls.length);
    return body;
  });
  await moveOn(shop, 25 * MINUTE_MS);
  expect(visitedAt[0]).toBeLessThan(road.calls.lastIndexOf('POST /v1/checkout/sessions'));
});

test('checks a new attempt although others fail', async () => {
  const { shop, road } = await openWithNewAttempt('time-out after');
  const attempt = await copyAttempt(shop, 2 * ATTEMPTS_PER_RUN, (place) => place + 1);
  road.break(CREATED, '429', TRIES * 2 * ATTEMPTS_PER_RUN);
  await moveOn(shop, 3 * MINUTE_MS);
  expect(await stateOf(shop, attempt.id)).toBe('open');
});

test('expires sessions of a suspended page although those of more than one run fail', async () => {
  const shop = await openDeafShop();
  await (await shop.seller()).publish({}, 'once');
  await shop.call('create-checkout-session', { slug: 'once' });
  const attempt = await attemptOf(shop);
  const { db, realNow } = shop.context;
  await db.insert(attempts).values(
    Array.from({ length: 2 * ATTEMPTS_PER_RUN }, (_, place) => ({
      ...attempt,
      id: crypto.randomUUID(),
      token: crypto.randomUUID(),
      sessionId: `cs_test_unknown_${place}`,
      createdAt: new Date(attempt.createdAt.getTime() - place - 1),
    })),
  );
  await db.update(pages).set({ suspendedAt: realNow() }).where(eq(pages.id, attempt.pageId));
  await moveOn(shop, 2 * MINUTE_MS);
  expect(await stateOf(shop, attempt.id)).toBe('expired');
});
