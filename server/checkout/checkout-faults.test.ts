import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';

import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { CALL_TIMEOUT_MS } from '#server/stripe/stripe-errors.ts';
import { createFaultyStripe, TRIES } from '#server/testing/faulty-stripe.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const CREATE = /^POST \/v1\/checkout\/sessions$/;

const accountOf = async ({ context }: TestApp) => (await context.stripe.accounts.list()).data[0]?.id ?? '';

const listSessions = async (app: TestApp) =>
  (await app.context.sellerStripe(await accountOf(app)).sessions.list({})).data;

test.for(['time-out before', 'time-out after', '500 after'] as const)(
  'creates one session for repeated requests when Stripe fails during creation (%s)',
  async (faultKind) => {
    const transport = createFaultyStripe();
    const app = await createTestApp({ wrapStripe: transport.wrapStripe });
    const seller = await app.signUpSeller();
    await seller.publishPage({}, 'taller');
    const attempt = crypto.randomUUID();
    const requestCheckout = () => app.rpc('create-checkout-session', { slug: 'taller', attempt });
    transport.injectFault(CREATE, faultKind, TRIES);
    expect(await requestCheckout()).toMatchObject({
      status: 503,
      body: { error: { code: 'provider_unavailable', title: 'Checkout failed' } },
    });
    const [first, second] = [await requestCheckout(), await requestCheckout()];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.url).toBe(first.body.url);
    expect(await listSessions(app)).toHaveLength(1);
  },
);

test('hides one lost response from the buyer', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  transport.injectFault(CREATE, 'time-out after', 1);
  expect((await app.rpc('create-checkout-session', { slug: 'taller' })).status).toBe(200);
  expect(await listSessions(app)).toHaveLength(1);
});

test('hides one rate limit of Stripe from the buyer', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  transport.injectFault(CREATE, '429', TRIES - 1);
  const reduceConcurrency = vi.spyOn(app.context.stripeLimiter, 'reduceConcurrency');
  expect((await app.rpc('create-checkout-session', { slug: 'taller' })).status).toBe(200);
  expect(await listSessions(app)).toHaveLength(1);
  // Background reads slow down in favor of buyers.
  expect(reduceConcurrency).toHaveBeenCalledTimes(TRIES - 1);
});

const SAVE20 = {
  enableCoupon: true,
  validCoupons: [{ code: 'SAVE20', discount: 20, type: 'percentage' as const }],
};

test('creates a coupon at Stripe once and again after it was deleted there', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  await (await app.signUpSeller()).publishPage(SAVE20, 'taller');
  const requestCheckout = () => app.rpc('create-checkout-session', { slug: 'taller', appliedCoupon: 'SAVE20' });
  const listCouponRequests = () => transport.calls.filter((call) => call === 'POST /v1/coupons');
  for (let time = 0; time < 3; time++) expect((await requestCheckout()).status).toBe(200);
  expect(listCouponRequests()).toHaveLength(1);
  transport.rejectOnce(CREATE, 'resource_missing', 'No such coupon');
  expect((await requestCheckout()).status).toBe(200);
  expect(listCouponRequests()).toHaveLength(2);
  expect(await listSessions(app)).toHaveLength(4);
});

test('creates one product for all buyers, and activates it again after the seller archived it', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  const requestCheckout = () => app.rpc('create-checkout-session', { slug: 'taller' });
  for (let time = 0; time < 3; time++) expect((await requestCheckout()).status).toBe(200);
  expect(transport.calls.filter((call) => call === 'POST /v1/products')).toHaveLength(1);
  transport.rejectOnce(CREATE, 'resource_missing', 'No such product');
  expect((await requestCheckout()).status).toBe(200);
  expect(transport.calls.filter((call) => call.startsWith('POST /v1/products/tw_'))).toHaveLength(1);
});

