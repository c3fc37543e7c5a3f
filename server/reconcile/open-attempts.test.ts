import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { MOST_BEGUN } from '#server/counted-job.ts';
import { upsertBegunJob } from '#server/db/begun-jobs.ts';
import { SWEEPS } from '#server/db/event-cursors.ts';
import { attempts, orders } from '#server/db/schema-money.ts';
import type { TestShop } from '#server/testing.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, moveOn, openDeafShop } from '#server/testing-deaf.ts';
import { openRoad, TRIES, type Fault } from '#server/testing-faults.ts';

import { creationsToLookFor } from './open-attempts.ts';

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
    await upsertBegunJob(db, `cursor ${mode} ${SWEEPS.open}`, realNow());
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
    creationsToLookFor(state, from, to).some(({ after, upTo }) => after < createdAt && createdAt <= upTo);
  const looks = (state: 'new' | 'open') =>
    Array.from({ length: 300 }, (_, minute) => minute + 1).filter((minute) =>
      isLookedFor(state, at(minute - 1), at(minute)),
    );
  expect(looks('new')).toEqual([2, 4, 8, 16, 32, 64, 128, 256]);
  expect(looks('open')).toEqual([15, 30, 60, 120, 240]);
  expect(isLookedFor('open', new Date(0), at(14))).toBe(false);
  expect(isLookedFor('open', new Date(0), at(1000))).toBe(true);
});

test('a thousand older attempts that are not due do not keep a newer one from being looked for', async () => {
  const { shop } = await openWithNewAttempt('time-out after');
  await moveOn(shop, MINUTE_MS);
  const attempt = await attemptOf(shop);
  // Forty hours lie between two ages at which an attempt is looked for.
  const createdAt = new Date(attempt.createdAt.getTime() - 40 * HOUR_MS);
  const older = Array.from({ length: 1000 }, () => ({
    ...attempt,
    id: crypto.randomUUID(),
    token: crypto.randomUUID(),
    createdAt,
  }));
  await shop.context.db.insert(attempts).values(older);
  await moveOn(shop, 2 * MINUTE_MS);
  const [looked] = await shop.context.db.select().from(attempts).where(eq(attempts.id, attempt.id));
  expect(looked).toMatchObject({ state: 'open' });
});
