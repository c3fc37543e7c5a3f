import { like } from 'drizzle-orm';
import { expect, test } from 'vitest';

import type { RpcName } from '#domain/rpc-contract.ts';
import { HOUR_MS } from '#domain/time-units.ts';
import { rateBuckets } from '#server/db/schema-users.ts';
import { nodeEnvFrom } from '#server/testing/listening-server.ts';
import { createTestApp, TEST_ORIGIN, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

/** Creates an app whose clock stands still at the beginning of an hour. */
async function createAppWithFixedClock(): Promise<TestApp> {
  const start = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  return createTestApp({ env: { RATE_LIMITS: 'live' }, realNow: () => new Date(start) });
}

/** Counts the calls that succeed before one is rate limited. */
async function countAllowed(call: () => Promise<{ status: number }>, tries: number): Promise<number> {
  for (let count = 0; count < tries; count += 1) if ((await call()).status === 429) return count;
  return tries;
}

const callFrom = (app: TestApp, seller: TestSeller, address: string, name: RpcName, body: object) => async () =>
  app.fetch(
    new Request(`${TEST_ORIGIN}/functions/v1/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${seller.session.access_token}`,
      },
      body: JSON.stringify(body),
    }),
    nodeEnvFrom(address),
  );

test('allows one seller 120 calls per minute in total to functions without limits of their own', async () => {
  const app = await createAppWithFixedClock();
  const [one, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  expect(await countAllowed(() => one.rpc('list-orders', {}), 70)).toBe(70);
  expect(await countAllowed(() => one.rpc('get-account', {}), 60)).toBe(50);
  const { status, body } = await one.rpc('list-pages', {});
  expect([status, body.error?.code, body.error?.retryAfter]).toEqual([429, 'rate_limited', 60]);
  expect((await otherSeller.rpc('list-orders', {})).status).toBe(200);
});

test('allows 600 such calls per minute from one client address', async () => {
  const app = await createAppWithFixedClock();
  const [one, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  const countCalls = (seller: TestSeller, tries: number) =>
    countAllowed(callFrom(app, seller, '203.0.113.7', 'list-orders', {}), tries);
  expect(await countCalls(one, 20)).toBe(20);
  await app.context.db.update(rateBuckets).set({ count: 595 }).where(like(rateBuckets.key, 'any:ip:203.0.113.7/%'));
  expect(await countCalls(otherSeller, 10)).toBe(5);
  expect(await countCalls(one, 1)).toBe(0);
});

const PLAN_FUNCTIONS: [RpcName, object][] = [
  ['create-subscription', { planId: 'starter' }],
  ['customer-portal', {}],
  ['stripe-connect-onboarding', {}],
  ['reactivate-subscription', {}],
];

test('limits plan and account functions that call Stripe to 10 per hour each and 30 per hour for one client address', async () => {
  const app = await createAppWithFixedClock();
  const [one, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  const counts = [];
  for (const [name, body] of PLAN_FUNCTIONS)
    counts.push(await countAllowed(callFrom(app, one, '203.0.113.7', name, body), 11));
  // Three calls over their own limit also counted for the client address before its limit was reached.
  expect(counts).toEqual([10, 10, 8, 0]);
  expect(await countAllowed(callFrom(app, otherSeller, '203.0.113.7', 'customer-portal', {}), 1)).toBe(0);
  expect(await countAllowed(callFrom(app, otherSeller, '203.0.113.8', 'customer-portal', {}), 11)).toBe(10);
});

test('allows 30 slug checks per minute', async () => {
  const app = await createAppWithFixedClock();
  const seller = await app.signUpSeller();
  expect(await countAllowed(() => seller.rpc('check-slug', { slug: 'taller' }), 40)).toBe(30);
});

test('allows 10 coupon checks per minute for one page and 60 per hour for all pages', async () => {
  let now = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
  const app = await createTestApp({ env: { RATE_LIMITS: 'live' }, realNow: () => new Date(now) });
  const countCouponChecks = (slug: string) => countAllowed(() => app.rpc('apply-coupon', { slug, code: 'GUESS' }), 11);
  expect(await countCouponChecks('one')).toBe(10);
  for (const slug of ['two', 'three', 'four', 'five']) {
    now += 60_000;
    expect(await countCouponChecks(slug)).toBe(10);
  }
  now += 60_000;
  expect(await countCouponChecks('six')).toBe(5);
});

test('counts auth requests of a session toward the default limits of the functions', async () => {
  const app = await createAppWithFixedClock();
  const seller = await app.signUpSeller();
  const headers = { authorization: `Bearer ${seller.session.access_token}` };
  const fetchUser = () => app.request('/auth/v1/user', { headers });
  expect(await countAllowed(() => seller.rpc('list-orders', {}), 100)).toBe(100);
  expect(await countAllowed(fetchUser, 30)).toBe(20);
  expect(await (await fetchUser()).json()).toMatchObject({ code: 'over_request_rate_limit' });
});

test('allows a seller to add 10 domains and check 30 domains per hour, valid or not', async () => {
  const app = await createAppWithFixedClock();
  const seller = await app.signUpSeller();
  await seller.givePlan();
  expect(await countAllowed(() => seller.rpc('add-domain', { host: 'not a domain' }), 12)).toBe(10);
  expect(await countAllowed(() => seller.rpc('check-domain', { domainId: crypto.randomUUID() }), 32)).toBe(30);
});
