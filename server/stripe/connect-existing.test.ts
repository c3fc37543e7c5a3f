import { expect, test } from 'vitest';

import { MINUTE_MS } from '#domain/time-units.ts';
import { SEALED_TOKENS } from '#server/core/secrets.ts';
import { providerAccounts } from '#server/db/schema-pages.ts';
import { createFaultyStripe, TRIES } from '#server/testing/faulty-stripe.ts';
import { getStripeAccountId } from '#server/testing/sold-orders.ts';
import {
  EXISTING_ACCOUNT,
  submitConsent,
  connectExistingAccount,
  startConnection,
  type AuthorizationResponse,
} from '#server/testing/stripe-connection.ts';
import { authClient, rpcAs, createTestApp, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

import { authorizeUrl } from './connect-existing.ts';

const complete = (seller: TestSeller, response: AuthorizationResponse) =>
  seller.rpc('stripe-connect-complete', response);

/** Returns the rows without the time of the last check. */
const rowsOf = async ({ context: { db } }: TestApp) =>
  (await db.select().from(providerAccounts)).map(({ checkedAt: _, ...row }) => row);

const disconnectAtStripe = async (app: TestApp, account: string) => {
  await app.request(`/sandbox/dashboard/${account}/disconnect`, { method: 'POST' });
  await app.waitUntilIdle();
};

/** Returns the error code and asserts that the accounts are unchanged. */
async function rejectionCode(app: TestApp, action: () => Promise<{ body: { error?: { code: string } } }>) {
  const before = await rowsOf(app);
  const { body } = await action();
  expect(await rowsOf(app)).toEqual(before);
  return body.error?.code;
}

test('connects an existing account that can publish and sell at once', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const url = new URL(await startConnection(seller));
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'ca_Sandbox',
    scope: 'read_write',
    redirect_uri: 'http://localhost:3000/stripe/return',
  });
  const { body } = await complete(seller, await submitConsent(app, url.href, EXISTING_ACCOUNT));
  expect(body).toMatchObject({ state: 'complete', businessName: 'Marlow Prints', former: null });
  const { slug } = await seller.publishPage({}, 'taller');
  const paid = await app.rpc('create-checkout-session', { slug });
  await app.payAtStripe(paid.body.url);
  expect((await seller.rpc('list-orders', {})).body.count).toBe(1);
  expect((await seller.rpc('stripe-connect-authorize', {})).body).toEqual({ alreadyConnected: true });
});

test("uses connect.stripe.com and the operator's client id in live mode", async () => {
  const app = await createTestApp();
  const { context } = app;
  const config = { ...context.config, mode: 'live' as const, stripeClientId: 'ca_live1' };
  const url = new URL((await authorizeUrl({ ...context, config }, crypto.randomUUID())) ?? '');
  expect(url.origin + url.pathname).toBe('https://connect.stripe.com/oauth/authorize');
  expect(url.searchParams.get('client_id')).toBe('ca_live1');
});

test('returns from the consent page to the page that was edited', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const pageId = crypto.randomUUID();
  const { body } = await seller.rpc('stripe-connect-authorize', { pageId });
  const state = 'url' in body ? new URL(body.url).searchParams.get('state') : null;
  const target = async (query: Record<string, string>) =>
    (await app.request(`/stripe/return?${new URLSearchParams(query)}`)).headers.get('location');
  expect(await target({ state: state ?? '', code: 'ac_1' })).toContain(`/builder?page=${pageId}&stripe_state=`);
  expect(await target({ state: 'forged', code: 'ac_1' })).toContain('/builder?stripe_state=forged');
});

test('offers no existing accounts without a client id', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  Object.assign(app.context.config, { stripeClientId: null });
  expect((await seller.rpc('get-connection', {})).body.canConnectExisting).toBe(false);
  expect(await rejectionCode(app, () => seller.rpc('stripe-connect-authorize', {}))).toBe(
    'stripe_existing_not_offered',
  );
});

test('rejects an account of another seller, connected or not', async () => {
  const app = await createTestApp();
  const [first, second] = [await app.signUpSeller(), await app.signUpSeller()];
  await first.onboard();
  const account = await getStripeAccountId(first);
  const choice = { ...EXISTING_ACCOUNT, account };
  expect(await rejectionCode(app, () => connectExistingAccount(app, second, choice))).toBe('stripe_account_taken');
  expect((await first.rpc('get-connection', { refresh: true })).body.state).toBe('complete');
  await disconnectAtStripe(app, account);
  expect(await rejectionCode(app, () => connectExistingAccount(app, second, choice))).toBe('stripe_account_taken');
});

