import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { sessions, users } from '#server/db/schema-people.ts';

import { doorsOf, newEmail, openDoors, PASSWORD, refusalOf, sessionFrom } from './auth-testing.ts';
import { emailChanges, type Person } from './testing-email-change.ts';
import { giveFactor, shownBy, takeMail, takeOne } from './testing-mailbox.ts';

const doors = await openDoors();
const { context, clock } = doors;

const { signedUp, confirmed, verify, userOf, asked } = emailChanges(doors);

test.for(['new first', 'held first'])('both addresses must confirm, in any order: %s', async (order) => {
  const person = await confirmed();
  const { to, toNew, toHeld } = await asked(person);
  const [first, second] = order === 'new first' ? [toNew, toHeld] : [toHeld, toNew];
  const half = await verify(first);
  expect([half.status, await half.json()]).toEqual([200, { msg: expect.any(String), code: '200' }]);
  expect(await userOf(person)).toMatchObject({ email: person.email, new_email: to });
  const { user } = await sessionFrom(await verify(second));
  expect(user).toMatchObject({ id: person.userId, email: to, email_confirmed_at: expect.any(String) });
  expect(user).not.toHaveProperty('new_email');
  expect(user).toMatchObject({ identities: [{ identity_data: { email: to, email_verified: true } }] });
  expect((await doors.signIn(to)).status).toBe(200);
  expect(await refusalOf(await doors.signIn(person.email))).toBe('400 invalid_credentials');
  expect((await doors.user(person.token)).status).toBe(200);
  expect(await takeMail(context, person.email)).toMatchObject([{ event: 'email_changed', detail: to }]);
  expect(await takeMail(context, to)).toEqual([]);
});

test('one address that confirms twice counts once', async () => {
  const person = await confirmed();
  const { toNew, toHeld } = await asked(person);
  await verify(toNew);
  expect(await refusalOf(await verify(toNew))).toBe('403 otp_expired');
  expect(await userOf(person)).toMatchObject({ email: person.email });
  await sessionFrom(await verify(toHeld));
});

test('an unconfirmed current address need not confirm', async () => {
  const person = await signedUp();
  const to = newEmail();
  await doors.put(person.token, { email: to });
  const toNew = shownBy(await takeOne(context, to, 'change_email'));
  expect(await takeMail(context, person.email)).toMatchObject([{ event: 'email_change_asked', detail: to }]);
  expect((await sessionFrom(await verify(toNew))).user.email).toBe(to);
});

async function passSecondStep({ userId }: Person): Promise<void> {
  await giveFactor(context, userId);
  const timestamp = Math.floor(context.realNow().getTime() / 1000);
  const amr = ['password', 'totp'].map((method) => ({ method, timestamp }));
  await context.db.update(sessions).set({ aal: 'aal2', amr }).where(eq(sessions.userId, userId));
}

test('a session with a second factor needs only the new address', async () => {
  const person = await confirmed();
  await passSecondStep(person);
  const to = newEmail();
  expect((await doors.put(person.token, { email: to })).status).toBe(200);
  const toNew = shownBy(await takeOne(context, to, 'change_email'));
  expect((await sessionFrom(await verify(toNew))).user.email).toBe(to);
});

test('the codes of the mails confirm, too', async () => {
  const person = await confirmed();
  const to = newEmail();
  await doors.put(person.token, { email: to });
  for (const email of [to, person.email]) {
    const { code: token } = await takeOne(context, email, 'change_email');
    expect((await doors.post('verify', { type: 'email_change', email, token })).status).toBe(200);
  }
  expect(await userOf(person)).toMatchObject({ email: to });
});

test('a newer request or a cancellation invalidates earlier mails', async () => {
  const person = await confirmed();
  const first = await asked(person);
  const second = await asked(person);
  for (const link of [first.toNew, first.toHeld])
    expect(await refusalOf(await verify(link))).toBe('403 otp_expired');
  const back = await doors.put(person.token, { email: person.email });
  expect(await back.json()).not.toHaveProperty('new_email');
  for (const link of [second.toNew, second.toHeld])
    expect(await refusalOf(await verify(link))).toBe('403 otp_expired');
  expect(await takeMail(context, person.email)).toEqual([]);
});

