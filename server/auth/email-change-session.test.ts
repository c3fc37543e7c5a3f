import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { sessions } from '#server/db/schema-people.ts';

import { newEmail, openDoors, refusalOf, sessionFrom } from './auth-testing.ts';
import { emailChanges, type Person } from './testing-email-change.ts';
import { giveFactor, shownBy, takeMail, takeOne } from './testing-mailbox.ts';

const doors = await openDoors();
const { context } = doors;

const { signedUp, confirmed, verify, userOf, asked } = emailChanges(doors);

async function passSecondStep({ userId }: Person): Promise<void> {
  await giveFactor(context, userId);
  const timestamp = Math.floor(context.realNow().getTime() / 1000);
  const amr = ['password', 'totp'].map((method) => ({ method, timestamp }));
  await context.db.update(sessions).set({ aal: 'aal2', amr }).where(eq(sessions.userId, userId));
}

/** Signs out all other sessions of the account from a new session. Returns its access token. */
async function signOutOthers(person: Person): Promise<string> {
  const { access_token } = await sessionFrom(await doors.signIn(person.email));
  const headers = { authorization: `Bearer ${access_token}` };
  expect((await doors.send('POST', 'logout?scope=others', { headers })).status).toBe(204);
  return access_token;
}

test('a change ends with the session that requested it and is not resent', async () => {
  const person = await confirmed();
  const { to, toNew, toHeld } = await asked(person);
  const token = await signOutOthers(person);
  for (const link of [toNew, toHeld]) expect(await refusalOf(await verify(link))).toBe('403 otp_expired');
  await takeMail(context, person.email);
  for (const email of [to, person.email]) {
    await doors.post('resend', { type: 'email_change', email });
    expect(await takeMail(context, email)).toEqual([]);
  }
  expect(await (await doors.user(token)).json()).toMatchObject({ email: person.email });
});

test('a change from a session with a second factor ends with its session, too', async () => {
  const person = await confirmed();
  const to = newEmail();
  await passSecondStep(person);
  expect((await doors.put(person.token, { email: to })).status).toBe(200);
  const toNew = shownBy(await takeOne(context, to, 'change_email'));
  await context.db
    .update(sessions)
    .set({ revokedAt: context.realNow() })
    .where(eq(sessions.userId, person.userId));
  expect(await refusalOf(await verify(toNew))).toBe('403 otp_expired');
});

test('re-evaluates at each confirmation whether both addresses must confirm', async () => {
  const person = await signedUp();
  const to = newEmail();
  await doors.put(person.token, { email: to });
  const toNew = shownBy(await takeOne(context, to, 'change_email'));
  await verify(person.confirm);
  await takeMail(context, person.email);
  const half = await verify(toNew);
  expect(await half.json()).toMatchObject({ code: '200' });
  expect(await userOf(person)).toMatchObject({ email: person.email });
  const toHeld = shownBy(await takeOne(context, person.email, 'change_email'));
  expect((await sessionFrom(await verify(toHeld))).user.email).toBe(to);
});
