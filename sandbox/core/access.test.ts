import { expect, test } from 'vitest';

import { createClient, getError, openFixture, createSeller, orderParams, origin } from '../testing/sandbox-fixture.ts';

const sendRequest = (
  api: typeof fetch,
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Response> =>
  api(`https://api.stripe.com${path}`, {
    ...init,
    headers: { authorization: 'Bearer sk_test_raw', ...init.headers },
  });

test('accepts only test keys and explains why it refuses a live key', async () => {
  const { sandbox } = openFixture();
  for (const key of ['sk_live_x', 'pk_test_x', 'nonsense']) {
    const error = await getError(createClient(sandbox, { key }).customers.list());
    expect([error.type, error.statusCode]).toEqual(['StripeAuthenticationError', 401]);
  }
  expect((await getError(createClient(sandbox, { key: 'sk_live_x' }).customers.list())).message).toContain('live keys');
  expect((await sandbox.api('https://api.stripe.com/v1/customers')).status).toBe(401);
  const basicAuth = { authorization: `Basic ${Buffer.from('sk_test_x:').toString('base64')}` };
  expect((await sendRequest(sandbox.api, '/v1/customers', { headers: basicAuth })).status).toBe(200);
  await sandbox.close();
});

test('limits each account to its own objects, with either account header', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const [firstSeller, secondSeller] = [await createSeller(fixture), await createSeller(fixture)];
  const session = await stripe.checkout.sessions.create(orderParams(), firstSeller);
  expect(
    (
      await stripe.checkout.sessions.retrieve(session.id, undefined, {
        stripeContext: firstSeller.stripeAccount,
      })
    ).id,
  ).toBe(session.id);
  for (const options of [secondSeller, {}]) {
    const error = await getError(stripe.checkout.sessions.retrieve(session.id, undefined, options));
    expect(error).toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'resource_missing',
      statusCode: 404,
      param: 'session',
    });
    expect(error.message).toBe(`No such checkout.session: '${session.id}'`);
    expect((await stripe.checkout.sessions.list(undefined, options)).data).toEqual([]);
  }
  await fixture.sandbox.close();
});

test('refuses an unknown or deauthorized account with account_invalid', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const seller = await createSeller(fixture);
  expect(await stripe.oauth.deauthorize({ client_id: 'ca_x', stripe_user_id: seller.stripeAccount })).toMatchObject({
    stripe_user_id: seller.stripeAccount,
  });
  for (const options of [seller, { stripeAccount: 'acct_unknown' }]) {
    const error = await getError(stripe.customers.list(undefined, options));
    expect(error).toMatchObject({ type: 'StripePermissionError', code: 'account_invalid', statusCode: 403 });
  }
  expect((await stripe.accounts.list()).data).toEqual([]);
  const repeated = await sendRequest(fixture.sandbox.api, '/oauth/deauthorize', {
    method: 'POST',
    body: `client_id=ca_x&stripe_user_id=${seller.stripeAccount}`,
  });
  expect([repeated.status, await repeated.json()]).toMatchObject([401, { error: 'invalid_client' }]);
  await fixture.sandbox.close();
});

test('returns the request id, API version, account and idempotency key in the response headers', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  const coupon = await fixture.stripe.coupons.create({ percent_off: 5 }, { ...seller, idempotencyKey: 'k1' });
  expect(coupon.lastResponse).toMatchObject({
    requestId: expect.stringMatching(/^req_/),
    apiVersion: '2026-10-28.endive',
    stripeAccount: seller.stripeAccount,
    idempotencyKey: 'k1',
    statusCode: 200,
  });
  await fixture.sandbox.close();
});

test('answers 404 with method and path for an endpoint that the sandbox does not implement', async () => {
  const { sandbox, stripe } = openFixture();
  const error = await getError(stripe.payouts.list());
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404 });
  expect(error.message).toContain('GET: /v1/payouts');
  await sandbox.close();
});

test('refuses Checkout for an account without charges_enabled, and login links for full-dashboard accounts', async () => {
  const { sandbox, stripe } = openFixture();
  const account = await stripe.accounts.create({});
  const options = { stripeAccount: account.id };
  expect((await getError(stripe.checkout.sessions.create(orderParams(), options))).message).toContain(
    'account or business name',
  );
  await stripe.accounts.update(account.id, { business_profile: { name: 'Anna' } });
  expect((await getError(stripe.checkout.sessions.create(orderParams(), options))).message).toContain(
    'cannot currently make charges',
  );
  const error = await getError(stripe.accounts.createLoginLink(account.id));
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  await sandbox.close();
});

test('refuses an account with both type and controller, account_update links and invalid URLs', async () => {
  const { sandbox, stripe } = openFixture();
  const bothGiven = await getError(
    stripe.accounts.create({ type: 'standard', controller: { fees: { payer: 'account' } } }),
  );
  expect(bothGiven.param).toBe('type');
  const account = (await stripe.accounts.create({})).id;
  const link = {
    account,
    type: 'account_onboarding' as const,
    refresh_url: `${origin}/r`,
    return_url: `${origin}/r`,
  };
  expect((await getError(stripe.accountLinks.create({ ...link, type: 'account_update' }))).param).toBe('type');
  expect(await getError(stripe.accountLinks.create({ ...link, return_url: 'nowhere' }))).toMatchObject({
    code: 'url_invalid',
    param: 'return_url',
  });
  const created = await stripe.accountLinks.create(link);
  expect(created.expires_at - created.created).toBe(300);
  await sandbox.close();
});

test('parses the form notations of other HTTP clients', async () => {
  const { sandbox } = openFixture();
  const body =
    'name=Course&images[]=https://a.test/1.png&images[]=https://a.test/2.png&metadata[1]=one&expand[]=default_price';
  const response = await sendRequest(sandbox.api, '/v1/products', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(await response.json()).toMatchObject({
    name: 'Course',
    images: ['https://a.test/1.png', 'https://a.test/2.png'],
    metadata: { 1: 'one' },
    default_price: null,
  });
  await sandbox.close();
});

test('marks a repeated request with the same idempotency key as replayed', async () => {
  const { sandbox } = openFixture();
  const call = () =>
    sendRequest(sandbox.api, '/v1/customers', {
      method: 'POST',
      body: 'name=Bo',
      headers: { 'idempotency-key': 'k' },
    });
  const [first, second] = [await call(), await call()];
  expect(await second.text()).toBe(await first.text());
  expect([first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')]).toEqual([null, 'true']);
  const otherRequest = await sendRequest(sandbox.api, '/v1/products', {
    method: 'POST',
    body: 'name=Bo',
    headers: { 'idempotency-key': 'k' },
  });
  expect(await otherRequest.json()).toMatchObject({ error: { type: 'idempotency_error' } });
  await sandbox.close();
});
