import { expect, test } from 'vitest';
import { ordinary } from './conditions.ts';
import { openRateLimiter } from './rate-limiter.ts';
import { clientOf, failure, look, openRehearsal, openSeller, order, post } from './rehearsal.ts';

test('limits a restricted key to its permissions and answers everything else with 403 without a code', async () => {
  const rehearsal = openRehearsal({ conditions: { permissions: ['customer_write', 'charge_read'] } });
  const seller = await openSeller(rehearsal);
  const restricted = clientOf(rehearsal.sandbox, { key: 'rk_test_restricted' });
  await restricted.charges.list(undefined, seller);
  await restricted.customers.create();
  await restricted.customers.list();
  for (const [call, permission] of [
    [restricted.accounts.retrieve(seller.stripeAccount), 'rak_account_read'],
    [restricted.checkout.sessions.create(order(), seller), 'rak_checkout_session_write'],
    [restricted.billingPortal.configurations.list(), 'rak_billing_portal_configuration_read'],
  ] as const) {
    const error = await failure(call);
    expect([error.type, error.rawType, error.statusCode, error.code]).toEqual([
      'StripePermissionError',
      'invalid_request_error',
      403,
      undefined,
    ]);
    expect(error.message).toContain(permission);
  }
  const revoked = clientOf(rehearsal.sandbox, { key: 'rk_test_restricted' });
  expect(await failure(revoked.charges.list({}, { stripeAccount: 'acct_unknown' }))).toMatchObject({
    code: 'account_invalid',
  });
  expect((await failure(clientOf(rehearsal.sandbox, { key: 'rk_live_x' }).charges.list())).statusCode).toBe(
    401,
  );
  await rehearsal.sandbox.close();
});

test('does not store a permission error under the idempotency key', async () => {
  const { sandbox } = openRehearsal();
  const restricted = clientOf(sandbox, { key: 'rk_test_restricted' });
  const once = { idempotencyKey: 'once' };
  expect((await failure(restricted.customers.create({}, once))).statusCode).toBe(403);
  sandbox.conditions.set({ ...ordinary, permissions: ['customer_write'] });
  expect((await restricted.customers.create({}, once)).object).toBe('customer');
  await sandbox.close();
});

test('refuses new accounts while the platform profile is unfinished, and stores the error for a day', async () => {
  const { sandbox, stripe } = openRehearsal({ conditions: { profile: 'unfinished' } });
  const create = (idempotencyKey: string) => stripe.accounts.create({}, { idempotencyKey });
  const error = await failure(create('first'));
  expect([error.type, error.statusCode, error.code]).toEqual(['StripeInvalidRequestError', 400, undefined]);
  expect(error.message).toContain('platform profile');
  sandbox.conditions.set(ordinary);
  expect((await failure(create('first'))).message).toBe(error.message);
  expect((await create('second')).object).toBe('account');
  sandbox.clock.moveTo(new Date(sandbox.now().getTime() + 25 * 3_600_000));
  expect((await create('first')).object).toBe('account');
  await sandbox.close();
});

test('refuses an invalid parameter before it checks the profile, and does not store the error', async () => {
  const { sandbox, stripe } = openRehearsal({ conditions: { profile: 'unfinished' } });
  const once = { idempotencyKey: 'once' };
  expect(await failure(stripe.accounts.create({ country: 'Utopia' }, once))).toMatchObject({
    param: 'country',
  });
  expect((await failure(stripe.accounts.create({}, once))).message).toContain('platform profile');
  await sandbox.close();
});

