import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';

import { confirmAddress } from '#server/auth/testing-mailbox.ts';
import { ALL_FUNCTIONS } from '#server/functions/all-functions.ts';
import { ACCOUNT_ROWS } from '#server/testing-account-rows.ts';
import { authClient, openShop } from '#server/testing.ts';

/** Routes that accept an aal1 token: they lead to the second factor or sign out. */
const WAYS_ON = [
  'GET /auth/v1/user',
  'POST /auth/v1/logout',
  'POST /auth/v1/factors/:id/challenge',
  'POST /auth/v1/factors/:id/verify',
  'POST /auth/v1/factors/recovery-codes/verify',
];
/** Public routes: they read no token. */
const PUBLIC = [
  'POST /auth/v1/signup',
  'POST /auth/v1/token',
  'POST /auth/v1/recover',
  'POST /auth/v1/resend',
  'POST /auth/v1/verify',
  'GET /auth/v1/authorize',
  'GET /auth/v1/callback',
  'POST /auth/v1/callback',
  'POST /auth/v1/passkeys/authentication/options',
  'POST /auth/v1/passkeys/authentication/verify',
  'GET /auth/v1/.well-known/jwks.json',
];

/** A seller with a TOTP factor, and the token of an attacker who knows only the password. */
async function openWorld() {
  const shop = await openShop();
  const owner = await shop.seller();
  await confirmAddress(shop.context, owner.session.user.id);
  const full = authClient(shop.request);
  await full.signInWithPassword({ email: owner.email, password: 'correct horse' });
  const { data, error } = await full.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  if (error) throw error;
  const code = new TOTP({ secret: data.totp.secret }).generate();
  const proven = await full.mfa.challengeAndVerify({ factorId: data.id, code });
  if (proven.error) throw proven.error;
  const half = await authClient(shop.request).signInWithPassword({
    email: owner.email,
    password: 'correct horse',
  });
  const token = half.data.session?.access_token ?? '';
  const whole = (await full.getSession()).data.session?.access_token ?? '';
  const ask = async (method: string, path: string, body?: unknown, bearer = token) => {
    const answer = await shop.request(path, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { code: own, error: nested } = (await answer.json()) as { code?: string; error?: { code: string } };
    return `${answer.status} ${own ?? nested?.code}`;
  };
  return { shop, owner, ask, whole };
}

test('each function with a caller rejects a session without its second factor', async () => {
  const { ask, whole } = await openWorld();
  const outcomes: Record<string, string> = {};
  for (const { name, access } of ALL_FUNCTIONS) {
    if (access !== 'anyone') outcomes[name] = await ask('POST', `/functions/v1/${name}`, {});
  }
  expect(Object.keys(outcomes).length).toBeGreaterThan(25);
  expect([...new Set(Object.values(outcomes))]).toEqual(['403 insufficient_aal']);
  expect(await ask('POST', '/functions/v1/list-pages', {}, whole)).toBe('200 undefined');
});

test('each identity route rejects a session without its second factor, except those that lead to it or sign out', async () => {
  const { shop, owner, ask } = await openWorld();
  const doors = shop.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/auth/v1/'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(doors).toEqual(expect.arrayContaining([...WAYS_ON, ...PUBLIC]));
  const outcomes: Record<string, string> = {};
  for (const door of new Set(doors)) {
    if (WAYS_ON.includes(door) || PUBLIC.includes(door)) continue;
    const row = ACCOUNT_ROWS[door];
    if (!row) throw new Error(`${door} has no row`);
    const { path, body } = await row.ask({ shop, owner, pageId: '', image: '' });
    outcomes[door] = await ask(door.split(' ')[0] ?? '', path, body);
  }
  expect(outcomes).toEqual(
    Object.fromEntries(Object.keys(outcomes).map((door) => [door, '403 insufficient_aal'])),
  );
  expect(Object.keys(outcomes).length).toBeGreaterThan(14);
});

test('users with an unconfirmed address cannot add a second factor, so that no owner is locked out', async () => {
  const shop = await openShop();
  const squatter = await shop.seller();
  const client = authClient(shop.request);
  await client.signInWithPassword({ email: squatter.email, password: 'correct horse' });
  const refused = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  expect(refused.error).toMatchObject({ code: 'email_not_confirmed' });
  expect((await squatter.call('get-account', {})).body).toMatchObject({ mayHaveSecondStep: false });
  await confirmAddress(shop.context, squatter.session.user.id);
  expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })).error).toBeNull();
  expect((await squatter.call('get-account', {})).body).toMatchObject({ mayHaveSecondStep: true });
});

test('where no mail is sent, adding a factor needs no confirmed address', async () => {
  const shop = await openShop({
    env: {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET_PLATFORM: 'whsec_platform',
      STRIPE_WEBHOOK_SECRET_CONNECT: 'whsec_connect',
    },
  });
  const person = await shop.seller();
  expect((await person.call('get-account', {})).body).toMatchObject({ mayHaveSecondStep: true });
});
