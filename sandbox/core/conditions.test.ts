import { expect, test } from 'vitest';

import {
  createClient,
  getError,
  getPage,
  openFixture,
  createSeller,
  orderParams,
  postForm,
} from '../testing/sandbox-fixture.ts';
import { DEFAULT_CONDITIONS, createRateLimiter } from './conditions.ts';

test('limits a restricted key to its permissions and answers everything else with 403 without a code', async () => {
  const fixture = openFixture({ conditions: { permissions: ['customer_write', 'charge_read'] } });
  const seller = await createSeller(fixture);
  const restricted = createClient(fixture.sandbox, { key: 'rk_test_restricted' });
  await restricted.charges.list(undefined, seller);
  await restricted.customers.create();
  await restricted.customers.list();
  for (const [call, permission] of [
    [restricted.accounts.retrieve(seller.stripeAccount), 'rak_account_read'],
    [restricted.checkout.sessions.create(orderParams(), seller), 'rak_checkout_session_write'],
    [restricted.billingPortal.configurations.list(), 'rak_billing_portal_configuration_read'],
  ] as const) {
    const error = await getError(call);
    expect([error.type, error.rawType, error.statusCode, error.code]).toEqual([
      'StripePermissionError',
      'invalid_request_error',
      403,
      undefined,
    ]);
    expect(error.message).toContain(permission);
  }
  const revoked = createClient(fixture.sandbox, { key: 'rk_test_restricted' });
  expect(await getError(revoked.charges.list({}, { stripeAccount: 'acct_unknown' }))).toMatchObject({
    code: 'account_invalid',
  });
  expect((await getError(createClient(fixture.sandbox, { key: 'rk_live_x' }).charges.list())).statusCode).toBe(401);
  await fixture.sandbox.close();
});

test('does not store a permission error under the idempotency key', async () => {
  const { sandbox } = openFixture();
  const restricted = createClient(sandbox, { key: 'rk_test_restricted' });
  const onceOptions = { idempotencyKey: 'once' };
  expect((await getError(restricted.customers.create({}, onceOptions))).statusCode).toBe(403);
  sandbox.conditions.set({ ...DEFAULT_CONDITIONS, permissions: ['customer_write'] });
  expect((await restricted.customers.create({}, onceOptions)).object).toBe('customer');
  await sandbox.close();
});

test('refuses new accounts while the platform profile is unfinished, and stores the error for a day', async () => {
  const { sandbox, stripe } = openFixture({ conditions: { profile: 'unfinished' } });
  const create = (idempotencyKey: string) => stripe.accounts.create({}, { idempotencyKey });
  const error = await getError(create('first'));
  expect([error.type, error.statusCode, error.code]).toEqual(['StripeInvalidRequestError', 400, undefined]);
  expect(error.message).toContain('platform profile');
  sandbox.conditions.set(DEFAULT_CONDITIONS);
  expect((await getError(create('first'))).message).toBe(error.message);
  expect((await create('second')).object).toBe('account');
  sandbox.clock.moveTo(new Date(sandbox.now().getTime() + 25 * 3_600_000));
  expect((await create('first')).object).toBe('account');
  await sandbox.close();
});

test('refuses an invalid parameter before it checks the profile, and does not store the error', async () => {
  const { sandbox, stripe } = openFixture({ conditions: { profile: 'unfinished' } });
  const onceOptions = { idempotencyKey: 'once' };
  expect(await getError(stripe.accounts.create({ country: 'Utopia' }, onceOptions))).toMatchObject({
    param: 'country',
  });
  expect((await getError(stripe.accounts.create({}, onceOptions))).message).toContain('platform profile');
  await sandbox.close();
});

