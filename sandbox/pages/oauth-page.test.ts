import { expect, test } from 'vitest';

import {
  getError,
  getPage,
  openFixture,
  createSeller,
  origin,
  postForm,
  type SandboxFixture,
} from '../testing/sandbox-fixture.ts';

const AUTHORIZATION_QUERY = {
  response_type: 'code',
  client_id: 'ca_Sandbox',
  scope: 'read_write',
  state: 'a state',
  redirect_uri: `${origin}/stripe/return`,
};
const authorizePath = (overrides: Record<string, string> = {}): string =>
  `${origin}/sandbox/oauth/authorize?${new URLSearchParams({ ...AUTHORIZATION_QUERY, ...overrides })}`;

const submitConsent = async ({ sandbox }: SandboxFixture, fields: Record<string, string>) => {
  const response = await postForm(sandbox, authorizePath(), fields);
  expect(response.status).toBe(303);
  const url = new URL(response.headers.get('location') ?? '');
  expect(`${url.origin}${url.pathname}`).toBe(AUTHORIZATION_QUERY.redirect_uri);
  return Object.fromEntries(url.searchParams);
};

const exchangeCode = ({ stripe }: SandboxFixture, code = '') =>
  stripe.oauth.token({ grant_type: 'authorization_code', code });

test('offers a disconnected account; its code restores access once', async () => {
  const fixture = openFixture();
  const { sandbox, stripe } = fixture;
  const { stripeAccount } = await createSeller(fixture);
  await stripe.oauth.deauthorize({ client_id: 'ca_Sandbox', stripe_user_id: stripeAccount });
  expect(await (await getPage(sandbox, authorizePath())).text()).toContain(stripeAccount);
  const { code, state } = await submitConsent(fixture, { account: stripeAccount, action: 'connect' });
  expect(state).toBe('a state');
  expect((await getError(stripe.accounts.retrieve(stripeAccount))).code).toBe('account_invalid');
  expect(await exchangeCode(fixture, code)).toMatchObject({
    stripe_user_id: stripeAccount,
    livemode: false,
    scope: 'read_write',
    token_type: 'bearer',
  });
  expect((await stripe.accounts.retrieve(stripeAccount)).charges_enabled).toBe(true);
  expect(await getError(exchangeCode(fixture, code))).toMatchObject({
    type: 'StripeInvalidGrantError',
    statusCode: 400,
  });
  await sandbox.waitForDeliveries();
  expect(fixture.eventTypes()).toContain('account.application.authorized');
  await sandbox.close();
});

test('connects an account that is new to the platform; a code expires after five minutes', async () => {
  const fixture = openFixture();
  const { sandbox, stripe } = fixture;
  const newAccountForm = { account: 'another', business: 'Marlow Prints', action: 'connect' };
  const token = await exchangeCode(fixture, (await submitConsent(fixture, newAccountForm)).code);
  const account = await stripe.accounts.retrieve(token.stripe_user_id ?? '');
  expect(account).toMatchObject({ details_submitted: true, charges_enabled: true });
  expect(account.settings?.dashboard.display_name).toBe('Marlow Prints');
  const { code } = await submitConsent(fixture, newAccountForm);
  sandbox.clock.moveTo(new Date(sandbox.now().getTime() + 301_000));
  expect((await getError(exchangeCode(fixture, code))).type).toBe('StripeInvalidGrantError');
  await sandbox.close();
});

test('redirects with access_denied and the state when the seller cancels', async () => {
  const fixture = openFixture();
  expect(await submitConsent(fixture, { action: 'deny' })).toMatchObject({
    error: 'access_denied',
    state: 'a state',
  });
  await fixture.sandbox.close();
});

test.for([
  [{ redirect_uri: 'https://elsewhere.example/stripe/return' }],
  [{ response_type: 'token' }],
  [{ client_id: 'nobody' }],
  [{ scope: 'everything' }],
])('refuses a request with %o without a redirect', async ([overrides = {}]) => {
  const { sandbox } = openFixture();
  for (const pendingResponse of [
    getPage(sandbox, authorizePath(overrides)),
    postForm(sandbox, authorizePath(overrides), { action: 'deny' }),
  ]) {
    const response = await pendingResponse;
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
  }
  await sandbox.close();
});

test('asks again for an account that does not exist', async () => {
  const { sandbox } = openFixture();
  const response = await postForm(sandbox, authorizePath(), { account: 'acct_none', action: 'connect' });
  expect(response.status).toBe(422);
  expect(await response.text()).toContain('Choose an account.');
  await sandbox.close();
});
