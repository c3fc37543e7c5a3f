import { expect, test } from 'vitest';

import { validateCredentials } from './credentials.ts';

test('requires both fields', () => {
  expect(validateCredentials({ email: ' ', password: '' }, 'sign-in')).toEqual({
    email: 'Enter your email address.',
    password: 'Enter your password.',
  });
});

test('refuses an incomplete email address', () => {
  for (const email of ['marisol', 'marisol@', '@vane.example', 'a b@vane.example'])
    expect(validateCredentials({ email, password: 'kilnclub' }, 'sign-in').email).toMatch(/valid email address/);
  expect(validateCredentials({ email: ' marisol@vane.example ', password: 'kilnclub' }, 'sign-in').email).toBeNull();
});

test('requires at least six characters for a new password', () => {
  const email = 'marisol@vane.example';
  expect(validateCredentials({ email, password: 'kilns' }, 'sign-up').password).toBe('Use at least 6 characters.');
  expect(validateCredentials({ email, password: 'kilns1' }, 'sign-up').password).toBeNull();
});

test('accepts an existing password of any length', () => {
  expect(validateCredentials({ email: 'marisol@vane.example', password: 'k' }, 'sign-in').password).toBeNull();
});
