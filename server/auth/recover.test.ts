import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { listIdentities } from '#server/auth/queries/identities.ts';
import { listPasskeys } from '#server/auth/queries/passkeys.ts';
import { passkeys } from '#server/db/schema-accounts.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { identities, oneTimeTokens } from '#server/db/schema-users.ts';

import { parseMailLink, takeMail, takeMailOfKind } from '../testing/take-mail.ts';
import {
  APP_URL,
  createEmail,
  createTestAuth,
  createTestAuthOnce,
  PASSWORD,
  readError,
  readSession,
} from '../testing/test-auth.ts';
import { createAccount } from './create-account.ts';
import { getHashCount } from './passwords.ts';

const auth = await createTestAuth();
const { context } = auth;

const requestRecovery = (email: string, path = 'recover', headers?: Record<string, string>) =>
  auth.post(path, { email }, headers);

async function signUpUser(): Promise<string> {
  const email = createEmail();
  await auth.signUp(email);
  await takeMail(context, email);
  return email;
}

test('a mailed link and a new password let the user sign in and end all other sessions', async () => {
  const email = await signUpUser();
  const thiefSession = await readSession(await auth.signIn(email));
  expect(await (await requestRecovery(email)).json()).toEqual({});
  const { token_hash } = parseMailLink(await takeMailOfKind(context, email, 'recover_password'));
  const { access_token } = await readSession(await auth.post('verify', { type: 'recovery', token_hash }));
  const change = await auth.put(access_token, { password: 'a new password' });
  expect(change.status).toBe(200);
  expect(await readError(await auth.user(thiefSession.access_token))).toBe('403 session_not_found');
  expect(await readError(await auth.refresh(thiefSession.refresh_token))).toBe('400 session_expired');
  expect((await auth.user(access_token)).status).toBe(200);
  expect(await readError(await auth.signIn(email))).toBe('400 invalid_credentials');
  expect((await auth.signIn(email, 'a new password')).status).toBe(200);
  expect(await takeMail(context, email)).toMatchObject([{ kind: 'security_notice', event: 'password_changed' }]);
});

test('known and unknown addresses get the same response after the same time', async () => {
  const knownEmail = await signUpUser();
  for (const path of ['recover', 'resend']) {
    const responses: string[] = [];
    for (const email of [knownEmail, createEmail()]) {
      const startedAt = performance.now();
      const response = await auth.post(path, { email, ...(path === 'resend' && { type: 'signup' }) });
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(199);
      const headers = Array.from(response.headers).toSorted(([a], [b]) => a.localeCompare(b));
      responses.push(JSON.stringify([response.status, await response.text(), headers]));
    }
    expect(responses[0]).toBe(responses[1]);
  }
});

test('recovery hashes no password, so that many requests at once cost little', async () => {
  const knownEmail = await signUpUser();
  const hashCount = getHashCount();
  for (const email of [knownEmail, createEmail()]) expect((await requestRecovery(email)).status).toBe(200);
  expect(getHashCount()).toBe(hashCount);
});

test('writes nothing for an unknown address', async () => {
  const email = createEmail();
  await requestRecovery(email);
  await auth.post('resend', { type: 'signup', email });
  await auth.post('resend', { type: 'email_change', email });
  expect(await context.db.select().from(outbox).where(eq(outbox.recipient, email))).toEqual([]);
});

test('rejects an invalid address', async () => {
  for (const path of ['recover', 'resend'])
    expect(
      await readError(await auth.post(path, { email: 'nobody', ...(path === 'resend' && { type: 'signup' }) })),
    ).toBe('422 email_address_invalid');
});

test('an account without a password gets one in the same way', async () => {
  const email = createEmail();
  const { id } = await createAccount(context, { email, password: null });
  await requestRecovery(email);
  const { token_hash } = parseMailLink(await takeMailOfKind(context, email, 'recover_password'));
  const { access_token, user } = await readSession(await auth.post('verify', { type: 'recovery', token_hash }));
  expect(user.id).toBe(id);
  await auth.put(access_token, { password: PASSWORD });
  expect((await auth.signIn(email)).status).toBe(200);
});

/** Host names that an attacker would like to see in our mail. */
const HOST_NAMES = ['evil.example', 'evil.example:3000', 'localhost:3000.evil.example', 'evil@localhost:3000', '[::1]'];
const HEADERS = [
  'host',
  'x-forwarded-host',
  'forwarded',
  'x-forwarded-server',
  'x-host',
  'origin',
  'referer',
  'x-original-url',
];
const formatHeader = (header: string, name: string): string => {
  if (header === 'forwarded') return `for=1.2.3.4;host="${name}";proto=http`;
  return ['origin', 'referer', 'x-original-url'].includes(header) ? `http://${name}` : name;
};

