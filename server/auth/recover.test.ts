import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { listIdentities } from '#server/db/identities.ts';
import { listPasskeys } from '#server/db/passkeys.ts';
import { passkeys } from '#server/db/schema-accounts.ts';
import { outbox } from '#server/db/schema-mail.ts';
import { identities, oneTimeTokens } from '#server/db/schema-people.ts';

import { createAccount } from './accounts.ts';
import {
  APP_URL,
  newEmail,
  openDoors,
  openDoorsOnce,
  PASSWORD,
  refusalOf,
  sessionFrom,
} from './auth-testing.ts';
import { shownBy, takeMail, takeOne } from './testing-mailbox.ts';

const doors = await openDoors();
const { context } = doors;

const recover = (email: string, path = 'recover', headers?: Record<string, string>) =>
  doors.post(path, { email }, headers);

async function signedUp(): Promise<string> {
  const email = newEmail();
  await doors.signUp(email);
  await takeMail(context, email);
  return email;
}

test('a mailed link and a new password let the user sign in and end all other sessions', async () => {
  const email = await signedUp();
  const thief = await sessionFrom(await doors.signIn(email));
  expect(await (await recover(email)).json()).toEqual({});
  const { token_hash } = shownBy(await takeOne(context, email, 'recover_password'));
  const { access_token } = await sessionFrom(await doors.post('verify', { type: 'recovery', token_hash }));
  const change = await doors.put(access_token, { password: 'a new password' });
  expect(change.status).toBe(200);
  expect(await refusalOf(await doors.user(thief.access_token))).toBe('403 session_not_found');
  expect(await refusalOf(await doors.refresh(thief.refresh_token))).toBe('400 session_expired');
  expect((await doors.user(access_token)).status).toBe(200);
  expect(await refusalOf(await doors.signIn(email))).toBe('400 invalid_credentials');
  expect((await doors.signIn(email, 'a new password')).status).toBe(200);
  expect(await takeMail(context, email)).toMatchObject([
    { kind: 'security_notice', event: 'password_changed' },
  ]);
});

test('known and unknown addresses get the same response after the same time', async () => {
  const known = await signedUp();
  for (const path of ['recover', 'resend']) {
    const answers: string[] = [];
    for (const email of [known, newEmail()]) {
      const began = performance.now();
      const answer = await doors.post(path, { email, ...(path === 'resend' && { type: 'signup' }) });
      expect(performance.now() - began).toBeGreaterThanOrEqual(199);
      const headers = Array.from(answer.headers).toSorted(([a], [b]) => a.localeCompare(b));
      answers.push(JSON.stringify([answer.status, await answer.text(), headers]));
    }
    expect(answers[0]).toBe(answers[1]);
  }
});