test('returns 503 after 15 seconds without a response and uses the session that is created late', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  const attempt = crypto.randomUUID();
  const requestCheckout = () => app.rpc('create-checkout-session', { slug: 'taller', attempt });
  const [requested, responded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  transport.delayOnce(CREATE, () => {
    requested.resolve();
    return responded.promise;
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const first = requestCheckout();
  await requested.promise;
  vi.advanceTimersByTime(CALL_TIMEOUT_MS);
  expect(await first).toMatchObject({ status: 503, body: { error: { code: 'provider_unavailable' } } });
  vi.useRealTimers();
  responded.resolve();
  expect((await requestCheckout()).status).toBe(200);
  expect(await listSessions(app)).toHaveLength(1);
});

test("sells with a clock 20 minutes behind Stripe's, even in a retry after 5 minutes", async () => {
  const transport = createFaultyStripe();
  /** Stripe requires a session to last 30 minutes by its own clock. */
  const withClockAhead: typeof transport.wrapStripe = (next) => async (input, init) => {
    const request = new Request(input, init);
    const endsAt = new URLSearchParams(await request.clone().text()).get('expires_at');
    const earliest = Date.now() / 1000 + (20 + 30) * 60;
    if (endsAt === null || Number(endsAt) >= earliest) return next(request);
    const error = { type: 'invalid_request_error', message: 'must be at least 30 minutes from creation' };
    return Response.json({ error }, { status: 400 });
  };
  const app = await createTestApp({ wrapStripe: (next) => transport.wrapStripe(withClockAhead(next)) });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  const attempt = crypto.randomUUID();
  const requestCheckout = () => app.rpc('create-checkout-session', { slug: 'taller', attempt });
  transport.injectFault(CREATE, 'time-out before', TRIES);
  expect((await requestCheckout()).status).toBe(503);
  const { db } = app.context;
  await db.update(checkoutAttempts).set({ expiresAt: sql`expires_at - interval '5 minutes'` });
  expect((await requestCheckout()).status).toBe(200);
  expect(await db.select().from(checkoutAttempts)).toMatchObject([{ state: 'open' }]);
});

test('creates a new attempt when the session of the first would expire too soon', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  const attempt = crypto.randomUUID();
  const requestCheckout = () => app.rpc('create-checkout-session', { slug: 'taller', attempt });
  transport.injectFault(CREATE, '429', TRIES);
  expect((await requestCheckout()).status).toBe(503);
  // Simulates ten minutes passing: Stripe would reject the remaining lifetime.
  await app.context.db.update(checkoutAttempts).set({ expiresAt: new Date(Date.now() + 22 * 60_000) });
  expect((await requestCheckout()).status).toBe(200);
  expect((await app.context.db.select().from(checkoutAttempts)).map(({ state }) => state).toSorted()).toEqual([
    'new',
    'open',
  ]);
});

test.for([
  [undefined, { code: 'not_accepting_payments', message: /total is below/ }],
  ['SAVE20', { code: 'coupon_below_minimum', message: /With this coupon/ }],
] as const)(
  "blames the coupon for a total below Stripe's minimum only if there is one (%s)",
  async ([appliedCoupon, { code, message }]) => {
    const transport = createFaultyStripe();
    const app = await createTestApp({ wrapStripe: transport.wrapStripe });
    const validCoupons = [{ code: 'SAVE20', discount: 20, type: 'percentage' as const }];
    await (await app.signUpSeller()).publishPage({ enableCoupon: true, validCoupons }, 'taller');
    transport.rejectOnce(CREATE, 'amount_too_small');
    const request = { slug: 'taller', ...(appliedCoupon && { appliedCoupon }) };
    expect(await app.rpc('create-checkout-session', request)).toMatchObject({
      body: { error: { code, message: expect.stringMatching(message) as string } },
    });
  },
);

test.for([true, false])(
  'rejects payments for an account that was restricted after publishing (event delivered: %s)',
  async (isEventDelivered) => {
    let isIgnoringEvents = false;
    const app = await createTestApp({
      wrapEventDelivery: (next) => async (url, init) => (isIgnoringEvents ? { status: 200 } : next(url, init)),
    });
    const seller = await app.signUpSeller();
    await seller.publishPage({}, 'taller');
    isIgnoringEvents = !isEventDelivered;
    await restrict(app);
    expect(await app.rpc('create-checkout-session', { slug: 'taller' })).toMatchObject({
      status: 409,
      body: { error: { code: 'not_accepting_payments', title: 'Checkout failed' } },
    });
    const { body } = await seller.rpc('get-connection', {});
    expect(body.state).toBe('incomplete');
  },
);

async function restrict(app: TestApp): Promise<void> {
  const base = 'http://localhost:3000/builder';
  const link = await app.context.stripe.accountLinks.create({
    account: await accountOf(app),
    type: 'account_onboarding',
    refresh_url: base,
    return_url: base,
  });
  const form = { action: 'restricted', business: 'Vane', country: 'US', email: 'vane@example.com' };
  await app.request(new URL(link.url).pathname, { method: 'POST', body: new URLSearchParams(form) });
  await app.waitUntilIdle();
}

test('rejects payments for an account that was disconnected without an event', async () => {
  const app = await createTestApp({ wrapEventDelivery: () => async () => ({ status: 200 }) });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  await app.request(`/sandbox/dashboard/${await accountOf(app)}/disconnect`, { method: 'POST' });
  expect(await app.rpc('create-checkout-session', { slug: 'taller' })).toMatchObject({
    status: 409,
    body: { error: { code: 'not_accepting_payments' } },
  });
  expect((await seller.rpc('get-connection', {})).body.state).toBe('not_started');
});
