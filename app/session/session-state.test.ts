import type { Factor, Session } from '@supabase/auth-js';
import { expect, test } from 'vitest';

import { stateOf } from './session-state.ts';

const tokenOf = (claims: unknown): string =>
  ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'x'].join('.');

const factor = (status: 'verified' | 'unverified') => ({ status }) as Factor;

const session = (access_token: string, factors?: Factor[]) =>
  ({ access_token, user: { id: 'u', factors } }) as Session;

test('no session is nobody', () => {
  expect(stateOf(null)).toEqual({ status: 'signed-out', user: null });
});

test('a user without a second step is signed in', () => {
  const plain = tokenOf({ aal: 'aal1', second_step: false });
  expect(stateOf(session(plain, [])).status).toBe('signed-in');
  expect(stateOf(session(plain)).status).toBe('signed-in');
  expect(stateOf(session(plain, [factor('unverified')])).status).toBe('signed-in');
});

test('a user with a verified factor and a token of the first level has the second step ahead', () => {
  const told = stateOf(session(tokenOf({ aal: 'aal1', second_step: true })));
  expect(told).toMatchObject({ status: 'second-step', user: { id: 'u' } });
  const seen = session(tokenOf({ aal: 'aal1', second_step: false }), [factor('verified')]);
  expect(stateOf(seen).status).toBe('second-step');
});

test('a token of the second level is past it', () => {
  const past = session(tokenOf({ aal: 'aal2', second_step: true }), [factor('verified')]);
  expect(stateOf(past).status).toBe('signed-in');
});

test.each(['', 'x', 'a.b', 'a.!!.c', `a.${btoa('null')}.c`, `a.${btoa('[1]')}.c`])(
  'a token that cannot be read says nothing of a second step: %j',
  (token) => {
    expect(stateOf(session(token)).status).toBe('signed-in');
  },
);
