import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { sessions, users } from '#server/db/schema-users.ts';

import { createEmailChangeHelpers, type TestUser } from '../testing/email-change-helpers.ts';
import { insertFactor, parseMailLink, takeMail, takeMailOfKind } from '../testing/take-mail.ts';
import {
  createAuthClients,
  createEmail,
  createTestAuth,
  PASSWORD,
  readError,
  readSession,
} from '../testing/test-auth.ts';

const auth = await createTestAuth();
const { context, clock } = auth;

const { signUpUser, signUpConfirmedUser, verify, fetchUser, requestChange } = createEmailChangeHelpers(auth);

test.for(['new first', 'current first'])('both addresses must confirm, in any order: %s', async (order) => {
  const testUser = await signUpConfirmedUser();
  const { to, toNew, toCurrent } = await requestChange(testUser);
  const [first, second] = order === 'new first' ? [toNew, toCurrent] : [toCurrent, toNew];
  const firstResponse = await verify(first);
  expect([firstResponse.status, await firstResponse.json()]).toEqual([200, { msg: expect.any(String), code: '200' }]);
  expect(await fetchUser(testUser)).toMatchObject({ email: testUser.email, new_email: to });
  const { user } = await readSession(await verify(second));
  expect(user).toMatchObject({ id: testUser.userId, email: to, email_confirmed_at: expect.any(String) });
  expect(user).not.toHaveProperty('new_email');
  expect(user).toMatchObject({ identities: [{ identity_data: { email: to, email_verified: true } }] });
  expect((await auth.signIn(to)).status).toBe(200);
  expect(await readError(await auth.signIn(testUser.email))).toBe('400 invalid_credentials');
  expect((await auth.user(testUser.token)).status).toBe(200);
  expect(await takeMail(context, testUser.email)).toMatchObject([{ event: 'email_changed', detail: to }]);
  expect(await takeMail(context, to)).toEqual([]);
});

test('one address that confirms twice counts once', async () => {
  const testUser = await signUpConfirmedUser();
  const { toNew, toCurrent } = await requestChange(testUser);
  await verify(toNew);
  expect(await readError(await verify(toNew))).toBe('403 otp_expired');
  expect(await fetchUser(testUser)).toMatchObject({ email: testUser.email });
  await readSession(await verify(toCurrent));
});

test('an unconfirmed current address need not confirm', async () => {
  const testUser = await signUpUser();
  const to = createEmail();
  await auth.put(testUser.token, { email: to });
  const toNew = parseMailLink(await takeMailOfKind(context, to, 'change_email'));
  expect(await takeMail(context, testUser.email)).toMatchObject([{ event: 'email_change_requested', detail: to }]);
  expect((await readSession(await verify(toNew))).user.email).toBe(to);
});

async function passSecondFactor({ userId }: TestUser): Promise<void> {
  await insertFactor(context, userId);
  const timestamp = Math.floor(context.realNow().getTime() / 1000);
  const amr = ['password', 'totp'].map((method) => ({ method, timestamp }));
  await context.db.update(sessions).set({ aal: 'aal2', amr }).where(eq(sessions.userId, userId));
}

test('a session with a second factor needs only the new address', async () => {
  const testUser = await signUpConfirmedUser();
  await passSecondFactor(testUser);
  const to = createEmail();
  expect((await auth.put(testUser.token, { email: to })).status).toBe(200);
  const toNew = parseMailLink(await takeMailOfKind(context, to, 'change_email'));
  expect((await readSession(await verify(toNew))).user.email).toBe(to);
});

test('the codes of the mails confirm, too', async () => {
  const testUser = await signUpConfirmedUser();
  const to = createEmail();
  await auth.put(testUser.token, { email: to });
  for (const email of [to, testUser.email]) {
    const { code: token } = await takeMailOfKind(context, email, 'change_email');
    expect((await auth.post('verify', { type: 'email_change', email, token })).status).toBe(200);
  }
  expect(await fetchUser(testUser)).toMatchObject({ email: to });
});

test('a newer request or a cancellation invalidates earlier mails', async () => {
  const testUser = await signUpConfirmedUser();
  const first = await requestChange(testUser);
  const second = await requestChange(testUser);
  for (const link of [first.toNew, first.toCurrent])
    expect(await readError(await verify(link))).toBe('403 otp_expired');
  const cancellation = await auth.put(testUser.token, { email: testUser.email });
  expect(await cancellation.json()).not.toHaveProperty('new_email');
  for (const link of [second.toNew, second.toCurrent])
    expect(await readError(await verify(link))).toBe('403 otp_expired');
  expect(await takeMail(context, testUser.email)).toEqual([]);
});

