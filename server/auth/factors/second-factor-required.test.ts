import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';

import { RPC_FUNCTIONS } from '#server/routes/rpc-functions.ts';
import { ACCOUNT_ROWS } from '#server/testing/matrix/account-rows.ts';
import { confirmAddress } from '#server/testing/take-mail.ts';
import { authClient, createTestApp } from '#server/testing/test-app.ts';

/** Routes that accept an aal1 token: they lead to the second factor or sign out. */
const SECOND_FACTOR_ROUTES = [
  'GET /auth/v1/user',
  'POST /auth/v1/logout',
  'POST /auth/v1/factors/:id/challenge',
  'POST /auth/v1/factors/:id/verify',
  'POST /auth/v1/factors/recovery-codes/verify',
];
/** Public routes: they read no token. */
const PUBLIC_ROUTES = [
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
async function createTestEnv() {
  const app = await createTestApp();
  const owner = await app.signUpSeller();
  await confirmAddress(app.context, owner.session.user.id);
  const fullClient = authClient(app.request);
  await fullClient.signInWithPassword({ email: owner.email, password: 'correct horse' });
  const { data, error } = await fullClient.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  if (error) throw error;
  const code = new TOTP({ secret: data.totp.secret }).generate();
  const verified = await fullClient.mfa.challengeAndVerify({ factorId: data.id, code });
  if (verified.error) throw verified.error;
  const passwordOnly = await authClient(app.request).signInWithPassword({
    email: owner.email,
    password: 'correct horse',
  });
  const token = passwordOnly.data.session?.access_token ?? '';
  const fullToken = (await fullClient.getSession()).data.session?.access_token ?? '';
  const fetchOutcome = async (method: string, path: string, body?: unknown, bearer = token) => {
    const response = await app.request(path, {
      method,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const { code: authCode, error: rpcError } = (await response.json()) as {
      code?: string;
      error?: { code: string };
    };
    return `${response.status} ${authCode ?? rpcError?.code}`;
  };
  return { app, owner, fetchOutcome, fullToken };
}

test('each function with a caller rejects a session without its second factor', async () => {
  const { fetchOutcome, fullToken } = await createTestEnv();
  const outcomes: Record<string, string> = {};
  for (const { name, access } of RPC_FUNCTIONS) {
    if (access !== 'anyone') outcomes[name] = await fetchOutcome('POST', `/functions/v1/${name}`, {});
  }
  expect(Object.keys(outcomes).length).toBeGreaterThan(25);
  expect([...new Set(Object.values(outcomes))]).toEqual(['403 insufficient_aal']);
  expect(await fetchOutcome('POST', '/functions/v1/list-pages', {}, fullToken)).toBe('200 undefined');
});

test('each identity route rejects a session without its second factor, except those that lead to it or sign out', async () => {
  const { app, owner, fetchOutcome } = await createTestEnv();
  const routes = app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/auth/v1/'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(routes).toEqual(expect.arrayContaining([...SECOND_FACTOR_ROUTES, ...PUBLIC_ROUTES]));
  const outcomes: Record<string, string> = {};
  for (const route of new Set(routes)) {
    if (SECOND_FACTOR_ROUTES.includes(route) || PUBLIC_ROUTES.includes(route)) continue;
    const row = ACCOUNT_ROWS[route];
    if (!row) throw new Error(`${route} has no row`);
    const { path, body } = await row.request({ app, owner, pageId: '', image: '' });
    outcomes[route] = await fetchOutcome(route.split(' ')[0] ?? '', path, body);
  }
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(outcomes).map((route) => [route, '403 insufficient_aal'])));
  expect(Object.keys(outcomes).length).toBeGreaterThan(14);
});

test('users with an unconfirmed address cannot add a second factor, so that no owner is locked out', async () => {
  const app = await createTestApp();
  const unconfirmedSeller = await app.signUpSeller();
  const client = authClient(app.request);
  await client.signInWithPassword({ email: unconfirmedSeller.email, password: 'correct horse' });
  const rejected = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  expect(rejected.error).toMatchObject({ code: 'email_not_confirmed' });
  expect((await unconfirmedSeller.rpc('get-account', {})).body).toMatchObject({ mayHaveSecondStep: false });
  await confirmAddress(app.context, unconfirmedSeller.session.user.id);
  expect((await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })).error).toBeNull();
  expect((await unconfirmedSeller.rpc('get-account', {})).body).toMatchObject({ mayHaveSecondStep: true });
});

test('where no mail is sent, adding a factor needs no confirmed address', async () => {
  const app = await createTestApp({
    env: {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET_PLATFORM: 'whsec_platform',
      STRIPE_WEBHOOK_SECRET_CONNECT: 'whsec_connect',
    },
  });
  const seller = await app.signUpSeller();
  expect((await seller.rpc('get-account', {})).body).toMatchObject({ mayHaveSecondStep: true });
});
