import { isAuthWeakPasswordError, type AuthChangeEvent } from '@supabase/auth-js';
import { expect, test } from 'vitest';

import { APP_URL, newEmail, openDoors, PASSWORD } from './auth-testing.ts';
import { shownBy, takeMail, takeOne } from './testing-mailbox.ts';

const doors = await openDoors();
const { context, clock } = doors;
const NEW = 'a new password';

async function signedUp() {
  const email = newEmail();
  const client = doors.client();
  const { error } = await client.signUp({
    email,
    password: PASSWORD,
    options: { emailRedirectTo: `${APP_URL}/builder` },
  });
  if (error) throw error;
  const events: AuthChangeEvent[] = [];
  client.onAuthStateChange((event) => events.push(event));
  return { email, client, events };
}

test('the client confirms its address with the first mail, which leads to the builder', async () => {
  const { email, client } = await signedUp();
  const { token_hash, type, next } = shownBy(await takeOne(context, email, 'confirm_email'));
  expect([type, next]).toEqual(['signup', '/builder']);
  const { data, error } = await client.verifyOtp({ type: 'signup', token_hash });
  expect(error).toBeNull();
  expect(data.user?.email_confirmed_at).toBeTruthy();
});

test('the client resets its password and gets PASSWORD_RECOVERY when it can set a new one', async () => {
  const { email } = await signedUp();
  await takeMail(context, email);
  const client = doors.client();
  const events: AuthChangeEvent[] = [];
  client.onAuthStateChange((event) => events.push(event));
  const asked = await client.resetPasswordForEmail(email, { redirectTo: `${APP_URL}/auth/new-password` });
  expect(asked).toEqual({ data: {}, error: null });
  const mail = await takeOne(context, email, 'recover_password');
  expect(shownBy(mail).next).toBe('/auth/new-password');
  const { error } = await client.verifyOtp({ type: 'recovery', email, token: mail.code });
  expect(error).toBeNull();
  expect(events).toContain('PASSWORD_RECOVERY');
  const changed = await client.updateUser({ password: NEW });
  expect(changed.error).toBeNull();
  expect(events).toContain('USER_UPDATED');
  expect((await doors.client().signInWithPassword({ email, password: NEW })).error).toBeNull();
});

test("the client gets the catalogue's message for a used link", async () => {
  const { client } = await signedUp();
  const { data, error } = await client.verifyOtp({ type: 'recovery', token_hash: 'x' });
  expect(data).toEqual({ user: null, session: null });
  expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
});

test('the client requests a mail again', async () => {
  const { email, client } = await signedUp();
  await takeMail(context, email);
  const options = { emailRedirectTo: `${APP_URL}/account` };
  expect((await client.resend({ type: 'signup', email, options })).error).toBeNull();
  expect(shownBy(await takeOne(context, email, 'confirm_email')).next).toBe('/account');
});

test('the client reauthenticates with a mailed code', async () => {
  const { email, client } = await signedUp();
  clock.now += 5 * 60_000;
  const refused = await client.updateUser({ password: NEW });
  expect(refused.error).toMatchObject({ status: 401, code: 'reauthentication_needed' });
  expect((await client.reauthenticate()).error).toBeNull();
  const { code: nonce } = await takeOne(context, email, 'confirmation_code');
  expect((await client.updateUser({ password: NEW, nonce })).error).toBeNull();
  const current = { password: 'yet another', current_password: NEW };
  expect((await client.updateUser(current)).error).toBeNull();
});

test('the client changes its address: one confirmation creates no session, both do', async () => {
  const { email, client, events } = await signedUp();
  const { token_hash } = shownBy(await takeOne(context, email, 'confirm_email'));
  await client.verifyOtp({ type: 'signup', token_hash });
  const to = newEmail();
  const asked = await client.updateUser({ email: to }, { emailRedirectTo: `${APP_URL}/account` });
  expect(asked.data.user).toMatchObject({ email, new_email: to });
  const half = shownBy(await takeOne(context, to, 'change_email'));
  const first = await client.verifyOtp({ type: 'email_change', token_hash: half.token_hash });
  expect(first).toMatchObject({ data: { user: null, session: null }, error: null });
  const { code: token } = await takeOne(context, email, 'change_email');
  const second = await client.verifyOtp({ type: 'email_change', email, token });
  expect(second.data.user).toMatchObject({ email: to });
  expect((await client.getUser()).data.user?.email).toBe(to);
  expect(events).toContain('USER_UPDATED');
});

test("the client gets GoTrue's errors for an invalid change", async () => {
  const { email: taken } = await signedUp();
  const { client } = await signedUp();
  expect((await client.updateUser({ email: taken })).error).toMatchObject({ code: 'email_exists' });
  const change = (password: string) => client.updateUser({ password, current_password: PASSWORD });
  expect((await change(PASSWORD)).error).toMatchObject({ code: 'same_password' });
  const weak = (await change('12345')).error;
  expect(isAuthWeakPasswordError(weak) && weak.reasons).toEqual(['length']);
  const named = await client.updateUser({ data: { name: 'Zoë' } });
  expect(named.data.user?.user_metadata).toEqual({ name: 'Zoë' });
});