test('recovery hashes no password: it answers more concurrent requests than hashes could run', async () => {
  const known = await signedUp();
  const asked = Array.from({ length: 80 }, (_, at) => recover(at % 2 ? known : newEmail()));
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('writes nothing for an unknown address', async () => {
  const email = newEmail();
  await recover(email);
  await doors.post('resend', { type: 'signup', email });
  await doors.post('resend', { type: 'email_change', email });
  expect(await context.db.select().from(outbox).where(eq(outbox.recipient, email))).toEqual([]);
});

test('rejects an invalid address', async () => {
  for (const path of ['recover', 'resend'])
    expect(
      await refusalOf(
        await doors.post(path, { email: 'nobody', ...(path === 'resend' && { type: 'signup' }) }),
      ),
    ).toBe('422 email_address_invalid');
});

test('an account without a password gets one in the same way', async () => {
  const email = newEmail();
  const { id } = await createAccount(context, { email, password: null });
  await recover(email);
  const { token_hash } = shownBy(await takeOne(context, email, 'recover_password'));
  const { access_token, user } = await sessionFrom(
    await doors.post('verify', { type: 'recovery', token_hash }),
  );
  expect(user.id).toBe(id);
  await doors.put(access_token, { password: PASSWORD });
  expect((await doors.signIn(email)).status).toBe(200);
});

/** Host names that an attacker would like to see in our mail. */
const NAMES = [
  'evil.example',
  'evil.example:3000',
  'localhost:3000.evil.example',
  'evil@localhost:3000',
  '[::1]',
];
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
const written = (header: string, name: string): string => {
  if (header === 'forwarded') return `for=1.2.3.4;host="${name}";proto=http`;
  return ['origin', 'referer', 'x-original-url'].includes(header) ? `http://${name}` : name;
};

test('forty forged host headers do not change a link', async () => {
  const email = await signedUp();
  const lies = HEADERS.flatMap((header) => NAMES.map((name) => ({ [header]: written(header, name) })));
  expect(lies).toHaveLength(40);
  const statuses = await Promise.all(lies.map(async (lie) => (await recover(email, 'recover', lie)).status));
  // Requests with a foreign origin are rejected.
  expect(statuses).toEqual(lies.map((lie) => ('origin' in lie ? 403 : 200)));
  const mails = await takeMail(context, email);
  expect(mails).toHaveLength(35);
  for (const mail of mails)
    expect(mail).toMatchObject({
      link: expect.stringMatching(
        /^http:\/\/localhost:3000\/auth\/confirm\?token_hash=[\w-]{43}&type=recovery$/,
      ),
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
  expect(await refusalOf(await recover(newEmail(), `recover?${query}`))).toBe('400 validation_failed');
});

test('the link contains the path of the redirect', async () => {
  const email = await signedUp();
  const query = `redirect_to=${encodeURIComponent(`${APP_URL}/builder?page=1#there`)}`;
  await recover(email, `recover?${query}`);
  expect(shownBy(await takeOne(context, email, 'recover_password')).next).toBe('/builder?page=1');
});

test('a stranger who registered an address has no access after its owner recovers the account', async () => {
  const email = newEmail();
  const squatter = await doors.signUp(email);
  const { db, realNow } = context;
  const [userId, now] = [squatter.user.id, realNow()];
  const laidIn = async () => {
    const credential = { id: randomUUID(), publicKey: '', counter: 0, transports: [] };
    await db.insert(passkeys).values({
      id: randomUUID(),
      userId,
      credentialId: credential.id,
      credential,
      friendlyName: 'Key',
      createdAt: now,
    });
    const times = { createdAt: now, updatedAt: now };
    await db
      .insert(identities)
      .values({ id: randomUUID(), userId, provider: 'github', providerId: randomUUID(), data: {}, ...times });
  };
  const left = async () => ({
    passkeys: (await listPasskeys(db, userId)).length,
    providers: (await listIdentities(db, userId)).map(({ provider }) => provider).toSorted(),
  });
  const recovered = async () => {
    await takeMail(context, email);
    await recover(email);
    const { token_hash } = shownBy(await takeOne(context, email, 'recover_password'));
    return doors.post('verify', { type: 'recovery', token_hash });
  };
  await laidIn();
  expect((await recovered()).status).toBe(200);
  expect(await left()).toEqual({ passkeys: 0, providers: ['email'] });
  expect(await refusalOf(await doors.user(squatter.access_token))).toBe('403 session_not_found');
  const told = await takeMail(context, email);
  expect(told).toMatchObject([{ event: 'account_reset', detail: '1 passkey, GitHub sign-in' }]);
  // From then on the address is confirmed, and what the owner adds stays.
  await laidIn();
  expect((await recovered()).status).toBe(200);
  expect(await left()).toEqual({ passkeys: 1, providers: ['email', 'github'] });
});

test('a new password invalidates all pending links except the one that confirms the address', async () => {
  const email = newEmail();
  const { access_token } = await doors.signUp(email);
  const confirm = shownBy(await takeOne(context, email, 'confirm_email'));
  await recover(email);
  const recovery = shownBy(await takeOne(context, email, 'recover_password'));
  await doors.put(access_token, { password: 'a new password', current_password: PASSWORD });
  const verify = ({ token_hash, type }: typeof confirm) => doors.post('verify', { token_hash, type });
  expect(await refusalOf(await verify(recovery))).toBe('403 otp_expired');
  expect((await verify(confirm)).status).toBe(200);
});

test('deletes old tokens', async () => {
  const own = await openDoorsOnce();
  const email = newEmail();
  await own.signUp(email);
  own.clock.now += 31 * 24 * 3_600_000;
  const other = newEmail();
  await own.signUp(other);
  expect(await own.context.db.select().from(oneTimeTokens)).toHaveLength(1);
});
