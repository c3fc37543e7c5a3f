import { isAuthWeakPasswordError, type AuthChangeEvent } from '@supabase/auth-js';
import { expect, test } from 'vitest';

import { parseMailLink, takeMail, takeMailOfKind } from '../testing/take-mail.ts';
import { APP_URL, createEmail, createTestAuth, PASSWORD } from '../testing/test-auth.ts';

const auth = await createTestAuth();
const { context, clock } = auth;
const NEW_PASSWORD = 'a new password';

async function signUpClient() {
  const email = createEmail();
  const client = auth.client();
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
  const { email, client } = await signUpClient();
  const { token_hash, type, next } = parseMailLink(await takeMailOfKind(context, email, 'confirm_email'));
  expect([type, next]).toEqual(['signup', '/builder']);
  const { data, error } = await client.verifyOtp({ type: 'signup', token_hash });
  expect(error).toBeNull();
  expect(data.user?.email_confirmed_at).toBeTruthy();
});

test('the client resets its password and gets PASSWORD_RECOVERY when it can set a new one', async () => {
  const { email } = await signUpClient();
  await takeMail(context, email);
  const client = auth.client();
  const events: AuthChangeEvent[] = [];
  client.onAuthStateChange((event) => events.push(event));
  const response = await client.resetPasswordForEmail(email, { redirectTo: `${APP_URL}/auth/new-password` });
  expect(response).toEqual({ data: {}, error: null });
  const mail = await takeMailOfKind(context, email, 'recover_password');
  expect(parseMailLink(mail).next).toBe('/auth/new-password');
  const { error } = await client.verifyOtp({ type: 'recovery', email, token: mail.code });
  expect(error).toBeNull();
  expect(events).toContain('PASSWORD_RECOVERY');
  const changed = await client.updateUser({ password: NEW_PASSWORD });
  expect(changed.error).toBeNull();
  expect(events).toContain('USER_UPDATED');
  expect((await auth.client().signInWithPassword({ email, password: NEW_PASSWORD })).error).toBeNull();
});

test("the client gets the catalogue's message for a used link", async () => {
  const { client } = await signUpClient();
  const { data, error } = await client.verifyOtp({ type: 'recovery', token_hash: 'x' });
  expect(data).toEqual({ user: null, session: null });
  expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
});

test('the client requests a mail again', async () => {
  const { email, client } = await signUpClient();
  await takeMail(context, email);
  const options = { emailRedirectTo: `${APP_URL}/account` };
  expect((await client.resend({ type: 'signup', email, options })).error).toBeNull();
  expect(parseMailLink(await takeMailOfKind(context, email, 'confirm_email')).next).toBe('/account');
});

test('the client reauthenticates with a mailed code', async () => {
  const { email, client } = await signUpClient();
  clock.now += 5 * 60_000;
  const rejected = await client.updateUser({ password: NEW_PASSWORD });
  expect(rejected.error).toMatchObject({ status: 401, code: 'reauthentication_needed' });
  expect((await client.reauthenticate()).error).toBeNull();
  const { code: nonce } = await takeMailOfKind(context, email, 'confirmation_code');
  expect((await client.updateUser({ password: NEW_PASSWORD, nonce })).error).toBeNull();
  const currentUser = { password: 'yet another', current_password: NEW_PASSWORD };
  expect((await client.updateUser(currentUser)).error).toBeNull();
});

test('the client changes its address: one confirmation creates no session, both do', async () => {
  const { email, client, events } = await signUpClient();
  const { token_hash } = parseMailLink(await takeMailOfKind(context, email, 'confirm_email'));
  await client.verifyOtp({ type: 'signup', token_hash });
  const newAddress = createEmail();
  const response = await client.updateUser({ email: newAddress }, { emailRedirectTo: `${APP_URL}/account` });
  expect(response.data.user).toMatchObject({ email, new_email: newAddress });
  const mailLink = parseMailLink(await takeMailOfKind(context, newAddress, 'change_email'));
  const firstResponse = await client.verifyOtp({ type: 'email_change', token_hash: mailLink.token_hash });
  expect(firstResponse).toMatchObject({ data: { user: null, session: null }, error: null });
  const { code: token } = await takeMailOfKind(context, email, 'change_email');
  const secondResponse = await client.verifyOtp({ type: 'email_change', email, token });
  expect(secondResponse.data.user).toMatchObject({ email: newAddress });
  expect((await client.getUser()).data.user?.email).toBe(newAddress);
  expect(events).toContain('USER_UPDATED');
});

test("the client gets GoTrue's errors for an invalid change", async () => {
  const { email: takenEmail } = await signUpClient();
  const { client } = await signUpClient();
  expect((await client.updateUser({ email: takenEmail })).error).toMatchObject({ code: 'email_exists' });
  const change = (password: string) => client.updateUser({ password, current_password: PASSWORD });
  expect((await change(PASSWORD)).error).toMatchObject({ code: 'same_password' });
  const weakChange = (await change('12345')).error;
  expect(isAuthWeakPasswordError(weakChange) && weakChange.reasons).toEqual(['length']);
  const nameChange = await client.updateUser({ data: { name: 'Zoë' } });
  expect(nameChange.data.user?.user_metadata).toEqual({ name: 'Zoë' });
});
