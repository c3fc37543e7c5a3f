import { expect, test } from 'vitest';
import { clientOf, failure, openRehearsal, openSeller, order, origin } from './rehearsal.ts';

const raw = (
  api: typeof fetch,
  path: string,
  init: { method?: string; body?: string; headers?: Record<string, string> } = {},
): Promise<Response> =>
  api(`https://api.stripe.com${path}`, {
    ...init,
    headers: { authorization: 'Bearer sk_test_raw', ...init.headers },
  });

test('accepts only test keys and explains why it refuses a live key', async () => {
  const { sandbox } = openRehearsal();
  for (const key of ['sk_live_x', 'pk_test_x', 'nonsense']) {
    const error = await failure(clientOf(sandbox, { key }).customers.list());
    expect([error.type, error.statusCode]).toEqual(['StripeAuthenticationError', 401]);
  }
  expect((await failure(clientOf(sandbox, { key: 'sk_live_x' }).customers.list())).message).toContain(
    'live keys',
  );
  expect((await sandbox.api('https://api.stripe.com/v1/customers')).status).toBe(401);
  const basic = { authorization: `Basic ${Buffer.from('sk_test_x:').toString('base64')}` };
  expect((await raw(sandbox.api, '/v1/customers', { headers: basic })).status).toBe(200);
  await sandbox.close();
});

test('limits each account to its own objects, with either account header', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const [anna, ben] = [await openSeller(rehearsal), await openSeller(rehearsal)];
  const session = await stripe.checkout.sessions.create(order(), anna);
  expect(
    (await stripe.checkout.sessions.retrieve(session.id, undefined, { stripeContext: anna.stripeAccount }))
      .id,
  ).toBe(session.id);
  for (const options of [ben, {}]) {
    const error = await failure(stripe.checkout.sessions.retrieve(session.id, undefined, options));
    expect(error).toMatchObject({
      type: 'StripeInvalidRequestError',
      code: 'resource_missing',
      statusCode: 404,
      param: 'session',
    });
    expect(error.message).toBe(`No such checkout.session: '${session.id}'`);
    expect((await stripe.checkout.sessions.list(undefined, options)).data).toEqual([]);
  }
  await rehearsal.sandbox.close();
});

test('refuses an unknown or deauthorized account with account_invalid', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const seller = await openSeller(rehearsal);
  expect(
    await stripe.oauth.deauthorize({ client_id: 'ca_x', stripe_user_id: seller.stripeAccount }),
  ).toMatchObject({ stripe_user_id: seller.stripeAccount });
  for (const options of [seller, { stripeAccount: 'acct_unknown' }]) {
    const error = await failure(stripe.customers.list(undefined, options));
    expect(error).toMatchObject({ type: 'StripePermissionError', code: 'account_invalid', statusCode: 403 });
  }
  expect((await stripe.accounts.list()).data).toEqual([]);
  const again = await raw(rehearsal.sandbox.api, '/oauth/deauthorize', {
    method: 'POST',
    body: `client_id=ca_x&stripe_user_id=${seller.stripeAccount}`,
  });
  expect([again.status, await again.json()]).toMatchObject([401, { error: 'invalid_client' }]);
  await rehearsal.sandbox.close();
});

test('returns the request id, API version, account and idempotency key in the response headers', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  const coupon = await rehearsal.stripe.coupons.create(
    { percent_off: 5 },
    { ...seller, idempotencyKey: 'k1' },
  );
  expect(coupon.lastResponse).toMatchObject({
    requestId: expect.stringMatching(/^req_/),
    apiVersion: '2026-10-28.endive',
    stripeAccount: seller.stripeAccount,
    idempotencyKey: 'k1',
    statusCode: 200,
  });
  await rehearsal.sandbox.close();
});

test('answers 404 with method and path for an endpoint that the sandbox does not implement', async () => {
  const { sandbox, stripe } = openRehearsal();
  const error = await failure(stripe.payouts.list());
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404 });
  expect(error.message).toContain('GET: /v1/payouts');
  await sandbox.close();
});

test('refuses Checkout for an account without charges_enabled, and login links for full-dashboard accounts', async () => {
  const { sandbox, stripe } = openRehearsal();
  const account = await stripe.accounts.create({});
  const options = { stripeAccount: account.id };
  expect((await failure(stripe.checkout.sessions.create(order(), options))).message).toContain(
    'account or business name',
  );
  await stripe.accounts.update(account.id, { business_profile: { name: 'Anna' } });
  expect((await failure(stripe.checkout.sessions.create(order(), options))).message).toContain(
    'cannot currently make charges',
  );
  const error = await failure(stripe.accounts.createLoginLink(account.id));
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  await sandbox.close();
});

test('refuses an account with both type and controller, account_update links and invalid URLs', async () => {
  const { sandbox, stripe } = openRehearsal();
  const both = await failure(
    stripe.accounts.create({ type: 'standard', controller: { fees: { payer: 'account' } } }),
  );
  expect(both.param).toBe('type');
  const account = (await stripe.accounts.create({})).id;
  const link = {
    account,
    type: 'account_onboarding' as const,
    refresh_url: `${origin}/r`,
    return_url: `${origin}/r`,
  };
  expect((await failure(stripe.accountLinks.create({ ...link, type: 'account_update' }))).param).toBe('type');
  expect(await failure(stripe.accountLinks.create({ ...link, return_url: 'nowhere' }))).toMatchObject({
    code: 'url_invalid',
    param: 'return_url',
  });
  const made = await stripe.accountLinks.create(link);
  expect(made.expires_at - made.created).toBe(300);
  await sandbox.close();
});

test('parses the form notations of other HTTP clients', async () => {
  const { sandbox } = openRehearsal();
  const body =
    'name=Course&images[]=https://a.test/1.png&images[]=https://a.test/2.png&metadata[1]=one&expand[]=default_price';
  const answer = await raw(sandbox.api, '/v1/products', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(await answer.json()).toMatchObject({
    name: 'Course',
    images: ['https://a.test/1.png', 'https://a.test/2.png'],
    metadata: { 1: 'one' },
    default_price: null,
  });
  await sandbox.close();
});

test('marks a repeated request with the same idempotency key as replayed', async () => {
  const { sandbox } = openRehearsal();
  const call = () =>
    raw(sandbox.api, '/v1/customers', {
      method: 'POST',
      body: 'name=Bo',
      headers: { 'idempotency-key': 'k' },
    });
  const [first, second] = [await call(), await call()];
  expect(await second.text()).toBe(await first.text());
  expect([first.headers.get('idempotent-replayed'), second.headers.get('idempotent-replayed')]).toEqual([
    null,
    'true',
  ]);
  const elsewhere = await raw(sandbox.api, '/v1/products', {
    method: 'POST',
    body: 'name=Bo',
    headers: { 'idempotency-key': 'k' },
  });
  expect(await elsewhere.json()).toMatchObject({ error: { type: 'idempotency_error' } });
  await sandbox.close();
});