test('forty forged host headers do not change a link', async () => {
  const email = await signUpUser();
  const forgedHeaders = HEADERS.flatMap((header) =>
    HOST_NAMES.map((name) => ({ [header]: formatHeader(header, name) })),
  );
  expect(forgedHeaders).toHaveLength(40);
  const statuses = await Promise.all(
    forgedHeaders.map(async (forgedHeader) => (await requestRecovery(email, 'recover', forgedHeader)).status),
  );
  // Requests with a foreign origin are rejected.
  expect(statuses).toEqual(forgedHeaders.map((forgedHeader) => ('origin' in forgedHeader ? 403 : 200)));
  const mails = await takeMail(context, email);
  expect(mails).toHaveLength(35);
  for (const mail of mails)
    expect(mail).toMatchObject({
      link: expect.stringMatching(/^http:\/\/localhost:3000\/auth\/confirm\?token_hash=[\w-]{43}&type=recovery$/),
    });
});

test.for([
  'https://evil.example/builder',
  '//evil.example',
  '/\\evil.example',
  `${APP_URL}.evil.example/`,
  `${APP_URL}@evil.example/`,
  `http://a:b@localhost:3000/builder`,
  `${APP_URL}//evil.example/`,
  '//localhost:3000//evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://localhost:3000/builder',
  'http://localhost:3001/builder',
])('accepts only redirects to our own origin: %s', async (redirectTo) => {
  const query = `redirect_to=${encodeURIComponent(redirectTo)}`;
  expect(await readError(await requestRecovery(createEmail(), `recover?${query}`))).toBe('400 validation_failed');
});

test('the link contains the path of the redirect', async () => {
  const email = await signUpUser();
  const query = `redirect_to=${encodeURIComponent(`${APP_URL}/builder?page=1#there`)}`;
  await requestRecovery(email, `recover?${query}`);
  expect(parseMailLink(await takeMailOfKind(context, email, 'recover_password')).next).toBe('/builder?page=1');
});

test('a stranger who registered an address has no access after its owner recovers the account', async () => {
  const email = createEmail();
  const strangerSession = await auth.signUp(email);
  const { db, realNow } = context;
  const [userId, now] = [strangerSession.user.id, realNow()];
  const insertStrangerCredentials = async () => {
    const credential = { id: randomUUID(), publicKey: '', counter: 0, transports: [] };
    await db.insert(passkeys).values({
      id: randomUUID(),
      userId,
      credentialId: credential.id,
      credential,
      friendlyName: 'Key',
      createdAt: now,
    });
    const timestamps = { createdAt: now, updatedAt: now };
    await db.insert(identities).values({
      id: randomUUID(),
      userId,
      provider: 'github',
      providerId: randomUUID(),
      data: {},
      ...timestamps,
    });
  };
  const listRemaining = async () => ({
    passkeys: (await listPasskeys(db, userId)).length,
    providers: (await listIdentities(db, userId)).map(({ provider }) => provider).toSorted(),
  });
  const recoverAccount = async () => {
    await takeMail(context, email);
    await requestRecovery(email);
    const { token_hash } = parseMailLink(await takeMailOfKind(context, email, 'recover_password'));
    return auth.post('verify', { type: 'recovery', token_hash });
  };
  await insertStrangerCredentials();
  expect((await recoverAccount()).status).toBe(200);
  expect(await listRemaining()).toEqual({ passkeys: 0, providers: ['email'] });
  expect(await readError(await auth.user(strangerSession.access_token))).toBe('403 session_not_found');
  const notices = await takeMail(context, email);
  expect(notices).toMatchObject([{ event: 'account_reset', detail: '1 passkey, GitHub sign-in' }]);
  // From then on the address is confirmed, and what the owner adds stays.
  await insertStrangerCredentials();
  expect((await recoverAccount()).status).toBe(200);
  expect(await listRemaining()).toEqual({ passkeys: 1, providers: ['email', 'github'] });
});

test('a new password invalidates all pending links except the one that confirms the address', async () => {
  const email = createEmail();
  const { access_token } = await auth.signUp(email);
  const confirm = parseMailLink(await takeMailOfKind(context, email, 'confirm_email'));
  await requestRecovery(email);
  const recovery = parseMailLink(await takeMailOfKind(context, email, 'recover_password'));
  await auth.put(access_token, { password: 'a new password', current_password: PASSWORD });
  const verify = ({ token_hash, type }: typeof confirm) => auth.post('verify', { token_hash, type });
  expect(await readError(await verify(recovery))).toBe('403 otp_expired');
  expect((await verify(confirm)).status).toBe(200);
});

test('deletes old tokens', async () => {
  const isolatedAuth = await createTestAuthOnce();
  const email = createEmail();
  await isolatedAuth.signUp(email);
  isolatedAuth.clock.now += 31 * 24 * 3_600_000;
  const otherEmail = createEmail();
  await isolatedAuth.signUp(otherEmail);
  expect(await isolatedAuth.context.db.select().from(oneTimeTokens)).toHaveLength(1);
});
