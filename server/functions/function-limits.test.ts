import { like } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { CallName } from '#domain/calls.ts';

import { rateBuckets } from '#server/db/schema-people.ts';
import { openShop, TEST_ORIGIN, type TestSeller, type TestShop } from '#server/testing.ts';
import { cameFrom } from '#server/testing-peer.ts';

const HOUR_MS = 3600 * 1000;

/** A shop whose clock stands still at the beginning of an hour. */
async function openAtRest(): Promise<TestShop> {
  const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  return openShop({ env: { RATE_LIMITS: 'live' }, realNow: () => new Date(start) });
}

/** How many calls at most are not refused for their number. */
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

test('what has no figures of its own may be called 120 times in a minute by one seller, all of it together', async () => {
  const shop = await openAtRest();
  const [one, other] = [await shop.seller(), await shop.seller()];
  expect(await allowed(() => one.call('list-orders', {}), 70)).toBe(70);
  expect(await allowed(() => one.call('get-account', {}), 60)).toBe(50);
  const { status, body } = await one.call('list-pages', {});
  expect([status, body.error?.code, body.error?.retryAfter]).toEqual([429, 'rate_limited', 60]);
  expect((await other.call('list-orders', {})).status).toBe(200);
});

test('it may be called 600 times in a minute from one place', async () => {
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

test('what asks the provider for plans and accounts: ten times in an hour each, thirty times from one place', async () => {
  const shop = await openAtRest();
  const [one, other] = [await shop.seller(), await shop.seller()];
  const counts = [];
  for (const [name, body] of PLAN_ACTS)
    counts.push(await allowed(from(shop, one, '203.0.113.7', name, body), 11));
  // Three refused ones were counted for the place as well, before it was used up itself.
  expect(counts).toEqual([10, 10, 8, 0]);
  expect(await allowed(from(shop, other, '203.0.113.7', 'customer-portal', {}), 1)).toBe(0);
  expect(await allowed(from(shop, other, '203.0.113.8', 'customer-portal', {}), 11)).toBe(10);
});

test('asking for an address of a page: thirty times in a minute', async () => {
  const shop = await openAtRest();
  const seller = await shop.seller();
  expect(await allowed(() => seller.call('check-slug', { slug: 'taller' }), 40)).toBe(30);
});

test('a coupon: ten times in a minute for a page, sixty times in an hour for all pages', async () => {
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

test('a session’s doors share the everyday figures with the functions', async () => {
  const shop = await openAtRest();
  const seller = await shop.seller();
  const headers = { authorization: `Bearer ${seller.session.access_token}` };
  const user = () => shop.request('/auth/v1/user', { headers });
  expect(await allowed(() => seller.call('list-orders', {}), 100)).toBe(100);
  expect(await allowed(user, 30)).toBe(20);
  expect(await (await user()).json()).toMatchObject({ code: 'over_request_rate_limit' });
});

test('a seller adds 10 domains in an hour and looks at them 30 times, whatever they are', async () => {
  const shop = await openAtRest();
  const seller = await shop.seller();
  await seller.takePlan();
  expect(await allowed(() => seller.call('add-domain', { host: 'not a domain' }), 12)).toBe(10);
  expect(await allowed(() => seller.call('check-domain', { domainId: crypto.randomUUID() }), 32)).toBe(30);
});
