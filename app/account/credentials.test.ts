import { expect, test } from 'vitest';

import { problemsOf } from './credentials.ts';

test('both fields are required', () => {
  expect(problemsOf({ email: ' ', password: '' }, 'sign-in')).toEqual({
    email: 'Type your email address.',
    password: 'Type your password.',
  });
});

test('an address needs both of its halves', () => {
  for (const email of ['marisol', 'marisol@', '@vane.example', 'a b@vane.example'])
    expect(problemsOf({ email, password: 'kilnclub' }, 'sign-in').email).toMatch(/whole address/);
  expect(problemsOf({ email: ' marisol@vane.example ', password: 'kilnclub' }, 'sign-in').email).toBeNull();
});

test('a new password has at least six characters', () => {
  const email = 'marisol@vane.example';
  expect(problemsOf({ email, password: 'kilns' }, 'sign-up').password).toBe(
    'A password has at least 6 characters.',
  );
  expect(problemsOf({ email, password: 'kilns1' }, 'sign-up').password).toBeNull();
});

test('an existing password may be of any length', () => {
  expect(problemsOf({ email: 'marisol@vane.example', password: 'k' }, 'sign-in').password).toBeNull();
});
