import { expect, test } from 'vitest';

import { providerAccounts } from '#server/db/schema-pages.ts';
import {
  ANOTHER,
  answerConsent,
  connectExistingAccount,
  startConnecting,
  type AuthorizationResponse,
} from '#server/testing-connect.ts';
import { openRoad, TRIES } from '#server/testing-faults.ts';
import { accountOf } from '#server/testing-refunds.ts';
import { authClient, callAs, openShop, type TestSeller, type TestShop } from '#server/testing.ts';
import { SEALED_TOKENS } from '#server/sealed-cell.ts';

import { authorizeUrl } from './connect-existing.ts';

const MINUTE_MS = 60_000;

const complete = (seller: TestSeller, response: AuthorizationResponse) =>
  seller.call('stripe-connect-complete', response);

/** Returns the rows without the time of the last check. */
const rowsOf = async ({ context: { db } }: TestShop) =>
  (await db.select().from(providerAccounts)).map(({ checkedAt: _, ...row }) => row);

const disconnectAtStripe = async (shop: TestShop, account: string) => {
  await shop.request(`/sandbox/dashboard/${account}/disconnect`, { method: 'POST' });
  await shop.settled();
};

/** Returns the error code and asserts that the accounts are unchanged. */
async function refusalOf(shop: TestShop, act: () => Promise<{ body: { error?: { code: string } } }>) {
  const before = await rowsOf(shop);
  const { body } = await act();
  expect(await rowsOf(shop)).toEqual(before);
  return body.error?.code;
}

test('connects an existing account that can publish and sell at once', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const url = new URL(await startConnecting(seller));
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'ca_Sandbox',
    scope: 'read_write',
    redirect_uri: 'http://localhost:3000/stripe/return',
  });
  const { body } = await complete(seller, await answerConsent(shop, url.href, ANOTHER));
  expect(body).toMatchObject({ state: 'complete', businessName: 'Marlow Prints', former: null });
  const { slug } = await seller.publish({}, 'taller');
  const paid = await shop.call('create-checkout-session', { slug });
  await shop.pay(paid.body.url);
  expect((await seller.call('list-orders', {})).body.count).toBe(1);
  expect((await seller.call('stripe-connect-authorize', {})).body).toEqual({ alreadyConnected: true });
});

test("uses connect.stripe.com and the operator's client id in live mode", async () => {
  const shop = await openShop();
  const { context } = shop;
  const config = { ...context.config, mode: 'live' as const, stripeClientId: 'ca_live1' };
  const url = new URL((await authorizeUrl({ ...context, config }, crypto.randomUUID())) ?? '');
  expect(url.origin + url.pathname).toBe('https://connect.stripe.com/oauth/authorize');
  expect(url.searchParams.get('client_id')).toBe('ca_live1');
});

test('offers no existing accounts without a client id', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  Object.assign(shop.context.config, { stripeClientId: null });
  expect((await seller.call('get-connection', {})).body.canConnectExisting).toBe(false);
  expect(await refusalOf(shop, () => seller.call('stripe-connect-authorize', {}))).toBe(
    'stripe_existing_not_offered',
  );
});

test('rejects an account of another seller, connected or not', async () => {
  const shop = await openShop();
  const [first, second] = [await shop.seller(), await shop.seller()];
  await first.onboard();
  const account = await accountOf(first);
  const choose = { ...ANOTHER, account };
  expect(await refusalOf(shop, () => connectExistingAccount(shop, second, choose))).toBe(
    'stripe_account_taken',
  );
  expect((await first.call('get-connection', { refresh: true })).body.state).toBe('complete');
  await disconnectAtStripe(shop, account);
  expect(await refusalOf(shop, () => connectExistingAccount(shop, second, choose))).toBe(
    'stripe_account_taken',
  );
});

