import { AuthApiError, AuthRetryableFetchError, AuthUnknownError } from '@supabase/auth-js';
import { expect, test } from 'vitest';

import { getErrorMessage } from './error-message.ts';
import { RpcError } from './rpc/rpc-error.ts';

/** An error as the auth client forwards it from the browser's WebAuthn API. */
const createDeviceError = (name: string, code: string) =>
  Object.assign(new Error('The operation either timed out or was not allowed.'), { name, code });

test('returns the message of RPC and auth errors', () => {
  const rpcError = new RpcError({ code: 'slug_taken', title: null, message: 'Taken.', status: 409 });
  expect(getErrorMessage(rpcError)).toBe('Taken.');
  expect(getErrorMessage(new AuthApiError('The new password is the old one.', 422, 'same_password'))).toBe(
    'The new password is the old one.',
  );
});

test('reports a server that does not answer', () => {
  expect(getErrorMessage(new AuthRetryableFetchError('Failed to fetch', 0))).toMatch(/did not answer/);
});

test('translates WebAuthn errors of the browser', () => {
  expect(getErrorMessage(createDeviceError('NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'))).toBe(
    'It was not confirmed in time. Nothing has changed.',
  );
  expect(getErrorMessage(createDeviceError('InvalidStateError', 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'))).toBe(
    'This one is on your account already.',
  );
  expect(getErrorMessage(createDeviceError('SecurityError', 'ERROR_INVALID_RP_ID'))).toMatch(/could not do that/);
  expect(getErrorMessage(new AuthUnknownError('Browser does not support WebAuthn', null))).toMatch(
    /Please try another one/,
  );
});
