import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { MAX_NAME_LENGTH } from '#domain/account.ts';
import { listIdentities } from '#server/auth/queries/identities.ts';
import { securityEvents } from '#server/db/schema-accounts.ts';
import { identities } from '#server/db/schema-users.ts';

import { insertFactor, takeMail, takeMailOfKind } from '../testing/take-mail.ts';
import {
  createAuthClients,
  createEmail,
  createTestAuth,
  PASSWORD,
  readError,
  readSession,
} from '../testing/test-auth.ts';
import { createAccount } from './create-account.ts';
import { createSignInLink } from './one-time-links.ts';

const auth = await createTestAuth();
const { context, clock } = auth;
const NEW_PASSWORD = 'a new password';

async function signUpUser() {
  const email = createEmail();
  const { access_token: token, refresh_token: refreshToken, user } = await auth.signUp(email);
  await takeMail(context, email);
  return { email, token, refreshToken, userId: user.id };
}

/** Signs up a user, long enough ago that changes need reauthentication. */
async function signUpWithOldSession() {
  const testUser = await signUpUser();
  clock.now += 5 * 60_000;
  return testUser;
}

async function requestMailedCode({ email, token }: { email: string; token: string }): Promise<string> {
  const response = await auth.send('GET', 'reauthenticate', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([response.status, await response.json()]).toEqual([200, {}]);
  return (await takeMailOfKind(context, email, 'confirmation_code')).code;
}

const readName = async (response: Response) =>
  ((await response.json()) as { user_metadata: { name?: string } }).user_metadata.name;

test('a name is normalized, stored and removed again', async () => {
  const { token } = await signUpWithOldSession();
  expect(await readName(await auth.put(token, { data: { name: '  Zoë   Vane ' } }))).toBe('Zoë Vane');
  expect(await readName(await auth.user(token))).toBe('Zoë Vane');
  expect(await readName(await auth.put(token, { data: {} }))).toBe('Zoë Vane');
  expect(await readName(await auth.put(token, { data: { name: '🙂'.repeat(MAX_NAME_LENGTH) } }))).toHaveLength(
    2 * MAX_NAME_LENGTH,
  );
  expect(await readName(await auth.put(token, { data: { name: ' ' } }))).toBeUndefined();
});

test.for([
  { name: 'x'.repeat(MAX_NAME_LENGTH + 1) },
  { name: 'a\nb' },
  { name: 'a\u0000b' },
  { name: 'a\u2028b' },
  { name: 'a\ud800' },
  { name: ['Vane'] },
])('rejects an invalid name and stores nothing else: %j', async (data) => {
  const { token } = await signUpUser();
  expect(await readError(await auth.put(token, { data }))).toBe('400 validation_failed');
  expect(await (await auth.user(token)).json()).toMatchObject({ user_metadata: {} });
});

test('ignores unknown keys, and an empty change returns the user', async () => {
  const { token, userId } = await signUpUser();
  const user = async () => {
    const { updated_at: _, ...profile } = (await (await auth.user(token)).json()) as { updated_at: string };
    return profile;
  };
  const profileBefore = await user();
  for (const body of [
    { role: 'admin' },
    { app_metadata: { role: 'admin' } },
    { email_confirm: true },
    { ban_duration: '1h' },
    { data: { email_verified: true } },
  ]) {
    expect((await auth.put(token, body)).status).toBe(200);
    expect(await user()).toEqual(profileBefore);
  }
  const response = await auth.put(token, { code_challenge: null, code_challenge_method: null });
  expect(await response.json()).toMatchObject({ id: userId });
});

const changePassword = (token: string, password: string) => auth.put(token, { password, current_password: PASSWORD });

test('a password can be changed right after signing in, and not five minutes later', async () => {
  const testUser = await signUpUser();
  expect((await auth.put(testUser.token, { password: NEW_PASSWORD })).status).toBe(200);
  clock.now += 5 * 60_000;
  expect(await readError(await auth.put(testUser.token, { password: 'yet another' }))).toBe(
    '401 reauthentication_needed',
  );
});

test('minutes after signing in, a new password needs the old one or a mailed code', async () => {
  const testUser = await signUpUser();
  clock.now += 5 * 60_000;
  const updateUser = (body: object) => auth.put(testUser.token, { password: NEW_PASSWORD, ...body });
  expect(await readError(await updateUser({}))).toBe('401 reauthentication_needed');
  expect(await readError(await updateUser({ current_password: 'wrong password' }))).toBe('400 invalid_credentials');
  expect(await readError(await updateUser({ nonce: '000000' }))).toBe('422 reauthentication_not_valid');
  const nonce = await requestMailedCode(testUser);
  expect((await updateUser({ nonce })).status).toBe(200);
  expect(await readError(await updateUser({ nonce, password: 'yet another' }))).toBe('422 reauthentication_not_valid');
  expect((await updateUser({ current_password: NEW_PASSWORD, password: 'yet another' })).status).toBe(200);
  expect((await auth.signIn(testUser.email, 'yet another')).status).toBe(200);
});

test.each(['password', 'digits'])(
  'reauthenticating by %s returns new tokens, and the old ones expire soon after',
  async (method) => {
    const testUser = await signUpUser();
    clock.now += 5 * 60_000;
    const credential =
      method === 'digits' ? { nonce: await requestMailedCode(testUser) } : { current_password: PASSWORD };
    expect((await auth.put(testUser.token, { email: createEmail(), ...credential })).status).toBe(200);
    expect((await auth.put(testUser.token, { email: createEmail() })).status).toBe(200);
    const response = await auth.post('token?grant_type=refresh_token', {
      refresh_token: testUser.refreshToken,
    });
    const { access_token: newToken } = await readSession(response);
    clock.now += 21_000;
    expect(await readError(await auth.user(testUser.token))).toBe('403 bad_jwt');
    expect((await auth.user(newToken)).status).toBe(200);
  },
);

test('codes of another user, of another purpose or from an hour ago change nothing', async () => {
  const [testUser, otherUser] = [await signUpWithOldSession(), await signUpWithOldSession()];
  const foreignCode = await requestMailedCode(otherUser);
  await auth.post('recover', { email: testUser.email });
  const { code: recoveryCode } = await takeMailOfKind(context, testUser.email, 'recover_password');
  const expiredCode = await requestMailedCode(testUser);
  for (const nonce of [foreignCode, recoveryCode])
    if (nonce !== expiredCode)
      expect(await readError(await auth.put(testUser.token, { password: NEW_PASSWORD, nonce }))).toBe(
        '422 reauthentication_not_valid',
      );
  clock.now += 3_600_000;
  const newToken = (await readSession(await auth.signIn(testUser.email))).access_token;
  expect(await readError(await auth.put(newToken, { password: NEW_PASSWORD, nonce: expiredCode }))).toBe(
    '422 reauthentication_not_valid',
  );
  expect((await auth.signIn(testUser.email)).status).toBe(200);
});

test('a code stays valid when the request fails for another reason', async () => {
  const testUser = await signUpWithOldSession();
  const nonce = await requestMailedCode(testUser);
  const updateUser = (password: string) => auth.put(testUser.token, { password, nonce });
  expect(await readError(await updateUser('12345'))).toBe('422 weak_password');
  expect(await readError(await updateUser(PASSWORD))).toBe('422 same_password');
  expect((await updateUser(NEW_PASSWORD)).status).toBe(200);
});

test('a new password ends all other sessions and is reported by mail', async () => {
  const { email, token } = await signUpUser();
  const otherSessions = [await readSession(await auth.signIn(email)), await readSession(await auth.signIn(email))];
  await changePassword(token, NEW_PASSWORD);
  expect((await auth.user(token)).status).toBe(200);
  for (const otherSession of otherSessions)
    expect(await readError(await auth.user(otherSession.access_token))).toBe('403 session_not_found');
  expect(await takeMail(context, email)).toMatchObject([{ event: 'password_changed' }]);
});

test('of two concurrent password changes from two sessions, one succeeds and the other is rejected', async () => {
  const { email, token } = await signUpUser();
  const otherToken = (await readSession(await auth.signIn(email))).access_token;
  const otherProcess = createAuthClients(auth.createContext(auth.openSecondHandle()));
  const responses = await Promise.all([
    changePassword(token, 'the password of one'),
    otherProcess.put(otherToken, { password: 'the password of the other', current_password: PASSWORD }),
  ]);
  // 400 when the rejected request still found its session, but no longer the password that it sent.
  const rejected = responses.find(({ ok }) => !ok);
  expect([400, 403]).toContain(rejected?.status);
  expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
  const currentPassword = responses[0].ok ? 'the password of one' : 'the password of the other';
  expect((await auth.signIn(email, currentPassword)).status).toBe(200);
});

test('rejects a weak password for its length, and the current one as same_password', async () => {
  const { token } = await signUpUser();
  const weakResponse = await auth.put(token, { password: '12345' });
  expect(await weakResponse.json()).toMatchObject({
    code: 'weak_password',
    weak_password: { reasons: ['length'] },
  });
  expect(await readError(await changePassword(token, PASSWORD))).toBe('422 same_password');
});

test('a user without a password can set one and sign in with it', async () => {
  const email = createEmail();
  const { id } = await createAccount(context, { email, password: null });
  await context.db.delete(identities).where(eq(identities.userId, id));
  const token_hash = new URL(await createSignInLink(context, id)).searchParams.get('token_hash');
  const session = await readSession(await auth.post('verify', { type: 'email', token_hash }));
  expect((await auth.put(session.access_token, { password: NEW_PASSWORD })).status).toBe(200);
  expect(await listIdentities(context.db, id)).toMatchObject([
    { provider: 'email', data: { email, email_verified: true } },
  ]);
  expect((await auth.signIn(email, NEW_PASSWORD)).status).toBe(200);
});

test('nothing can be changed before the second factor is verified', async () => {
  const { token, userId } = await signUpUser();
  await insertFactor(context, userId);
  for (const body of [{ password: NEW_PASSWORD }, { email: createEmail() }, { data: { name: 'Vane' } }])
    expect(await readError(await auth.put(token, body))).toBe('403 insufficient_aal');
  const code = await auth.send('GET', 'reauthenticate', { headers: { authorization: `Bearer ${token}` } });
  expect(await readError(code)).toBe('403 insufficient_aal');
});

test('wrong passwords of a signed-in user are security events of the account', async () => {
  const { token, userId } = await signUpWithOldSession();
  await auth.put(token, { password: NEW_PASSWORD, current_password: 'wrong password' });
  const events = await context.db.select().from(securityEvents).where(eq(securityEvents.userId, userId));
  expect(events.map(({ kind }) => kind)).toContain('sign_in_failed');
});

test('without a session, or with an ended one, nothing can be changed', async () => {
  const { token } = await signUpUser();
  await auth.post('logout?scope=local', {}, { authorization: `Bearer ${token}` });
  expect(await readError(await auth.put(token, { data: { name: 'x' } }))).toBe('403 session_not_found');
  expect(await readError(await auth.put('nothing', { data: { name: 'x' } }))).toBe('403 bad_jwt');
});

test('where known passwords are rejected, neither sign-up nor a change accepts one', async () => {
  const strictAuth = createAuthClients({
    ...context,
    config: { ...context.config, commonPasswords: 'refused' },
  });
  const reasons = { code: 'weak_password', weak_password: { reasons: ['pwned'] } };
  const signUpResponse = await strictAuth.post('signup', { email: createEmail(), password: 'password123' });
  expect([signUpResponse.status, await signUpResponse.json()]).toEqual([422, expect.objectContaining(reasons)]);
  const { token } = await signUpUser();
  const changeResponse = await strictAuth.put(token, { password: 'password123' });
  expect([changeResponse.status, await changeResponse.json()]).toEqual([422, expect.objectContaining(reasons)]);
});