test('rejects an address that is taken, also one that is taken before the confirmation', async () => {
  const [testUser, otherUser] = [await signUpConfirmedUser(), await signUpUser()];
  const put = (email: string) => auth.put(testUser.token, { email });
  expect(await readError(await put(` ${otherUser.email.toUpperCase()} `))).toBe('422 email_exists');
  const { to, toNew, toCurrent } = await requestChange(testUser);
  await auth.signUp(to);
  await verify(toCurrent);
  expect(await readError(await verify(toNew))).toBe('422 email_exists');
  expect(await fetchUser(testUser)).toMatchObject({ email: testUser.email });
});

test('of two users who change to one address at once, one succeeds', async () => {
  const requesters = [await signUpUser(), await signUpUser()];
  const to = createEmail();
  const linksToNew = [];
  for (const { token } of requesters) {
    await auth.put(token, { email: to });
    linksToNew.push(parseMailLink(await takeMailOfKind(context, to, 'change_email')));
  }
  const second = createAuthClients(auth.createContext(auth.openSecondHandle()));
  const responses = await Promise.all(
    linksToNew.map(({ token_hash, type }, at) => (at === 0 ? auth : second).post('verify', { token_hash, type })),
  );
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(await context.db.select().from(users).where(eq(users.email, to))).toHaveLength(1);
});

test('changing the address needs reauthentication', async () => {
  const testUser = await signUpConfirmedUser();
  clock.now += 5 * 60_000;
  const put = (extraFields: object = {}) => auth.put(testUser.token, { email: createEmail(), ...extraFields });
  expect(await readError(await put())).toBe('401 reauthentication_needed');
  expect(await readError(await put({ current_password: 'wrong password' }))).toBe('400 invalid_credentials');
  expect((await put({ current_password: PASSWORD })).status).toBe(200);
});

test('a new password cancels a pending change, which an attacker may have requested', async () => {
  const testUser = await signUpConfirmedUser();
  const { toNew, toCurrent } = await requestChange(testUser);
  await verify(toNew);
  await auth.put(testUser.token, { password: 'a new password', current_password: PASSWORD });
  expect(await readError(await verify(toCurrent))).toBe('403 otp_expired');
  expect(await fetchUser(testUser)).not.toHaveProperty('new_email');
});

test('mails to the previous address become invalid after the change', async () => {
  const testUser = await signUpConfirmedUser();
  await auth.post('recover', { email: testUser.email });
  const oldLink = parseMailLink(await takeMailOfKind(context, testUser.email, 'recover_password'));
  const { toNew, toCurrent } = await requestChange(testUser);
  await verify(toNew);
  await verify(toCurrent);
  expect(await readError(await verify(oldLink))).toBe('403 otp_expired');
});

test('resends the mail to the address that has not confirmed, valid for another hour', async () => {
  const testUser = await signUpConfirmedUser();
  const { to, toNew, toCurrent } = await requestChange(testUser);
  const resend = (email: string) => auth.post('resend', { type: 'email_change', email });
  await verify(toNew);
  clock.now += 3_600_000;
  expect(await readError(await verify(toCurrent))).toBe('403 otp_expired');
  await resend(to);
  expect(await takeMail(context, to)).toEqual([]);
  await resend(testUser.email);
  const lateLink = parseMailLink(await takeMailOfKind(context, testUser.email, 'change_email'));
  expect((await readSession(await verify(lateLink))).user.email).toBe(to);
});

test('one resend request mails an address once, even if several users are changing to it', async () => {
  const to = createEmail();
  for (let index = 0; index < 3; index++) {
    await auth.put((await signUpUser()).token, { email: to });
    clock.now += 1000;
  }
  expect(await takeMail(context, to)).toHaveLength(3);
  await auth.post('resend', { type: 'email_change', email: to });
  expect(await takeMail(context, to)).toHaveLength(1);
});

test('a change that was pending for days still needs both addresses', async () => {
  const testUser = await signUpConfirmedUser();
  const { to } = await requestChange(testUser);
  clock.now += 3 * 24 * 3_600_000;
  await auth.signUp();
  await auth.post('resend', { type: 'email_change', email: to });
  const firstResponse = await verify(parseMailLink(await takeMailOfKind(context, to, 'change_email')));
  expect(await firstResponse.json()).toMatchObject({ code: '200' });
  await auth.post('resend', { type: 'email_change', email: testUser.email });
  const currentLink = parseMailLink(await takeMailOfKind(context, testUser.email, 'change_email'));
  expect((await readSession(await verify(currentLink))).user.email).toBe(to);
});
