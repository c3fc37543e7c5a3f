import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { MAX_NAME } from '#domain/account.ts';
import { securityEvents } from '#server/db/schema-accounts.ts';
import { identities } from '#server/db/schema-people.ts';
import { listIdentities } from '#server/db/identities.ts';

import { createAccount } from './accounts.ts';
import { doorsOf, newEmail, openDoors, PASSWORD, refusalOf, sessionFrom } from './auth-testing.ts';
import { createSignInLink } from './sign-in-link.ts';
import { giveFactor, takeMail, takeOne } from './testing-mailbox.ts';

const doors = await openDoors();
const { context, clock } = doors;
const NEW = 'a new password';

async function signedUp() {
  const email = newEmail();
  const { access_token: token, refresh_token: refreshToken, user } = await doors.signUp(email);
  await takeMail(context, email);
  return { email, token, refreshToken, userId: user.id };
}

/** Signs up a user, long enough ago that changes need reauthentication. */
async function unconfirmed() {
  const person = await signedUp();
  clock.now += 5 * 60_000;
  return person;
}

async function mailedCode({ email, token }: { email: string; token: string }): Promise<string> {
  const answer = await doors.send('GET', 'reauthenticate', { headers: { authorization: `Bearer ${token}` } });
  expect([answer.status, await answer.json()]).toEqual([200, {}]);
  return (await takeOne(context, email, 'confirmation_code')).code;
}

const nameOf = async (answer: Response) =>
  ((await answer.json()) as { user_metadata: { name?: string } }).user_metadata.name;

test('a name is normalized, stored and removed again', async () => {
  const { token } = await unconfirmed();
  expect(await nameOf(await doors.put(token, { data: { name: '  Zoë   Vane ' } }))).toBe('Zoë Vane');
  expect(await nameOf(await doors.user(token))).toBe('Zoë Vane');
  expect(await nameOf(await doors.put(token, { data: {} }))).toBe('Zoë Vane');
  expect(await nameOf(await doors.put(token, { data: { name: '🙂'.repeat(MAX_NAME) } }))).toHaveLength(
    2 * MAX_NAME,
  );
  expect(await nameOf(await doors.put(token, { data: { name: ' ' } }))).toBeUndefined();
});

test.for([
  { name: 'x'.repeat(MAX_NAME + 1) },
  { name: 'a\nb' },
  { name: 'a\u0000b' },
  { name: 'a\u2028b' },
  { name: 'a\ud800' },
  { name: ['Vane'] },
])('rejects an invalid name and stores nothing else: %j', async (data) => {
  const { token } = await signedUp();
  expect(await refusalOf(await doors.put(token, { data }))).toBe('400 validation_failed');
  expect(await (await doors.user(token)).json()).toMatchObject({ user_metadata: {} });
});

test('ignores unknown keys, and an empty change returns the user', async () => {
  const { token, userId } = await signedUp();
  const user = async () => {
    const { updated_at: _, ...told } = (await (await doors.user(token)).json()) as { updated_at: string };
    return told;
  };
  const before = await user();
  for (const body of [
    { role: 'admin' },
    { app_metadata: { role: 'admin' } },
    { email_confirm: true },
    { ban_duration: '1h' },
    { data: { email_verified: true } },
  ]) {
    expect((await doors.put(token, body)).status).toBe(200);
    expect(await user()).toEqual(before);
  }
  const answer = await doors.put(token, { code_challenge: null, code_challenge_method: null });
  expect(await answer.json()).toMatchObject({ id: userId });
});

const changeOf = (token: string, password: string) =>
  doors.put(token, { password, current_password: PASSWORD });

test('a password can be changed right after signing in, and not five minutes later', async () => {
  const person = await signedUp();
  expect((await doors.put(person.token, { password: NEW })).status).toBe(200);
  clock.now += 5 * 60_000;
  expect(await refusalOf(await doors.put(person.token, { password: 'yet another' }))).toBe(
    '401 reauthentication_needed',
  );
});

test('minutes after signing in, a new password needs the old one or a mailed code', async () => {
  const person = await signedUp();
  clock.now += 5 * 60_000;
  const put = (body: object) => doors.put(person.token, { password: NEW, ...body });
  expect(await refusalOf(await put({}))).toBe('401 reauthentication_needed');
  expect(await refusalOf(await put({ current_password: 'wrong password' }))).toBe('400 invalid_credentials');
  expect(await refusalOf(await put({ nonce: '000000' }))).toBe('422 reauthentication_not_valid');
  const nonce = await mailedCode(person);
  expect((await put({ nonce })).status).toBe(200);
  expect(await refusalOf(await put({ nonce, password: 'yet another' }))).toBe(
    '422 reauthentication_not_valid',
  );
  expect((await put({ current_password: NEW, password: 'yet another' })).status).toBe(200);
  expect((await doors.signIn(person.email, 'yet another')).status).toBe(200);
});

test.each(['password', 'digits'])(
  'reauthenticating by %s returns new tokens, and the old ones expire soon after',
  async (by) => {
    const person = await signedUp();
    clock.now += 5 * 60_000;
    const shown = by === 'digits' ? { nonce: await mailedCode(person) } : { current_password: PASSWORD };
    expect((await doors.put(person.token, { email: newEmail(), ...shown })).status).toBe(200);
    expect((await doors.put(person.token, { email: newEmail() })).status).toBe(200);
    const answer = await doors.post('token?grant_type=refresh_token', { refresh_token: person.refreshToken });
    const { access_token: next } = await sessionFrom(answer);
    clock.now += 21_000;
    expect(await refusalOf(await doors.user(person.token))).toBe('403 bad_jwt');
    expect((await doors.user(next)).status).toBe(200);
  },
);

