import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { sessions } from '#server/db/schema-users.ts';

import { createEmailChangeHelpers, type TestUser } from '../testing/email-change-helpers.ts';
import { insertFactor, parseMailLink, takeMail, takeMailOfKind } from '../testing/take-mail.ts';
import { createEmail, createTestAuth, readError, readSession } from '../testing/test-auth.ts';

const auth = await createTestAuth();
const { context } = auth;

const { signUpUser, signUpConfirmedUser, verify, fetchUser, requestChange } = createEmailChangeHelpers(auth);

async function passSecondFactor({ userId }: TestUser): Promise<void> {
  await insertFactor(context, userId);
  const timestamp = Math.floor(context.realNow().getTime() / 1000);
  const amr = ['password', 'totp'].map((method) => ({ method, timestamp }));
  await context.db.update(sessions).set({ aal: 'aal2', amr }).where(eq(sessions.userId, userId));
}

/** Signs out all other sessions of the account from a new session. Returns its access token. */
async function signOutOtherSessions(testUser: TestUser): Promise<string> {
  const { access_token } = await readSession(await auth.signIn(testUser.email));
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await auth.send('POST', 'logout?scope=others', { headers })).status).toBe(204);
  return access_token;
}

test('a change ends with the session that requested it and is not resent', async () => {
  const testUser = await signUpConfirmedUser();
  const { to, toNew, toCurrent } = await requestChange(testUser);
  const token = await signOutOtherSessions(testUser);
  for (const link of [toNew, toCurrent]) expect(await readError(await verify(link))).toBe('403 otp_expired');
  await takeMail(context, testUser.email);
  for (const email of [to, testUser.email]) {
    await auth.post('resend', { type: 'email_change', email });
    expect(await takeMail(context, email)).toEqual([]);
  }
  expect(await (await auth.user(token)).json()).toMatchObject({ email: testUser.email });
});

test('a change from a session with a second factor ends with its session, too', async () => {
  const testUser = await signUpConfirmedUser();
  const to = createEmail();
  await passSecondFactor(testUser);
  expect((await auth.put(testUser.token, { email: to })).status).toBe(200);
  const toNew = parseMailLink(await takeMailOfKind(context, to, 'change_email'));
  await context.db.update(sessions).set({ revokedAt: context.realNow() }).where(eq(sessions.userId, testUser.userId));
  expect(await readError(await verify(toNew))).toBe('403 otp_expired');
});

test('re-evaluates at each confirmation whether both addresses must confirm', async () => {
  const testUser = await signUpUser();
  const to = createEmail();
  await auth.put(testUser.token, { email: to });
  const toNew = parseMailLink(await takeMailOfKind(context, to, 'change_email'));
  await verify(testUser.confirm);
  await takeMail(context, testUser.email);
  const firstResponse = await verify(toNew);
  expect(await firstResponse.json()).toMatchObject({ code: '200' });
  expect(await fetchUser(testUser)).toMatchObject({ email: testUser.email });
  const toCurrent = parseMailLink(await takeMailOfKind(context, testUser.email, 'change_email'));
  expect((await readSession(await verify(toCurrent))).user.email).toBe(to);
});