test('gives an account to one of two sellers who connect it at once', async () => {
  const shop = await openShop();
  const sellers = [await shop.seller(), await shop.seller()] as const;
  const responses: AuthorizationResponse[] = [];
  await connectExistingAccount(shop, await shop.seller());
  const [{ accountId } = { accountId: null }] = await rowsOf(shop);
  await shop.context.db.delete(providerAccounts);
  for (const seller of sellers)
    responses.push(
      await answerConsent(shop, await startConnecting(seller), { ...ANOTHER, account: accountId ?? '' }),
    );
  const answers = await Promise.all(
    sellers.map((seller, index) => complete(seller, responses[index] ?? { state: '', error: '' })),
  );
  expect(answers.map(({ body }) => body.error?.code ?? body.state).toSorted()).toEqual([
    'complete',
    'stripe_account_taken',
  ]);
  expect(await rowsOf(shop)).toHaveLength(1);
});

test.for([
  [{ livemode: true }, 'stripe_account_wrong_mode'],
  [{ scope: 'read_only' }, 'stripe_access_too_narrow'],
] as const)('rejects an authorization with %o as %s', async ([change, code]) => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await shop.seller();
  road.rewrite(/^POST \/oauth\/token$/, (body) => ({ ...(body as object), ...change }));
  expect(await refusalOf(shop, () => connectExistingAccount(shop, seller))).toBe(code);
});

test('changes nothing when the seller declines and allows a new start', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  expect(
    await refusalOf(shop, () => connectExistingAccount(shop, seller, { ...ANOTHER, action: 'deny' })),
  ).toBe('stripe_authorization_denied');
  expect((await connectExistingAccount(shop, seller)).body.state).toBe('complete');
});

test('passes on any other OAuth error', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { searchParams } = new URL(await startConnecting(seller));
  const response = { state: searchParams.get('state') ?? '', error: 'invalid_scope' };
  expect((await complete(seller, response)).body.error).toMatchObject({
    code: 'provider_refused',
    providerError: 'invalid_scope',
  });
});

test('rejects an expired or forged state', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const response = await answerConsent(shop, await startConnecting(seller), ANOTHER);
  shop.advance(30 * MINUTE_MS);
  // Access tokens expire sooner.
  const { data } = await authClient(shop.request).signInWithPassword({
    email: seller.email,
    password: 'correct horse',
  });
  const call = callAs(shop.request, data.session?.access_token ?? '');
  const sealed = shop.context.secrets.seal(
    JSON.stringify({ purpose: 'else', sellerId: 'x' }),
    SEALED_TOKENS.stripeState,
  );
  for (const state of [response.state, `${response.state.slice(0, -2)}AA`, sealed, 'none'])
    expect(await refusalOf(shop, () => call('stripe-connect-complete', { ...response, state }))).toBe(
      'stripe_authorization_expired',
    );
});

test('accepts a state once, whatever the result', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const declined = await answerConsent(shop, await startConnecting(seller), { action: 'deny' });
  await complete(seller, declined);
  const { code } = (await answerConsent(shop, await startConnecting(seller), ANOTHER)) as { code: string };
  expect(await refusalOf(shop, () => complete(seller, { state: declined.state, code }))).toBe(
    'stripe_authorization_used',
  );
});

test('rejects a response for another seller and keeps it valid for its owner', async () => {
  const shop = await openShop();
  const [owner, stranger] = [await shop.seller(), await shop.seller()];
  const response = await answerConsent(shop, await startConnecting(owner), ANOTHER);
  expect(await refusalOf(shop, () => complete(stranger, response))).toBe('stripe_authorization_foreign');
  expect((await complete(owner, response)).body.state).toBe('complete');
});

test('rejects a code that was used before', async () => {
  const shop = await openShop();
  const [first, second] = [await shop.seller(), await shop.seller()];
  const response = await answerConsent(shop, await startConnecting(first), ANOTHER);
  await complete(first, response);
  const other = await answerConsent(shop, await startConnecting(second), ANOTHER);
  expect(await refusalOf(shop, () => complete(second, { ...response, state: other.state }))).toBe(
    'stripe_authorization_expired',
  );
});

