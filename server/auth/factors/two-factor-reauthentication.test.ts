import { randomUUID } from 'node:crypto';

import { TOTP } from 'otpauth';
import { expect, test } from 'vitest';

import { RPC_FUNCTIONS } from '#server/routes/rpc-functions.ts';
import {
  signInUser,
  getAccessToken,
  generateTotpCode,
  signUpWithTotp,
  type Client,
} from '#server/testing/factor-helpers.ts';
import { confirmAddress, parseMailLink, takeMailOfKind } from '#server/testing/take-mail.ts';
import { authClient, rpcAs, createTestApp } from '#server/testing/test-app.ts';
import { createEmail, createTestAuth, PASSWORD } from '#server/testing/test-auth.ts';

const NEW_PASSWORD = 'a new password';
const MINUTE = 60_000;
const auth = await createTestAuth();
const { clock, context } = auth;

type TotpUser = Awaited<ReturnType<typeof signUpWithTotp>>;

const passTotp = async (client: Client, { factorId, secret }: TotpUser) => {
  const { error } = await client.mfa.challengeAndVerify({ factorId, code: generateTotpCode(auth, secret) });
  expect(error).toBeNull();
};

const changeAddress = async (client: Client) =>
  (await client.updateUser({ email: createEmail() })).error?.code ?? 'changed';

test('a sign-in with both factors allows sensitive changes for five minutes from the first factor', async () => {
  const testUser = await signUpWithTotp(auth);
  const client = await signInUser(auth, testUser.email);
  clock.now += 2 * MINUTE;
  await passTotp(client, testUser);
  expect(await changeAddress(client)).toBe('changed');
  clock.now += 3 * MINUTE;
  expect(await changeAddress(client)).toBe('reauthentication_needed');
});

test('with two-factor authentication, neither factor alone suffices', async () => {
  const testUser = await signUpWithTotp(auth);
  const { client, email } = testUser;
  clock.now += 6 * MINUTE;
  await passTotp(client, testUser);
  expect(await changeAddress(client)).toBe('reauthentication_needed');
  expect((await client.mfa.recoveryCodes.generate()).error?.code).toBe('reauthentication_needed');
  const withPassword = { email: createEmail(), current_password: PASSWORD };
  expect((await client.updateUser(withPassword)).error).toBeNull();
  await client.refreshSession();

  clock.now += 6 * MINUTE;
  expect((await client.updateUser(withPassword)).error?.code).toBe('reauthentication_needed');
  expect((await client.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD })).error?.code).toBe(
    'reauthentication_needed',
  );
  expect((await client.mfa.unenroll({ factorId: testUser.factorId })).error?.code).toBe('reauthentication_needed');
  // The password was correct each time; only the second factor is missing.
  await client.refreshSession();
  await passTotp(client, testUser);
  expect((await client.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD })).error).toBeNull();
  expect((await auth.signIn(email, NEW_PASSWORD)).status).toBe(200);
});

test('a mailed code does not replace the second factor and stays valid until it is verified', async () => {
  const testUser = await signUpWithTotp(auth);
  const { client, email } = testUser;
  clock.now += 6 * MINUTE;
  await client.reauthenticate();
  const { code: nonce } = await takeMailOfKind(context, email, 'confirmation_code');
  const change = async () => (await client.updateUser({ password: NEW_PASSWORD, nonce })).error?.code ?? 'changed';
  expect(await change()).toBe('reauthentication_needed');
  await passTotp(client, testUser);
  expect(await change()).toBe('changed');
});

test('after following a password reset link, the user sets a new password once the second factor is verified', async () => {
  const testUser = await signUpWithTotp(auth);
  await auth.post('recover', { email: testUser.email });
  const { token_hash } = parseMailLink(await takeMailOfKind(context, testUser.email, 'recover_password'));
  const client = auth.client();
  await client.verifyOtp({ type: 'recovery', token_hash });
  await passTotp(client, testUser);
  expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
});

/** A seller with a TOTP factor in the complete app, long after signing in. */
async function createSellerWithTotp() {
  const app = await createTestApp();
  const { email, session } = await app.signUpSeller();
  await confirmAddress(app.context, session.user.id);
  const client = authClient(app.request);
  await client.signInWithPassword({ email, password: 'correct horse' });
  const { data, error } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  if (error) throw error;
  const totp = new TOTP({ secret: data.totp.secret });
  const passSecondFactor = async () => {
    const code = totp.generate({ timestamp: app.context.realNow().getTime() });
    expect((await client.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull();
  };
  const call: ReturnType<typeof rpcAs> = async (name, body) =>
    rpcAs(app.request, await getAccessToken(client))(name, body);
  await passSecondFactor();
  app.advance(6 * MINUTE);
  await client.refreshSession();
  return { app, email, client, passSecondFactor, call };
}

test('no sensitive function works with one factor, and the account lists the missing one', async () => {
  const { client, passSecondFactor, call } = await createSellerWithTotp();
  const errors = async () => {
    const codes: unknown[] = [];
    for (const { name, access } of RPC_FUNCTIONS)
      if (access === 'step-up') codes.push((await call(name, {} as never)).body.error?.code);
    return [...new Set(codes)];
  };
  const missing = async () => (await call('get-account', {})).body.unshown;
  expect([await missing(), await errors()]).toEqual([['first', 'second'], ['confirmation_needed']]);
  await call('confirm-identity', { password: 'correct horse' });
  await client.refreshSession();
  expect([await missing(), await errors()]).toEqual([['second'], ['confirmation_needed']]);
  await passSecondFactor();
  expect(await missing()).toEqual([]);
  expect((await call('end-session', { sessionId: randomUUID() })).body.error?.code).toBe('not_found');
});

test('a mailed code counts as first factor for users without a password', async () => {
  const { app, email, client, passSecondFactor, call } = await createSellerWithTotp();
  await passSecondFactor();
  expect((await call('get-account', {})).body.unshown).toEqual(['first']);
  await client.reauthenticate();
  const { code } = await takeMailOfKind(app.context, email, 'confirmation_code');
  await call('confirm-identity', { code });
  await client.refreshSession();
  expect((await call('get-account', {})).body.unshown).toEqual([]);
});

test('a wrong password is reported as wrong even if the second factor is missing', async () => {
  const { client } = await signUpWithTotp(auth);
  clock.now += 6 * MINUTE;
  const auditQuery = { email: createEmail(), current_password: 'wrong password' };
  expect((await client.updateUser(auditQuery)).error?.code).toBe('invalid_credentials');
});
