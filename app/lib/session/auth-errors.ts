import type { AuthError } from '@supabase/auth-js';

// The auth client has the same guards, but importing them loads the whole client.

export const isAuthError = (error: unknown): error is AuthError =>
  typeof error === 'object' && error !== null && '__isAuthError' in error;

/** The server answered with an error. */
export const isAuthApiError = (error: unknown): error is AuthError =>
  isAuthError(error) && error.name === 'AuthApiError';

/** No response arrived, or the server is unavailable. */
export const isAuthRetryableFetchError = (error: unknown): error is AuthError =>
  isAuthError(error) && error.name === 'AuthRetryableFetchError';

/** The error of a request that could not be sent, because the client's script could not be loaded. */
export const createUnreachableAuthError = (): Error =>
  Object.assign(new Error('Failed to load the auth client'), {
    name: 'AuthRetryableFetchError',
    __isAuthError: true,
    status: 0,
  });
