import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';

import { attempts } from '#server/db/schema-money.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { PATIENCE_MS } from '#server/stripe/provider-errors.ts';
import { openRoad, TRIES } from '#server/testing-faults.ts';

const CREATE = /^POST \/v1\/checkout\/sessions$/;

const accountOf = async ({ context }: TestShop) => (await context.stripe.accounts.list()).data[0]?.id ?? '';

const sessions = async (shop: TestShop) =>
  (await shop.context.sellerStripe(await accountOf(shop)).sessions.list({})).data;

test.for(['time-out before', 'time-out after', '500 after'] as const)(
  'creates one session for repeated requests when Stripe fails during creation (%s)',
  async (fault) => {
    const road = openRoad();
    const shop = await openShop({ aroundProvider: road.aroundProvider });
    const seller = await shop.seller();
    await seller.publish({}, 'taller');
    const attempt = crypto.randomUUID();
    const press = () => shop.call('create-checkout-session', { slug: 'taller', attempt });
    road.break(CREATE, fault, TRIES);
    expect(await press()).toMatchObject({
      status: 503,
      body: { error: { code: 'provider_unavailable', title: 'Checkout failed' } },
    });
    const [first, second] = [await press(), await press()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.url).toBe(first.body.url);
    expect(await sessions(shop)).toHaveLength(1);
  },
);

test('hides one lost response from the buyer', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  road.break(CREATE, 'time-out after', 1);
  expect((await shop.call('create-checkout-session', { slug: 'taller' })).status).toBe(200);
  expect(await sessions(shop)).toHaveLength(1);
});

test('hides one rate limit of Stripe from the buyer', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  await (await shop.seller()).publish({}, 'taller');
  road.break(CREATE, '429', TRIES - 1);
  const slowed = vi.spyOn(shop.context.stripeLimiter, 'slowDown');
  expect((await shop.call('create-checkout-session', { slug: 'taller' })).status).toBe(200);
  expect(await sessions(shop)).toHaveLength(1);
  // Background reads slow down in favor of buyers.
  expect(slowed).toHaveBeenCalledTimes(TRIES - 1);
});

const SAVE20 = {
  enableCoupon: true,
  validCoupons: [{ code: 'SAVE20', discount: 20, type: 'percentage' as const }],
};

test('creates a coupon at Stripe once and again after it was deleted there', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  await (await shop.seller()).publish(SAVE20, 'taller');
  const press = () => shop.call('create-checkout-session', { slug: 'taller', appliedCoupon: 'SAVE20' });
  const created = () => road.calls.filter((call) => call === 'POST /v1/coupons');
  for (let time = 0; time < 3; time++) expect((await press()).status).toBe(200);
  expect(created()).toHaveLength(1);
  road.refuse(CREATE, 'resource_missing', 'No such coupon');
  expect((await press()).status).toBe(200);
  expect(created()).toHaveLength(2);
  expect(await sessions(shop)).toHaveLength(4);
});