test("shifts Stripe's clock against the app's clock", async () => {
  const fixture = openFixture({ realTime: () => Date.UTC(2026, 10, 1) });
  const { sandbox, stripe } = fixture;
  const seller = await createSeller(fixture);
  const appSeconds = (): number => sandbox.now().getTime() / 1000;
  const createSession = (minutes: number) =>
    stripe.checkout.sessions.create(orderParams({ expires_at: appSeconds() + minutes * 60 }), seller);
  await createSession(32);
  sandbox.conditions.set({ ...DEFAULT_CONDITIONS, clockMinutes: 5 });
  expect((await getError(createSession(32))).param).toBe('expires_at');
  const created = await createSession(40);
  expect([created.created - appSeconds(), appSeconds()]).toEqual([300, Date.UTC(2026, 10, 1) / 1000]);
  sandbox.clock.moveTo(new Date((created.expires_at - 301) * 1000));
  expect((await stripe.checkout.sessions.retrieve(created.id, undefined, seller)).status).toBe('open');
  sandbox.clock.moveTo(new Date((created.expires_at - 300) * 1000));
  expect((await stripe.checkout.sessions.retrieve(created.id, undefined, seller)).status).toBe('expired');
  sandbox.conditions.set({ ...DEFAULT_CONDITIONS, clockMinutes: -2 });
  expect((await stripe.customers.create()).created - appSeconds()).toBe(-120);
  await sandbox.close();
});

test('allows 25 requests per second to an endpoint and 100 for an account', () => {
  let now = 0;
  const limiter = createRateLimiter(() => now);
  const countAllowed = (account: string, endpoint: string, count: number): number =>
    Array.from({ length: count }, () => limiter.tryAcquire(account, endpoint)).filter(Boolean).length;
  expect(countAllowed('acct_1', 'POST /v1/checkout/sessions', 30)).toBe(25);
  expect(countAllowed('acct_2', 'POST /v1/checkout/sessions', 30)).toBe(25);
  expect(['a', 'b', 'c', 'd'].map((endpoint) => countAllowed('acct_1', endpoint, 25))).toEqual([25, 25, 25, 0]);
  now = 999;
  expect(countAllowed('acct_1', 'a', 1)).toBe(0);
  now = 1001;
  expect(countAllowed('acct_1', 'a', 30)).toBe(25);
});

test('answers 429 above the rate limit; the SDK does not retry and nothing is stored', async () => {
  const { sandbox } = openFixture({ conditions: { rateLimits: 'on' }, realTime: () => 0 });
  const stripe = createClient(sandbox, { retries: 2 });
  const requests = Array.from({ length: 40 }, (_, index) =>
    stripe.coupons.create({ id: `co_${index}`, percent_off: 5 }).then(
      () => 'made',
      (error: unknown) => error,
    ),
  );
  const results = await Promise.all(requests);
  const rejections = results.filter((result) => result !== 'made');
  expect(rejections).toHaveLength(15);
  for (const error of rejections)
    expect(error).toMatchObject({ type: 'StripeRateLimitError', statusCode: 429, code: 'rate_limit' });
  sandbox.conditions.set(DEFAULT_CONDITIONS);
  expect((await stripe.coupons.list({ limit: 100 })).data).toHaveLength(25);
  await sandbox.close();
});

test('changes the conditions through the page and through JSON, and refuses invalid values', async () => {
  const { sandbox } = openFixture();
  const settings = {
    permissions: 'charge_read, customer_write',
    profile: 'unfinished',
    clock_minutes: '-3',
    failing_schedule_updates: '2',
  };
  expect((await postForm(sandbox, '/conditions', { ...settings, rate_limits: 'on' })).status).toBe(303);
  const expected = {
    permissions: ['charge_read', 'customer_write'],
    profile: 'unfinished',
    clockMinutes: -3,
    rateLimits: 'on',
    failingScheduleUpdates: 2,
  };
  expect(sandbox.conditions.current()).toEqual(expected);
  const html = await (await getPage(sandbox, '/conditions')).text();
  for (const text of ['value="charge_read customer_write"', 'value="-3"', 'selected>unfinished'])
    expect(html).toContain(text);
  const invalidSettings: Record<string, string>[] = [
    { permissions: 'everything' },
    { clock_minutes: '1.5' },
    { profile: 'x' },
    { rate_limits: '' },
    { failing_schedule_updates: '-1' },
  ];
  for (const invalid of invalidSettings) expect((await postForm(sandbox, '/conditions', invalid)).status).toBe(422);
  const headers = { accept: 'application/json' };
  expect(await (await sandbox.pages.request('/conditions', { headers })).json()).toEqual(expected);
  const reset = { method: 'POST', headers, body: new URLSearchParams() };
  expect(await (await sandbox.pages.request('/conditions', reset)).json()).toEqual(DEFAULT_CONDITIONS);
  await sandbox.close();
});
