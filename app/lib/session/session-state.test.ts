import type { Factor, Session } from '@supabase/auth-js';
import { expect, test } from 'vitest';

import { getSessionState } from './session-state.ts';

const createToken = (claims: unknown): string =>
  ['e30', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'x'].join('.');

const createFactor = (status: 'verified' | 'unverified') => ({ status }) as Factor;

const createSession = (access_token: string, factors?: Factor[]) =>
  ({ access_token, user: { id: 'u', factors } }) as Session;

test('is signed out without a session', () => {
  expect(getSessionState(null)).toEqual({ status: 'signed-out', user: null });
});

test('is signed in without a verified factor', () => {
  const tokenWithoutFactor = createToken({ aal: 'aal1', second_step: false });
  expect(getSessionState(createSession(tokenWithoutFactor, [])).status).toBe('signed-in');
  expect(getSessionState(createSession(tokenWithoutFactor)).status).toBe('signed-in');
  expect(getSessionState(createSession(tokenWithoutFactor, [createFactor('unverified')])).status).toBe('signed-in');
});

test('requires the second step with a verified factor and an AAL1 token', () => {
  const fromClaim = getSessionState(createSession(createToken({ aal: 'aal1', second_step: true })));
  expect(fromClaim).toMatchObject({ status: 'second-step', user: { id: 'u' } });
  const fromFactors = createSession(createToken({ aal: 'aal1', second_step: false }), [createFactor('verified')]);
  expect(getSessionState(fromFactors).status).toBe('second-step');
});

test('is signed in with an AAL2 token', () => {
  const elevatedSession = createSession(createToken({ aal: 'aal2', second_step: true }), [createFactor('verified')]);
  expect(getSessionState(elevatedSession).status).toBe('signed-in');
});

test.each(['', 'x', 'a.b', 'a.!!.c', `a.${btoa('null')}.c`, `a.${btoa('[1]')}.c`])(
  'ignores the second step when the token is unreadable: %j',
  (token) => {
    expect(getSessionState(createSession(token)).status).toBe('signed-in');
  },
);