test('codes of another user, of another purpose or from an hour ago change nothing', async () => {
  const [person, other] = [await unconfirmed(), await unconfirmed()];
  const foreign = await mailedCode(other);
  await doors.post('recover', { email: person.email });
  const { code: recovery } = await takeOne(context, person.email, 'recover_password');
  const late = await mailedCode(person);
  for (const nonce of [foreign, recovery])
    if (nonce !== late)
      expect(await refusalOf(await doors.put(person.token, { password: NEW, nonce }))).toBe(
        '422 reauthentication_not_valid',
      );
  clock.now += 3_600_000;
  const again = (await sessionFrom(await doors.signIn(person.email))).access_token;
  expect(await refusalOf(await doors.put(again, { password: NEW, nonce: late }))).toBe(
    '422 reauthentication_not_valid',
  );
  expect((await doors.signIn(person.email)).status).toBe(200);
});

test('a code stays valid when the request fails for another reason', async () => {
  const person = await unconfirmed();
  const nonce = await mailedCode(person);
  const put = (password: string) => doors.put(person.token, { password, nonce });
  expect(await refusalOf(await put('12345'))).toBe('422 weak_password');
  expect(await refusalOf(await put(PASSWORD))).toBe('422 same_password');
  expect((await put(NEW)).status).toBe(200);
});

test('a new password ends all other sessions and is reported by mail', async () => {
  const { email, token } = await signedUp();
  const others = [await sessionFrom(await doors.signIn(email)), await sessionFrom(await doors.signIn(email))];
  await changeOf(token, NEW);
  expect((await doors.user(token)).status).toBe(200);
  for (const other of others)
    expect(await refusalOf(await doors.user(other.access_token))).toBe('403 session_not_found');
  expect(await takeMail(context, email)).toMatchObject([{ event: 'password_changed' }]);
});

test('of two concurrent password changes from two sessions, one succeeds and the other is rejected', async () => {
  const { email, token } = await signedUp();
  const other = (await sessionFrom(await doors.signIn(email))).access_token;
  const second = doorsOf(doors.contextOn(doors.another()));
  const answers = await Promise.all([
    changeOf(token, 'the password of one'),
    second.put(other, { password: 'the password of the other', current_password: PASSWORD }),
  ]);
  // 400 when the rejected request still found its session, but no longer the password that it sent.
  const refused = answers.find(({ ok }) => !ok);
  expect([400, 403]).toContain(refused?.status);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  const holds = answers[0].ok ? 'the password of one' : 'the password of the other';
  expect((await doors.signIn(email, holds)).status).toBe(200);
});

test('rejects a weak password for its length, and the current one as same_password', async () => {
  const { token } = await signedUp();
  const weak = await doors.put(token, { password: '12345' });
  expect(await weak.json()).toMatchObject({ code: 'weak_password', weak_password: { reasons: ['length'] } });
  expect(await refusalOf(await changeOf(token, PASSWORD))).toBe('422 same_password');
});

test('a user without a password can set one and sign in with it', async () => {
  const email = newEmail();
  const { id } = await createAccount(context, { email, password: null });
  await context.db.delete(identities).where(eq(identities.userId, id));
  const token_hash = new URL(await createSignInLink(context, id)).searchParams.get('token_hash');
  const session = await sessionFrom(await doors.post('verify', { type: 'email', token_hash }));
  expect((await doors.put(session.access_token, { password: NEW })).status).toBe(200);
  expect(await listIdentities(context.db, id)).toMatchObject([
    { provider: 'email', data: { email, email_verified: true } },
  ]);
  expect((await doors.signIn(email, NEW)).status).toBe(200);
});

test('nothing can be changed before the second factor is verified', async () => {
  const { token, userId } = await signedUp();
  await giveFactor(context, userId);
  for (const body of [{ password: NEW }, { email: newEmail() }, { data: { name: 'Vane' } }])
    expect(await refusalOf(await doors.put(token, body))).toBe('403 insufficient_aal');
  const code = await doors.send('GET', 'reauthenticate', { headers: { authorization: `Bearer ${token}` } });
  expect(await refusalOf(code)).toBe('403 insufficient_aal');
});

test('wrong passwords of a signed-in user are security events of the account', async () => {
  const { token, userId } = await unconfirmed();
  await doors.put(token, { password: NEW, current_password: 'wrong password' });
  const events = await context.db.select().from(securityEvents).where(eq(securityEvents.userId, userId));
  expect(events.map(({ kind }) => kind)).toContain('sign_in_failed');
});

test('without a session, or with an ended one, nothing can be changed', async () => {
  const { token } = await signedUp();
  await doors.post('logout?scope=local', {}, { authorization: `Bearer ${token}` });
  expect(await refusalOf(await doors.put(token, { data: { name: 'x' } }))).toBe('403 session_not_found');
  expect(await refusalOf(await doors.put('nothing', { data: { name: 'x' } }))).toBe('403 bad_jwt');
});

test('where known passwords are rejected, neither sign-up nor a change accepts one', async () => {
  const strict = doorsOf({ ...context, config: { ...context.config, knownPasswords: 'refused' } });
  const reasons = { code: 'weak_password', weak_password: { reasons: ['pwned'] } };
  const begun = await strict.post('signup', { email: newEmail(), password: 'password123' });
  expect([begun.status, await begun.json()]).toEqual([422, expect.objectContaining(reasons)]);
  const { token } = await signedUp();
  const changed = await strict.put(token, { password: 'password123' });
  expect([changed.status, await changed.json()]).toEqual([422, expect.objectContaining(reasons)]);
});