test('returns 503 after 15 seconds without a response and uses the session that is created late', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  const attempt = crypto.randomUUID();
  const press = () => shop.call('create-checkout-session', { slug: 'taller', attempt });
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  road.hold(CREATE, () => {
    asked.resolve();
    return answered.promise;
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const first = press();
  await asked.promise;
  vi.advanceTimersByTime(PATIENCE_MS);
  expect(await first).toMatchObject({ status: 503, body: { error: { code: 'provider_unavailable' } } });
  vi.useRealTimers();
  answered.resolve();
  expect((await press()).status).toBe(200);
  expect(await sessions(shop)).toHaveLength(1);
});

test("sells with a clock 20 minutes behind Stripe's, even in a retry after 5 minutes", async () => {
  const road = openRoad();
  /** Stripe requires a session to last 30 minutes by its own clock. */
  const ahead: typeof road.aroundProvider = (next) => async (input, init) => {
    const request = new Request(input, init);
    const endsAt = new URLSearchParams(await request.clone().text()).get('expires_at');
    const earliest = Date.now() / 1000 + (20 + 30) * 60;
    if (endsAt === null || Number(endsAt) >= earliest) return next(request);
    const error = { type: 'invalid_request_error', message: 'must be at least 30 minutes from creation' };
    return Response.json({ error }, { status: 400 });
  };
  const shop = await openShop({ aroundProvider: (next) => road.aroundProvider(ahead(next)) });
  await (await shop.seller()).publish({}, 'taller');
  const attempt = crypto.randomUUID();
  const press = () => shop.call('create-checkout-session', { slug: 'taller', attempt });
  road.break(CREATE, 'time-out before', TRIES);
  expect((await press()).status).toBe(503);
  const { db } = shop.context;
  await db.update(attempts).set({ expiresAt: sql`expires_at - interval '5 minutes'` });
  expect((await press()).status).toBe(200);
  expect(await db.select().from(attempts)).toMatchObject([{ state: 'open' }]);
});

test('creates a new attempt when the session of the first would expire too soon', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  const attempt = crypto.randomUUID();
  const press = () => shop.call('create-checkout-session', { slug: 'taller', attempt });
  road.break(CREATE, '429', TRIES);
  expect((await press()).status).toBe(503);
  // Simulates ten minutes passing: Stripe would reject the remaining lifetime.
  await shop.context.db.update(attempts).set({ expiresAt: new Date(Date.now() + 22 * 60_000) });
  expect((await press()).status).toBe(200);
  expect((await shop.context.db.select().from(attempts)).map(({ state }) => state).toSorted()).toEqual([
    'new',
    'open',
  ]);
});

test.for([
  [undefined, { code: 'not_accepting_payments', message: /total is below/ }],
  ['SAVE20', { code: 'coupon_below_minimum', message: /with this coupon/ }],
] as const)(
  "blames the coupon for a total below Stripe's minimum only if there is one (%s)",
  async ([appliedCoupon, { code, message }]) => {
    const road = openRoad();
    const shop = await openShop({ aroundProvider: road.aroundProvider });
    const validCoupons = [{ code: 'SAVE20', discount: 20, type: 'percentage' as const }];
    await (await shop.seller()).publish({ enableCoupon: true, validCoupons }, 'taller');
    road.refuse(CREATE, 'amount_too_small');
    const request = { slug: 'taller', ...(appliedCoupon && { appliedCoupon }) };
    expect(await shop.call('create-checkout-session', request)).toMatchObject({
      body: { error: { code, message: expect.stringMatching(message) as string } },
    });
  },
);

test.for([true, false])(
  'rejects payments for an account that was restricted after publishing (event delivered: %s)',
  async (heard) => {
    let deaf = false;
    const shop = await openShop({
      aroundEvents: (next) => async (url, init) => (deaf ? { status: 200 } : next(url, init)),
    });
    const seller = await shop.seller();
    await seller.publish({}, 'taller');
    deaf = !heard;
    await restrict(shop);
    expect(await shop.call('create-checkout-session', { slug: 'taller' })).toMatchObject({
      status: 409,
      body: { error: { code: 'not_accepting_payments', title: 'Checkout failed' } },
    });
    const { body } = await seller.call('get-connection', {});
    expect(body.state).toBe('incomplete');
  },
);

async function restrict(shop: TestShop): Promise<void> {
  const base = 'http://localhost:3000/builder';
  const link = await shop.context.stripe.accountLinks.create({
    account: await accountOf(shop),
    type: 'account_onboarding',
    refresh_url: base,
    return_url: base,
  });
  const form = { action: 'restricted', business: 'Vane', country: 'US', email: 'vane@example.com' };
  await shop.request(new URL(link.url).pathname, { method: 'POST', body: new URLSearchParams(form) });
  await shop.settled();
}

test('rejects payments for an account that was disconnected without an event', async () => {
  const shop = await openShop({ aroundEvents: () => async () => ({ status: 200 }) });
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  await shop.request(`/sandbox/dashboard/${await accountOf(shop)}/disconnect`, { method: 'POST' });
  expect(await shop.call('create-checkout-session', { slug: 'taller' })).toMatchObject({
    status: 409,
    body: { error: { code: 'not_accepting_payments' } },
  });
  expect((await seller.call('get-connection', {})).body.state).toBe('not_started');
});