test("shifts Stripe's clock against the app's clock", async () => {
  const rehearsal = openRehearsal({ realTime: () => Date.UTC(2026, 10, 1) });
  const { sandbox, stripe } = rehearsal;
  const seller = await openSeller(rehearsal);
  const appSeconds = (): number => sandbox.now().getTime() / 1000;
  const session = (minutes: number) =>
    stripe.checkout.sessions.create(order({ expires_at: appSeconds() + minutes * 60 }), seller);
  await session(32);
  sandbox.conditions.set({ ...ordinary, clockMinutes: 5 });
  expect((await failure(session(32))).param).toBe('expires_at');
  const made = await session(40);
  expect([made.created - appSeconds(), appSeconds()]).toEqual([300, Date.UTC(2026, 10, 1) / 1000]);
  sandbox.clock.moveTo(new Date((made.expires_at - 301) * 1000));
  expect((await stripe.checkout.sessions.retrieve(made.id, undefined, seller)).status).toBe('open');
  sandbox.clock.moveTo(new Date((made.expires_at - 300) * 1000));
  expect((await stripe.checkout.sessions.retrieve(made.id, undefined, seller)).status).toBe('expired');
  sandbox.conditions.set({ ...ordinary, clockMinutes: -2 });
  expect((await stripe.customers.create()).created - appSeconds()).toBe(-120);
  await sandbox.close();
});

test('allows 25 requests per second to an endpoint and 100 for an account', () => {
  let now = 0;
  const limiter = openRateLimiter(() => now);
  const passed = (account: string, endpoint: string, count: number): number =>
    Array.from({ length: count }, () => limiter.take(account, endpoint)).filter(Boolean).length;
  expect(passed('acct_1', 'POST /v1/checkout/sessions', 30)).toBe(25);
  expect(passed('acct_2', 'POST /v1/checkout/sessions', 30)).toBe(25);
  expect(['a', 'b', 'c', 'd'].map((endpoint) => passed('acct_1', endpoint, 25))).toEqual([25, 25, 25, 0]);
  now = 999;
  expect(passed('acct_1', 'a', 1)).toBe(0);
  now = 1001;
  expect(passed('acct_1', 'a', 30)).toBe(25);
});

test('answers 429 above the rate limit; the SDK does not retry and nothing is stored', async () => {
  const { sandbox } = openRehearsal({ conditions: { rateLimits: 'on' }, realTime: () => 0 });
  const stripe = clientOf(sandbox, { retries: 2 });
  const calls = Array.from({ length: 40 }, (_, index) =>
    stripe.coupons.create({ id: `co_${index}`, percent_off: 5 }).then(
      () => 'made',
      (error: unknown) => error,
    ),
  );
  const results = await Promise.all(calls);
  const refused = results.filter((result) => result !== 'made');
  expect(refused).toHaveLength(15);
  for (const error of refused)
    expect(error).toMatchObject({ type: 'StripeRateLimitError', statusCode: 429, code: 'rate_limit' });
  sandbox.conditions.set(ordinary);
  expect((await stripe.coupons.list({ limit: 100 })).data).toHaveLength(25);
  await sandbox.close();
});

test('changes the conditions through the page and through JSON, and refuses invalid values', async () => {
  const { sandbox } = openRehearsal();
  const chosen = { permissions: 'charge_read, customer_write', profile: 'unfinished', clock_minutes: '-3' };
  expect((await post(sandbox, '/conditions', { ...chosen, rate_limits: 'on' })).status).toBe(303);
  const expected = {
    permissions: ['charge_read', 'customer_write'],
    profile: 'unfinished',
    clockMinutes: -3,
    rateLimits: 'on',
  };
  expect(sandbox.conditions.now()).toEqual(expected);
  const shown = await (await look(sandbox, '/conditions')).text();
  for (const text of ['value="charge_read customer_write"', 'value="-3"', 'selected>unfinished'])
    expect(shown).toContain(text);
  const odds: Record<string, string>[] = [
    { permissions: 'everything' },
    { clock_minutes: '1.5' },
    { profile: 'x' },
    { rate_limits: '' },
  ];
  for (const odd of odds) expect((await post(sandbox, '/conditions', odd)).status).toBe(422);
  const headers = { accept: 'application/json' };
  expect(await (await sandbox.pages.request('/conditions', { headers })).json()).toEqual(expected);
  const reset = { method: 'POST', headers, body: new URLSearchParams() };
  expect(await (await sandbox.pages.request('/conditions', reset)).json()).toEqual(ordinary);
  await sandbox.close();
});
