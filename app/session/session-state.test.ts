import type { Factor, Session } from '@supabase/auth-js';
import { expect, test } from 'vitest';

import { stateOf } from './session-state.ts';

const tokenOf = (claims: unknown): string =>
  ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'x'].join('.');

const factor = (status: 'verified' | 'unverified') => ({ status }) as Factor;

const session = (access_token: string, factors?: Factor[]) =>
  ({ access_token, user: { id: 'u', factors } }) as Session;

test('is signed out without a session', () => {
  expect(stateOf(null)).toEqual({ status: 'signed-out', user: null });
});

test('is signed in without a verified factor', () => {
  const plain = tokenOf({ aal: 'aal1', second_step: false });
  expect(stateOf(session(plain, [])).status).toBe('signed-in');
  expect(stateOf(session(plain)).status).toBe('signed-in');
  expect(stateOf(session(plain, [factor('unverified')])).status).toBe('signed-in');
});

test('requires the second step with a verified factor and an AAL1 token', () => {
  const told = stateOf(session(tokenOf({ aal: 'aal1', second_step: true })));
  expect(told).toMatchObject({ status: 'second-step', user: { id: 'u' } });
  const seen = session(tokenOf({ aal: 'aal1', second_step: false }), [factor('verified')]);
  expect(stateOf(seen).status).toBe('second-step');
});

test('is signed in with an AAL2 token', () => {
  const past = session(tokenOf({ aal: 'aal2', second_step: true }), [factor('verified')]);
  expect(stateOf(past).status).toBe('signed-in');
});

test.each(['', 'x', 'a.b', 'a.!!.c', `a.${btoa('null')}.c`, `a.${btoa('[1]')}.c`])(
  'ignores the second step when the token is unreadable: %j',
  (token) => {
    expect(stateOf(session(token)).status).toBe('signed-in');
  },
);