test('rejects an address that is taken, also one that is taken before the confirmation', async () => {
  const [person, other] = [await confirmed(), await signedUp()];
  const put = (email: string) => doors.put(person.token, { email });
  expect(await refusalOf(await put(` ${other.email.toUpperCase()} `))).toBe('422 email_exists');
  const { to, toNew, toHeld } = await asked(person);
  await doors.signUp(to);
  await verify(toHeld);
  expect(await refusalOf(await verify(toNew))).toBe('422 email_exists');
  expect(await userOf(person)).toMatchObject({ email: person.email });
});

test('of two users who change to one address at once, one succeeds', async () => {
  const people = [await signedUp(), await signedUp()];
  const to = newEmail();
  const links = [];
  for (const { token } of people) {
    await doors.put(token, { email: to });
    links.push(shownBy(await takeOne(context, to, 'change_email')));
  }
  const second = doorsOf(doors.contextOn(doors.another()));
  const answers = await Promise.all(
    links.map(({ token_hash, type }, at) => (at === 0 ? doors : second).post('verify', { token_hash, type })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect(await context.db.select().from(users).where(eq(users.email, to))).toHaveLength(1);
});

test('changing the address needs reauthentication', async () => {
  const person = await confirmed();
  clock.now += 5 * 60_000;
  const put = (more: object = {}) => doors.put(person.token, { email: newEmail(), ...more });
  expect(await refusalOf(await put())).toBe('401 reauthentication_needed');
  expect(await refusalOf(await put({ current_password: 'wrong password' }))).toBe('400 invalid_credentials');
  expect((await put({ current_password: PASSWORD })).status).toBe(200);
});

test('a new password cancels a pending change, which an attacker may have requested', async () => {
  const person = await confirmed();
  const { toNew, toHeld } = await asked(person);
  await verify(toNew);
  await doors.put(person.token, { password: 'a new password', current_password: PASSWORD });
  expect(await refusalOf(await verify(toHeld))).toBe('403 otp_expired');
  expect(await userOf(person)).not.toHaveProperty('new_email');
});

test('mails to the previous address become invalid after the change', async () => {
  const person = await confirmed();
  await doors.post('recover', { email: person.email });
  const old = shownBy(await takeOne(context, person.email, 'recover_password'));
  const { toNew, toHeld } = await asked(person);
  await verify(toNew);
  await verify(toHeld);
  expect(await refusalOf(await verify(old))).toBe('403 otp_expired');
});

test('resends the mail to the address that has not confirmed, valid for another hour', async () => {
  const person = await confirmed();
  const { to, toNew, toHeld } = await asked(person);
  const again = (email: string) => doors.post('resend', { type: 'email_change', email });
  await verify(toNew);
  clock.now += 3_600_000;
  expect(await refusalOf(await verify(toHeld))).toBe('403 otp_expired');
  await again(to);
  expect(await takeMail(context, to)).toEqual([]);
  await again(person.email);
  const late = shownBy(await takeOne(context, person.email, 'change_email'));
  expect((await sessionFrom(await verify(late))).user.email).toBe(to);
});

test('one resend request mails an address once, even if several users are changing to it', async () => {
  const to = newEmail();
  for (let turn = 0; turn < 3; turn++) {
    await doors.put((await signedUp()).token, { email: to });
    clock.now += 1000;
  }
  expect(await takeMail(context, to)).toHaveLength(3);
  await doors.post('resend', { type: 'email_change', email: to });
  expect(await takeMail(context, to)).toHaveLength(1);
});

test('a change that was pending for days still needs both addresses', async () => {
  const person = await confirmed();
  const { to } = await asked(person);
  clock.now += 3 * 24 * 3_600_000;
  await doors.signUp();
  await doors.post('resend', { type: 'email_change', email: to });
  const half = await verify(shownBy(await takeOne(context, to, 'change_email')));
  expect(await half.json()).toMatchObject({ code: '200' });
  await doors.post('resend', { type: 'email_change', email: person.email });
  const held = shownBy(await takeOne(context, person.email, 'change_email'));
  expect((await sessionFrom(await verify(held))).user.email).toBe(to);
});
