import { expect, test } from 'vitest';
import { failure, look, openRehearsal, openSeller, origin, post, type Rehearsal } from '../rehearsal.ts';

const query = {
  response_type: 'code',
  client_id: 'ca_Sandbox',
  scope: 'read_write',
  state: 'a state',
  redirect_uri: `${origin}/stripe/return`,
};
const address = (change: Record<string, string> = {}): string =>
  `${origin}/sandbox/oauth/authorize?${new URLSearchParams({ ...query, ...change })}`;

const answerWith = async ({ sandbox }: Rehearsal, fields: Record<string, string>) => {
  const answer = await post(sandbox, address(), fields);
  expect(answer.status).toBe(303);
  const url = new URL(answer.headers.get('location') ?? '');
  expect(`${url.origin}${url.pathname}`).toBe(query.redirect_uri);
  return Object.fromEntries(url.searchParams);
};

const exchange = ({ stripe }: Rehearsal, code = '') =>
  stripe.oauth.token({ grant_type: 'authorization_code', code });

test('offers a disconnected account; its code restores access once', async () => {
  const rehearsal = openRehearsal();
  const { sandbox, stripe } = rehearsal;
  const { stripeAccount } = await openSeller(rehearsal);
  await stripe.oauth.deauthorize({ client_id: 'ca_Sandbox', stripe_user_id: stripeAccount });
  expect(await (await look(sandbox, address())).text()).toContain(stripeAccount);
  const { code, state } = await answerWith(rehearsal, { account: stripeAccount, action: 'connect' });
  expect(state).toBe('a state');
  expect((await failure(stripe.accounts.retrieve(stripeAccount))).code).toBe('account_invalid');
  expect(await exchange(rehearsal, code)).toMatchObject({
    stripe_user_id: stripeAccount,
    livemode: false,
    scope: 'read_write',
    token_type: 'bearer',
  });
  expect((await stripe.accounts.retrieve(stripeAccount)).charges_enabled).toBe(true);
  expect(await failure(exchange(rehearsal, code))).toMatchObject({
    type: 'StripeInvalidGrantError',
    statusCode: 400,
  });
  await sandbox.settled();
  expect(rehearsal.types()).toContain('account.application.authorized');
  await sandbox.close();
});

test('connects an account that is new to the platform; a code expires after five minutes', async () => {
  const rehearsal = openRehearsal();
  const { sandbox, stripe } = rehearsal;
  const another = { account: 'another', business: 'Marlow Prints', action: 'connect' };
  const token = await exchange(rehearsal, (await answerWith(rehearsal, another)).code);
  const account = await stripe.accounts.retrieve(token.stripe_user_id ?? '');
  expect(account).toMatchObject({ details_submitted: true, charges_enabled: true });
  expect(account.settings?.dashboard.display_name).toBe('Marlow Prints');
  const { code } = await answerWith(rehearsal, another);
  sandbox.clock.moveTo(new Date(sandbox.now().getTime() + 301_000));
  expect((await failure(exchange(rehearsal, code))).type).toBe('StripeInvalidGrantError');
  await sandbox.close();
});

test('redirects with access_denied and the state when the seller cancels', async () => {
  const rehearsal = openRehearsal();
  expect(await answerWith(rehearsal, { action: 'deny' })).toMatchObject({
    error: 'access_denied',
    state: 'a state',
  });
  await rehearsal.sandbox.close();
});

test.for([
  [{ redirect_uri: 'https://elsewhere.example/stripe/return' }],
  [{ response_type: 'token' }],
  [{ client_id: 'nobody' }],
  [{ scope: 'everything' }],
])('refuses a request with %o without a redirect', async ([change = {}]) => {
  const { sandbox } = openRehearsal();
  for (const ask of [look(sandbox, address(change)), post(sandbox, address(change), { action: 'deny' })]) {
    const answer = await ask;
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
  }
  await sandbox.close();
});

test('asks again for an account that does not exist', async () => {
  const { sandbox } = openRehearsal();
  const answer = await post(sandbox, address(), { account: 'acct_none', action: 'connect' });
  expect(answer.status).toBe(422);
  expect(await answer.text()).toContain('Choose an account.');
  await sandbox.close();
});
