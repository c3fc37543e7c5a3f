import { expect, test } from 'vitest';

import { createAccount } from './accounts.ts';
import { newEmail, openDoors, PASSWORD, refusalOf } from './auth-testing.ts';

const doors = await openDoors();
const signUp = (email: string, password = PASSWORD) => doors.post('signup', { email, password });

test('of two concurrent sign-ups with one address, one succeeds and the other gets an error', async () => {
  const email = newEmail();
  const answers = await Promise.all([signUp(email), signUp(email.toUpperCase())]);
  expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  const refused = answers.find((answer) => answer.status === 422);
  expect(refused && (await refusalOf(refused))).toBe('422 user_already_exists');
});

test('signs in with any spelling of the address', async () => {
  const email = newEmail();
  await doors.signUp(`  ${email.toUpperCase()} `);
  expect((await doors.signIn(email)).status).toBe(200);
  expect((await doors.signIn(` ${email.toUpperCase()}`)).status).toBe(200);
});

test('rejects an invalid address', async () => {
  const wrong = [
    '',
    'nobody',
    'a@b',
    'a b@shop.example',
    'a@shop.example\n',
    'a\u0000@shop.example',
    'a@@shop.example',
  ];
  for (const email of [...wrong.filter((text) => text.trim() === text), `${'a'.repeat(250)}@shop.example`]) {
    expect(await refusalOf(await signUp(email))).toBe('422 email_address_invalid');
  }
});

test('accepts passwords from the minimum length to 128 code points', async () => {
  for (const password of ['', '12345', '🙂🙂🙂🙂🙂', 'x'.repeat(129)]) {
    const answer = await signUp(newEmail(), password);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      code: 'weak_password',
      weak_password: { reasons: ['length'] },
    });
  }
  for (const password of ['123456', '🙂🙂🙂🙂🙂🙂', 'x'.repeat(128), '      ']) {
    expect((await signUp(newEmail(), password)).status).toBe(200);
  }
});

test('uses the password as typed: case, spaces and the last character count', async () => {
  const email = newEmail();
  const password = ` Kiln Club ${'x'.repeat(100)} Z `;
  expect((await signUp(email, password)).status).toBe(200);
  expect((await doors.signIn(email, password)).status).toBe(200);
  for (const other of [
    password.trim(),
    password.toLowerCase(),
    password.slice(0, 72),
    password.slice(0, -1),
    password.replace('Z', 'Y'),
  ])
    expect(await refusalOf(await doors.signIn(email, other))).toBe('400 invalid_credentials');
  // A character that some keyboards send composed and others decomposed.
  const accented = newEmail();
  expect((await signUp(accented, 'caf\u00e9 kiln')).status).toBe(200);
  expect((await doors.signIn(accented, 'cafe\u0301 kiln')).status).toBe(200);
});

test('AUTH_MIN_PASSWORD raises the minimum length and its message', async () => {
  const strict = { ...doors.context, config: { ...doors.context.config, minPassword: 12 } };
  const account = createAccount(strict, { email: newEmail(), password: '12345678901' });
  await expect(account).rejects.toMatchObject({
    code: 'weak_password',
    message: 'Password should be at least 12 characters.',
  });
});

test('an account without a password cannot be signed in to with one', async () => {
  const email = newEmail();
  const user = await createAccount(doors.context, { email, password: null });
  expect(user).toMatchObject({ email, passwordHash: null });
  for (const password of ['', PASSWORD, 'null']) {
    expect(await refusalOf(await doors.signIn(email, password))).toBe('400 invalid_credentials');
  }
});

test('a failed sign-up leaves nothing behind', async () => {
  const email = newEmail();
  expect((await signUp(email, '123')).status).toBe(422);
  expect((await signUp(email)).status).toBe(200);
});
