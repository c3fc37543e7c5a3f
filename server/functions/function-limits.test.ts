import { like } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { CallName } from '#domain/calls.ts';

import { rateBuckets } from '#server/db/schema-people.ts';
import { openShop, TEST_ORIGIN, type TestSeller, type TestShop } from '#server/testing.ts';
import { cameFrom } from '#server/testing-peer.ts';

const HOUR_MS = 3600 * 1000;

/** Creates an app whose clock stands still at the beginning of an hour. */
async function openAtRest(): Promise<TestShop> {
  const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  return openShop({ env: { RATE_LIMITS: 'live' }, realNow: () => new Date(start) });
}

/** Counts the calls that succeed before one is rate limited. */
async function allowed(call: () => Promise<{ status: number }>, tries: number): Promise<number> {
  for (let count = 0; count < tries; count += 1) if ((await call()).status === 429) return count;
  return tries;
}

const from =
  (shop: TestShop, seller: TestSeller, address: string, name: CallName, body: object) => async () =>
    shop.fetch(
      new Request(`${TEST_ORIGIN}/functions/v1/${name}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${seller.session.access_token}`,
        },
        body: JSON.stringify(body),
      }),
      cameFrom(address),
    );

test('allows one seller 120 calls per minute in total to functions without limits of their own', async () => {
  const shop = await openAtRest();
  const [one, other] = [await shop.seller(), await shop.seller()];
  expect(await allowed(() => one.call('list-orders', {}), 70)).toBe(70);
  expect(await allowed(() => one.call('get-account', {}), 60)).toBe(50);
  const { status, body } = await one.call('list-pages', {});
  expect([status, body.error?.code, body.error?.retryAfter]).toEqual([429, 'rate_limited', 60]);
  expect((await other.call('list-orders', {})).status).toBe(200);
});

test('allows 600 such calls per minute from one client address', async () => {
  const shop = await openAtRest();
  const [one, other] = [await shop.seller(), await shop.seller()];
  const callsOf = (seller: TestSeller, tries: number) =>
    allowed(from(shop, seller, '203.0.113.7', 'list-orders', {}), tries);
  expect(await callsOf(one, 20)).toBe(20);
  await shop.context.db
    .update(rateBuckets)
    .set({ count: 595 })
    .where(like(rateBuckets.key, 'any:ip:203.0.113.7/%'));
  expect(await callsOf(other, 10)).toBe(5);
  expect(await callsOf(one, 1)).toBe(0);
});

const PLAN_ACTS: [CallName, object][] = [
  ['create-subscription', { planId: 'starter' }],
  ['customer-portal', {}],
  ['stripe-connect-onboarding', {}],
  ['reactivate-subscription', {}],
];

test('limits plan and account functions that call Stripe to 10 per hour each and 30 per hour for one client address', async () => {
  const shop = await openAtRest();
  const [one, other] = [await shop.seller(), await shop.seller()];
  const counts = [];
  for (const [name, body] of PLAN_ACTS)
    counts.push(await allowed(from(shop, one, '203.0.113.7', name, body), 11));
  // Three calls over their own limit also counted for the client address before its limit was reached.
  expect(counts).toEqual([10, 10, 8, 0]);
  expect(await allowed(from(shop, other, '203.0.113.7', 'customer-portal', {}), 1)).toBe(0);
  expect(await allowed(from(shop, other, '203.0.113.8', 'customer-portal', {}), 11)).toBe(10);
});

test('allows 30 slug checks per minute', async () => {
  const shop = await openAtRest();
  const seller = await shop.seller();
  expect(await allowed(() => seller.call('check-slug', { slug: 'taller' }), 40)).toBe(30);
});

test('allows 10 coupon checks per minute for one page and 60 per hour for all pages', async () => {
  let now = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const shop = await openShop({ env: { RATE_LIMITS: 'live' }, realNow: () => new Date(now) });
  const tryOn = (slug: string) => allowed(() => shop.call('apply-coupon', { slug, code: 'GUESS' }), 11);
  expect(await tryOn('one')).toBe(10);
  for (const slug of ['two', 'three', 'four', 'five']) {
    now += 60_000;
    expect(await tryOn(slug)).toBe(10);
  }
  now += 60_000;
  expect(await tryOn('six')).toBe(5);
});

test('counts auth requests of a session toward the default limits of the functions', async () => {
  const shop = await openAtRest();
  const seller = await shop.seller();
  const headers = { authorization: `Bearer ${seller.session.access_token}` };
  const user = () => shop.request('/auth/v1/user', { headers });
  expect(await allowed(() => seller.call('list-orders', {}), 100)).toBe(100);
  expect(await allowed(user, 30)).toBe(20);
  expect(await (await user()).json()).toMatchObject({ code: 'over_request_rate_limit' });
});

test('allows a seller to add 10 domains and check 30 domains per hour, valid or not', async () => {
  const shop = await openAtRest();
  const seller = await shop.seller();
  await seller.takePlan();
  expect(await allowed(() => seller.call('add-domain', { host: 'not a domain' }), 12)).toBe(10);
  expect(await allowed(() => seller.call('check-domain', { domainId: crypto.randomUUID() }), 32)).toBe(30);
});