test('gives an account to one of two sellers who connect it at once', async () => {
  const app = await createTestApp();
  const sellers = [await app.signUpSeller(), await app.signUpSeller()] as const;
  const responses: AuthorizationResponse[] = [];
  await connectExistingAccount(app, await app.signUpSeller());
  const [{ accountId } = { accountId: null }] = await rowsOf(app);
  await app.context.db.delete(providerAccounts);
  for (const seller of sellers)
    responses.push(
      await submitConsent(app, await startConnection(seller), {
        ...EXISTING_ACCOUNT,
        account: accountId ?? '',
      }),
    );
  const results = await Promise.all(
    sellers.map((seller, index) => complete(seller, responses[index] ?? { state: '', error: '' })),
  );
  expect(results.map(({ body }) => body.error?.code ?? body.state).toSorted()).toEqual([
    'complete',
    'stripe_account_taken',
  ]);
  expect(await rowsOf(app)).toHaveLength(1);
});

test.for([
  [{ livemode: true }, 'stripe_account_wrong_mode'],
  [{ scope: 'read_only' }, 'stripe_access_too_narrow'],
] as const)('rejects an authorization with %o as %s', async ([change, code]) => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  transport.rewrite(/^POST \/oauth\/token$/, (body) => ({ ...(body as object), ...change }));
  expect(await rejectionCode(app, () => connectExistingAccount(app, seller))).toBe(code);
});

test('changes nothing when the seller declines and allows a new start', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  expect(
    await rejectionCode(app, () => connectExistingAccount(app, seller, { ...EXISTING_ACCOUNT, action: 'deny' })),
  ).toBe('stripe_authorization_denied');
  expect((await connectExistingAccount(app, seller)).body.state).toBe('complete');
});

test('passes on any other OAuth error', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { searchParams } = new URL(await startConnection(seller));
  const response = { state: searchParams.get('state') ?? '', error: 'invalid_scope' };
  expect((await complete(seller, response)).body.error).toMatchObject({
    code: 'provider_refused',
    providerError: 'invalid_scope',
  });
});

test('rejects an expired or forged state', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const response = await submitConsent(app, await startConnection(seller), EXISTING_ACCOUNT);
  app.advance(30 * MINUTE_MS);
  // Access tokens expire sooner.
  const { data } = await authClient(app.request).signInWithPassword({
    email: seller.email,
    password: 'correct horse',
  });
  const call = rpcAs(app.request, data.session?.access_token ?? '');
  const encryptedState = app.context.secrets.seal(
    JSON.stringify({ purpose: 'else', sellerId: 'x' }),
    SEALED_TOKENS.stripeState,
  );
  for (const state of [response.state, `${response.state.slice(0, -2)}AA`, encryptedState, 'none'])
    expect(await rejectionCode(app, () => call('stripe-connect-complete', { ...response, state }))).toBe(
      'stripe_authorization_expired',
    );
});

test('accepts a state once, whatever the result', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const declined = await submitConsent(app, await startConnection(seller), { action: 'deny' });
  await complete(seller, declined);
  const { code } = (await submitConsent(app, await startConnection(seller), EXISTING_ACCOUNT)) as {
    code: string;
  };
  expect(await rejectionCode(app, () => complete(seller, { state: declined.state, code }))).toBe(
    'stripe_authorization_used',
  );
});

test('rejects a response for another seller and keeps it valid for its owner', async () => {
  const app = await createTestApp();
  const [owner, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  const response = await submitConsent(app, await startConnection(owner), EXISTING_ACCOUNT);
  expect(await rejectionCode(app, () => complete(otherSeller, response))).toBe('stripe_authorization_foreign');
  expect((await complete(owner, response)).body.state).toBe('complete');
});

test('rejects a code that was used before', async () => {
  const app = await createTestApp();
  const [first, second] = [await app.signUpSeller(), await app.signUpSeller()];
  const response = await submitConsent(app, await startConnection(first), EXISTING_ACCOUNT);
  await complete(first, response);
  const otherResponse = await submitConsent(app, await startConnection(second), EXISTING_ACCOUNT);
  expect(await rejectionCode(app, () => complete(second, { ...response, state: otherResponse.state }))).toBe(
    'stripe_authorization_expired',
  );
});

test('keeps an account that was connected meanwhile', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const response = await submitConsent(app, await startConnection(seller), EXISTING_ACCOUNT);
  await seller.onboard();
  expect(await rejectionCode(app, () => complete(seller, response))).toBe('stripe_already_connected');
});

