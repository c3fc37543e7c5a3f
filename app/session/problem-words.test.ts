import { AuthApiError, AuthRetryableFetchError, AuthUnknownError } from '@supabase/auth-js';
import { expect, test } from 'vitest';

import { CallError } from './call-error.ts';
import { problemWords } from './problem-words.ts';

/** An error as the auth client forwards it from the browser's WebAuthn API. */
const ofDevice = (name: string, code: string) =>
  Object.assign(new Error('The operation either timed out or was not allowed.'), { name, code });

test('returns the message of RPC and auth errors', () => {
  const refusal = new CallError({ code: 'slug_taken', title: null, message: 'Taken.', status: 409 });
  expect(problemWords(refusal)).toBe('Taken.');
  expect(problemWords(new AuthApiError('The new password is the old one.', 422, 'same_password'))).toBe(
    'The new password is the old one.',
  );
});

test('reports a server that does not answer', () => {
  expect(problemWords(new AuthRetryableFetchError('Failed to fetch', 0))).toMatch(/did not answer/);
});

test('translates WebAuthn errors of the browser', () => {
  expect(problemWords(ofDevice('NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'))).toBe(
    'It was not confirmed in time. Nothing has changed.',
  );
  expect(problemWords(ofDevice('InvalidStateError', 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'))).toBe(
    'This one is on your account already.',
  );
  expect(problemWords(ofDevice('SecurityError', 'ERROR_INVALID_RP_ID'))).toMatch(/could not do that/);
  expect(problemWords(new AuthUnknownError('Browser does not support WebAuthn', null))).toMatch(
    /Please try another one/,
  );
});
