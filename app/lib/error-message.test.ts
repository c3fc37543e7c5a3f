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
  expect(getErrorMessage(new AuthRetryableFetchError('Failed to fetch', 0))).toMatch(/Couldn’t reach the server/);
  expect(getErrorMessage(new AuthRetryableFetchError('Service unavailable', 503))).toMatch(/Try again in a moment/);
});

test('translates WebAuthn errors of the browser', () => {
  expect(getErrorMessage(createDeviceError('NotAllowedError', 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY'))).toBe(
    'The request was canceled or timed out. Try again.',
  );
  expect(getErrorMessage(createDeviceError('InvalidStateError', 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'))).toBe(
    'This security key or passkey is already on your account.',
  );
  expect(getErrorMessage(createDeviceError('SecurityError', 'ERROR_INVALID_RP_ID'))).toMatch(
    /couldn’t complete the request/,
  );
  expect(getErrorMessage(new AuthUnknownError('Browser does not support WebAuthn', null))).toMatch(
    /Try another browser/,
  );
});