test('replaces an account with unfinished onboarding but not a restricted one', async () => {
  const app = await createTestApp();
  const [restricted, incomplete] = [await app.signUpSeller(), await app.signUpSeller()];
  await restricted.onboard('restricted');
  expect(await rejectionCode(app, () => restricted.rpc('stripe-connect-authorize', {}))).toBe(
    'stripe_already_connected',
  );
  await incomplete.onboard('later');
  expect((await connectExistingAccount(app, incomplete)).body).toMatchObject({
    state: 'complete',
    businessName: 'Marlow Prints',
  });
  const account = await getStripeAccountId(incomplete);
  await disconnectAtStripe(app, account);
  expect((await incomplete.rpc('get-connection', {})).body).toMatchObject({
    state: 'not_started',
    former: { accountId: account, businessName: 'Marlow Prints' },
  });
});

test('connects nothing when the code exchange fails', async () => {
  const transport = createFaultyStripe();
  const app = await createTestApp({ wrapStripe: transport.wrapStripe });
  const seller = await app.signUpSeller();
  transport.injectFault(/^POST \/oauth\/token$/, 'time-out before', TRIES);
  expect(await rejectionCode(app, () => connectExistingAccount(app, seller))).toBe('provider_unavailable');
  expect((await connectExistingAccount(app, seller)).body.state).toBe('complete');
});

test('offers and reconnects the former account with its pages and orders', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { slug } = await seller.publishPage({}, 'taller');
  await app.payAtStripe((await app.rpc('create-checkout-session', { slug })).body.url);
  const account = await getStripeAccountId(seller);
  await disconnectAtStripe(app, account);
  expect((await seller.rpc('get-connection', {})).body).toMatchObject({
    state: 'not_started',
    former: { accountId: account, businessName: 'Vane Ceramics' },
  });
  const { body } = await connectExistingAccount(app, seller, { ...EXISTING_ACCOUNT, account });
  expect(body).toMatchObject({ stripe_account_id: account, state: 'complete', former: null });
  expect((await app.rpc('create-checkout-session', { slug })).status).toBe(200);
  expect((await seller.rpc('list-orders', {})).body.count).toBe(1);
  expect(await rowsOf(app)).toMatchObject([{ generation: 2, disconnectedAt: null }]);
});

test('reconnects the former account in onboarding if Stripe grants access again', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.onboard();
  const account = await getStripeAccountId(seller);
  await disconnectAtStripe(app, account);
  const consent = await submitConsent(app, await startConnection(seller), { ...EXISTING_ACCOUNT, account });
  // Access was granted, but the response was lost.
  await app.context.stripe.oauth.token({
    grant_type: 'authorization_code',
    code: 'code' in consent ? consent.code : '',
  });
  expect((await seller.rpc('stripe-connect-onboarding', {})).body).toEqual({ alreadyConnected: true });
  expect((await seller.rpc('get-connection', {})).body.stripe_account_id).toBe(account);
  expect((await app.context.stripe.accounts.list()).data).toHaveLength(1);
});

test('ignores a late disconnection event of a reconnected account', async () => {
  const delayedEvents: (() => Promise<unknown>)[] = [];
  const app = await createTestApp({
    wrapEventDelivery: (next) => (url, delivery) => {
      if (!delivery.body.includes('deauthorized')) return next(url, delivery);
      delayedEvents.push(() => next(url, delivery));
      return Promise.resolve({ status: 200 });
    },
  });
  const seller = await app.signUpSeller();
  await seller.onboard();
  const account = await getStripeAccountId(seller);
  await disconnectAtStripe(app, account);
  await seller.rpc('get-connection', { refresh: true });
  await connectExistingAccount(app, seller, { ...EXISTING_ACCOUNT, account });
  expect(delayedEvents).toHaveLength(1);
  for (const deliver of delayedEvents) await deliver();
  await app.waitUntilIdle();
  expect((await seller.rpc('get-connection', {})).body.state).toBe('complete');
});