test('keeps an account that was connected meanwhile', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const response = await answerConsent(shop, await startConnecting(seller), ANOTHER);
  await seller.onboard();
  expect(await refusalOf(shop, () => complete(seller, response))).toBe('stripe_already_connected');
});

test('replaces an account with unfinished onboarding but not a restricted one', async () => {
  const shop = await openShop();
  const [restricted, begun] = [await shop.seller(), await shop.seller()];
  await restricted.onboard('restricted');
  expect(await refusalOf(shop, () => restricted.call('stripe-connect-authorize', {}))).toBe(
    'stripe_already_connected',
  );
  await begun.onboard('later');
  expect((await connectExistingAccount(shop, begun)).body).toMatchObject({
    state: 'complete',
    businessName: 'Marlow Prints',
  });
  const account = await accountOf(begun);
  await disconnectAtStripe(shop, account);
  expect((await begun.call('get-connection', {})).body).toMatchObject({
    state: 'not_started',
    former: { accountId: account, businessName: 'Marlow Prints' },
  });
});

test('connects nothing when the code exchange fails', async () => {
  const road = openRoad();
  const shop = await openShop({ aroundProvider: road.aroundProvider });
  const seller = await shop.seller();
  road.break(/^POST \/oauth\/token$/, 'time-out before', TRIES);
  expect(await refusalOf(shop, () => connectExistingAccount(shop, seller))).toBe('provider_unavailable');
  expect((await connectExistingAccount(shop, seller)).body.state).toBe('complete');
});

test('offers and reconnects the former account with its pages and orders', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { slug } = await seller.publish({}, 'taller');
  await shop.pay((await shop.call('create-checkout-session', { slug })).body.url);
  const account = await accountOf(seller);
  await disconnectAtStripe(shop, account);
  expect((await seller.call('get-connection', {})).body).toMatchObject({
    state: 'not_started',
    former: { accountId: account, businessName: 'Vane Ceramics' },
  });
  const { body } = await connectExistingAccount(shop, seller, { ...ANOTHER, account });
  expect(body).toMatchObject({ stripe_account_id: account, state: 'complete', former: null });
  expect((await shop.call('create-checkout-session', { slug })).status).toBe(200);
  expect((await seller.call('list-orders', {})).body.count).toBe(1);
  expect(await rowsOf(shop)).toMatchObject([{ generation: 2, disconnectedAt: null }]);
});

test('reconnects the former account in onboarding if Stripe grants access again', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.onboard();
  const account = await accountOf(seller);
  await disconnectAtStripe(shop, account);
  const consent = await answerConsent(shop, await startConnecting(seller), { ...ANOTHER, account });
  // Access was granted, but the response was lost.
  await shop.context.stripe.oauth.token({
    grant_type: 'authorization_code',
    code: 'code' in consent ? consent.code : '',
  });
  expect((await seller.call('stripe-connect-onboarding', {})).body).toEqual({ alreadyConnected: true });
  expect((await seller.call('get-connection', {})).body.stripe_account_id).toBe(account);
  expect((await shop.context.stripe.accounts.list()).data).toHaveLength(1);
});

test('ignores a late disconnection event of a reconnected account', async () => {
  const late: (() => Promise<unknown>)[] = [];
  const shop = await openShop({
    aroundEvents: (next) => (url, parcel) => {
      if (!parcel.body.includes('deauthorized')) return next(url, parcel);
      late.push(() => next(url, parcel));
      return Promise.resolve({ status: 200 });
    },
  });
  const seller = await shop.seller();
  await seller.onboard();
  const account = await accountOf(seller);
  await disconnectAtStripe(shop, account);
  await seller.call('get-connection', { refresh: true });
  await connectExistingAccount(shop, seller, { ...ANOTHER, account });
  expect(late).toHaveLength(1);
  for (const deliver of late) await deliver();
  await shop.settled();
  expect((await seller.call('get-connection', {})).body.state).toBe('complete');
});
