import { expect, test } from 'vitest';

import { createEmail, createTestAuth, PASSWORD, readError } from '../testing/test-auth.ts';
import { createAccount } from './create-account.ts';

const auth = await createTestAuth();
const signUp = (email: string, password = PASSWORD) => auth.post('signup', { email, password });

test('of two concurrent sign-ups with one address, one succeeds and the other gets an error', async () => {
  const email = createEmail();
  const responses = await Promise.all([signUp(email), signUp(email.toUpperCase())]);
  expect(responses.map((response) => response.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const rejected = responses.find((response) => response.status === 422);
  expect(rejected && (await readError(rejected))).toBe('422 user_already_exists');
});

test('signs in with any spelling of the address', async () => {
  const email = createEmail();
  await auth.signUp(`  ${email.toUpperCase()} `);
  expect((await auth.signIn(email)).status).toBe(200);
  expect((await auth.signIn(` ${email.toUpperCase()}`)).status).toBe(200);
});

test('rejects an invalid address', async () => {
  const invalidEmail = [
    '',
    'nobody',
    'a@b',
    'a b@shop.example',
    'a@shop.example\n',
    'a\u0000@shop.example',
    'a@@shop.example',
  ];
  for (const email of [...invalidEmail.filter((text) => text.trim() === text), `${'a'.repeat(250)}@shop.example`]) {
    expect(await readError(await signUp(email))).toBe('422 email_address_invalid');
  }
});

test('accepts passwords from the minimum length to 128 code points', async () => {
  for (const password of ['', '12345', '🙂🙂🙂🙂🙂', 'x'.repeat(129)]) {
    const response = await signUp(createEmail(), password);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      code: 'weak_password',
      weak_password: { reasons: ['length'] },
    });
  }
  for (const password of ['123456', '🙂🙂🙂🙂🙂🙂', 'x'.repeat(128), '      ']) {
    expect((await signUp(createEmail(), password)).status).toBe(200);
  }
});

test('uses the password as typed: case, spaces and the last character count', async () => {
  const email = createEmail();
  const password = ` Kiln Club ${'x'.repeat(100)} Z `;
  expect((await signUp(email, password)).status).toBe(200);
  expect((await auth.signIn(email, password)).status).toBe(200);
  for (const otherSession of [
    password.trim(),
    password.toLowerCase(),
    password.slice(0, 72),
    password.slice(0, -1),
    password.replace('Z', 'Y'),
  ])
    expect(await readError(await auth.signIn(email, otherSession))).toBe('400 invalid_credentials');
  // A character that some keyboards send composed and others decomposed.
  const accentedPassword = createEmail();
  expect((await signUp(accentedPassword, 'caf\u00e9 kiln')).status).toBe(200);
  expect((await auth.signIn(accentedPassword, 'cafe\u0301 kiln')).status).toBe(200);
});

test('AUTH_MIN_PASSWORD raises the minimum length and its message', async () => {
  const strictAuth = { ...auth.context, config: { ...auth.context.config, minPassword: 12 } };
  const account = createAccount(strictAuth, { email: createEmail(), password: '12345678901' });
  await expect(account).rejects.toMatchObject({
    code: 'weak_password',
    message: 'Password should be at least 12 characters.',
  });
});

test('an account without a password cannot be signed in to with one', async () => {
  const email = createEmail();
  const user = await createAccount(auth.context, { email, password: null });
  expect(user).toMatchObject({ email, passwordHash: null });
  for (const password of ['', PASSWORD, 'null']) {
    expect(await readError(await auth.signIn(email, password))).toBe('400 invalid_credentials');
  }
});

test('a failed sign-up leaves nothing behind', async () => {
  const email = createEmail();
  expect((await signUp(email, '123')).status).toBe(422);
  expect((await signUp(email)).status).toBe(200);
});
