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

/** A shop with one attempt, which has not heard of its session. */
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

/** The one session that the provider has made. */
async function sessionAt(shop: TestShop) {
  const { accountId } = await attemptOf(shop);
  const { data } = await shop.context.sellerStripe(accountId).sessions.list({ limit: 100 });
  expect(data).toHaveLength(1);
  const [session] = data;
  if (!session?.url) throw new Error('There is no open session');
  return { id: session.id, url: session.url };
}

test('a session whose making was not heard of is asked for by the same key, and its payment recorded', async () => {
  const { shop } = await openWithNewAttempt('time-out after');
  const { id, url } = await sessionAt(shop);
  await moveOn(shop, 3 * MINUTE_MS);
  expect(await attemptOf(shop)).toMatchObject({ state: 'open', sessionId: id });
  await shop.pay(url);
  await moveOn(shop, 20 * MINUTE_MS);
  expect(await attemptOf(shop)).toMatchObject({ state: 'completed' });
  expect(await shop.context.db.select().from(orders)).toMatchObject([{ sessionId: id, state: 'paid' }]);
});

test('a shop that was killed three times while it looked for attempts looks for them five minutes later', async () => {
  const { shop } = await openWithNewAttempt('time-out after');
  const { db, mode, realNow } = shop.context;
  for (let time = 0; time < MOST_BEGUN; time += 1)
    await upsertBegunJob(db, `cursor ${mode} ${SWEEPS.attempts}`, realNow());
  await moveOn(shop, 3 * MINUTE_MS);
  expect(await attemptOf(shop)).toMatchObject({ state: 'new' });
  await moveOn(shop, 6 * MINUTE_MS);
  expect(await attemptOf(shop)).toMatchObject({ state: 'open' });
});

test('an attempt that the provider never heard of is given up, and makes no session so late', async () => {
  const { shop } = await openWithNewAttempt('time-out before');
  await moveOn(shop, 3 * MINUTE_MS);
  const { accountId, state } = await attemptOf(shop);
  expect(state).toBe('failed');
  expect((await shop.context.sellerStripe(accountId).sessions.list({ limit: 1 })).data).toEqual([]);
});

test('after a day a session is looked for in the list of its account, since its key may be forgotten', async () => {
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

test('a session that was made under the seller’s former name is found by what it names', async () => {
  const { shop } = await openWithNewAttempt('time-out after');
  const { id } = await sessionAt(shop);
  const { accountId } = await attemptOf(shop);
  await shop.context.db.execute(
    `update provider_accounts set business_name = 'Another Name' where account_id = '${accountId}'`,
  );
  await moveOn(shop, 3 * MINUTE_MS);
  expect(await attemptOf(shop)).toMatchObject({ state: 'open', sessionId: id });
});

test('an attempt that nobody pays ends with its session, though nobody tells', async () => {
  const shop = await openDeafShop();
  await (await shop.seller()).publish({}, 'once');
  await shop.call('create-checkout-session', { slug: 'once' });
  expect(await attemptOf(shop)).toMatchObject({ state: 'open' });
  await moveOn(shop, 61 * MINUTE_MS);
  expect(await attemptOf(shop)).toMatchObject({ state: 'expired' });
});

test('an attempt is looked for at growing ages', () => {
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

/** Puts copies of the shop's attempt into the database, each older by a step than the one before. */
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

test('a thousand older attempts that are not due do not keep a newer one from being looked for', async () => {
  const { shop } = await openWithNewAttempt('time-out after');
  await moveOn(shop, MINUTE_MS);
  // Forty hours lie between two ages at which an attempt is looked for.
  const attempt = await copyAttempt(shop, 1000, () => 40 * HOUR_MS);
  await moveOn(shop, 2 * MINUTE_MS);
  expect(await stateOf(shop, attempt.id)).toBe('open');
});

test.each([
  ['at different times', (place: number) => place + 1],
  ['in the same millisecond', () => 1],
])('more attempts than fit into a run that became due %s are all looked for', async (_, ageMs) => {
  const { shop } = await openWithNewAttempt('time-out after');
  const attempt = await copyAttempt(shop, 2 * ATTEMPTS_PER_RUN + 20, ageMs);
  await moveOn(shop, 3 * MINUTE_MS);
  expect(await stateOf(shop, attempt.id)).toBe('open');
  const others = await shop.context.db.select().from(attempts).where(ne(attempts.id, attempt.id));
  expect(new Set(others.map(({ state }) => state))).toEqual(new Set(['failed']));
});

test('an account that is due is visited between two runs over attempts', async () => {
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

test('attempts that cannot be looked for do not keep a newer one from its turn', async () => {
  const { shop, road } = await openWithNewAttempt('time-out after');
  const attempt = await copyAttempt(shop, 2 * ATTEMPTS_PER_RUN, (place) => place + 1);
  road.break(CREATED, '429', TRIES * 2 * ATTEMPTS_PER_RUN);
  await moveOn(shop, 3 * MINUTE_MS);
  expect(await stateOf(shop, attempt.id)).toBe('open');
});

test('sessions of a suspended page are expired though more than a run of older ones cannot be', async () => {
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
