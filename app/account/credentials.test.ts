import { expect, test } from 'vitest';

import { problemsOf } from './credentials.ts';

test('requires both fields', () => {
  expect(problemsOf({ email: ' ', password: '' }, 'sign-in')).toEqual({
    email: 'Type your email address.',
    password: 'Type your password.',
  });
});

test('refuses an incomplete email address', () => {
  for (const email of ['marisol', 'marisol@', '@vane.example', 'a b@vane.example'])
    expect(problemsOf({ email, password: 'kilnclub' }, 'sign-in').email).toMatch(/whole address/);
  expect(problemsOf({ email: ' marisol@vane.example ', password: 'kilnclub' }, 'sign-in').email).toBeNull();
});

test('requires at least six characters for a new password', () => {
  const email = 'marisol@vane.example';
  expect(problemsOf({ email, password: 'kilns' }, 'sign-up').password).toBe(
    'A password has at least 6 characters.',
  );
  expect(problemsOf({ email, password: 'kilns1' }, 'sign-up').password).toBeNull();
});

test('accepts an existing password of any length', () => {
  expect(problemsOf({ email: 'marisol@vane.example', password: 'k' }, 'sign-in').password).toBeNull();
});
