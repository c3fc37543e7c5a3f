import { Hono, type Context as Call } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { z } from 'zod';

import { errorMessages } from '#content/messages/errors.ts';
import { logSignIn } from '#server/audit/log-sign-in.ts';
import { challengeFactor, verifyFactor } from '#server/auth/factors/challenge-factor.ts';
import { enrollFactor, unenrollFactor } from '#server/auth/factors/enroll-factor.ts';
import {
  getRecoveryCodes,
  createRecoveryCodes,
  regenerateRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from '#server/auth/factors/recovery-codes.ts';
import { signInWithIdToken } from '#server/auth/identities/id-token.ts';
import { authorize, authorizeIdentityLink, exchangeCode, handleCallback } from '#server/auth/identities/oauth-flow.ts';
import { unlinkIdentity } from '#server/auth/identities/provider-login.ts';
import {
  createPasskeyRegistrationOptions,
  listOwnPasskeys,
  removePasskey,
  renamePasskey,
  verifyPasskeyRegistration,
} from '#server/auth/passkeys/manage-passkeys.ts';
import { createPasskeySignInOptions, verifyPasskeySignIn } from '#server/auth/passkeys/sign-in-passkey.ts';
import type { Context } from '#server/core/context.ts';
import { isDatabaseUnavailable, forLog } from '#server/db/database-errors.ts';
import { RETRY_AFTER_BY_STATUS_S, isInvalidText } from '#server/http/app-error.ts';
import { isAborted } from '#server/http/read-json.ts';
import { addToRequestLog, currentRequest } from '#server/http/request-context.ts';
import { isForeignOrigin } from '#server/http/request-origin.ts';

import { AuthError, isAuthError, type AuthErrorCode } from './auth-error.ts';
import { signUp } from './create-account.ts';
import { parseQueryParam } from './read-auth-body.ts';
import { sendReauthenticationCode } from './reauthentication.ts';
import { recover } from './recover.ts';
import { refreshSession } from './refresh-session.ts';
import { resend } from './resend.ts';
import { getUser } from './session-response.ts';
import type { SignInMethod } from './sessions.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { getPublicKeySet } from './signing-keys.ts';
import { updateUser } from './update-user.ts';
import { verify } from './verify.ts';

type Handler = (context: Context, call: Call) => Promise<Response>;

/** Wraps a handler that signs in and logs the outcome: success after its commit, failure with the error code. */
const withSignInLog =
  (method: SignInMethod | 'mfa' | 'mfa/recovery_code', handler: Handler): Handler =>
  async (context, call) => {
    try {
      const response = await handler(context, call);
      const request = currentRequest();
      logSignIn(context, { outcome: 'passed', method: request?.method ?? method, user: request?.user });
      return response;
    } catch (error) {
      const request = currentRequest();
      const code = isAuthError(error) ? error.code : 'unexpected_failure';
      const user = request?.attemptedUserId ?? request?.user;
      logSignIn(context, { outcome: 'failed', method: request?.method ?? method, user, code });
      throw error;
    }
  };

const GRANTS = {
  password: withSignInLog('password', signIn),
  refresh_token: refreshSession,
  pkce: withSignInLog('oauth', exchangeCode),
  id_token: withSignInLog('oauth', signInWithIdToken),
};
const GrantType = z.enum(['password', 'refresh_token', 'pkce', 'id_token']);

/** POST token: dispatches by grant_type. */
const grantToken = (context: Context, call: Call): Promise<Response> =>
  GRANTS[parseQueryParam(call, 'grant_type', GrantType)](context, call);

/** A route under /auth/v1. */
type AuthRoute = { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string; handler: Handler };

/** `@supabase/auth-js` reads error codes only from responses with this API version. */
const API_VERSION = '2024-01-01';

/** Sets the headers of every identity response, before the handler runs. */
function setAuthHeaders(call: Call): void {
  call.header('Cache-Control', 'no-store');
  call.header('X-Supabase-Api-Version', API_VERSION);
}

function errorResponse(call: Call, error: AuthError): Response {
  setAuthHeaders(call);
  addToRequestLog({ code: error.code });
  if (error.retryAfterS !== null) call.header('Retry-After', String(error.retryAfterS));
  const body = { ...error.facts, code: error.code, error_code: error.code, msg: error.message };
  return call.json(body, error.status as ContentfulStatusCode);
}

const UNAVAILABLE_MESSAGE = errorMessages.unavailable;
const MAX_BODY_BYTES = 16 * 1024;

const JWKS_PATH = '/.well-known/jwks.json';

const ROUTES: readonly AuthRoute[] = [
  { method: 'POST', path: '/signup', handler: withSignInLog('password', signUp) },
  { method: 'POST', path: '/token', handler: grantToken },
  { method: 'GET', path: '/user', handler: getUser },
  { method: 'PUT', path: '/user', handler: updateUser },
  { method: 'POST', path: '/recover', handler: recover },
  { method: 'POST', path: '/resend', handler: resend },
  { method: 'GET', path: '/reauthenticate', handler: sendReauthenticationCode },
  { method: 'POST', path: '/logout', handler: signOut },
  { method: 'POST', path: '/verify', handler: withSignInLog('otp', verify) },
  { method: 'GET', path: '/authorize', handler: authorize },
  { method: 'GET', path: '/callback', handler: handleCallback },
  { method: 'POST', path: '/callback', handler: handleCallback },
  { method: 'GET', path: '/user/identities/authorize', handler: authorizeIdentityLink },
  { method: 'DELETE', path: '/user/identities/:id', handler: unlinkIdentity },
  { method: 'GET', path: JWKS_PATH, handler: getJwks },
  // The recovery-code routes come before `/factors/:id`, which would match them.
  { method: 'GET', path: '/factors/recovery-codes', handler: getRecoveryCodes },
  { method: 'POST', path: '/factors/recovery-codes', handler: createRecoveryCodes },
  { method: 'DELETE', path: '/factors/recovery-codes', handler: removeRecoveryCodes },
  { method: 'POST', path: '/factors/recovery-codes/regenerate', handler: regenerateRecoveryCodes },
  {
    method: 'POST',
    path: '/factors/recovery-codes/verify',
    handler: withSignInLog('mfa/recovery_code', verifyRecoveryCode),
  },
  { method: 'POST', path: '/factors', handler: enrollFactor },
  { method: 'DELETE', path: '/factors/:id', handler: unenrollFactor },
  { method: 'POST', path: '/factors/:id/challenge', handler: challengeFactor },
  { method: 'POST', path: '/factors/:id/verify', handler: withSignInLog('mfa', verifyFactor) },
  { method: 'POST', path: '/passkeys/registration/options', handler: createPasskeyRegistrationOptions },
  { method: 'POST', path: '/passkeys/registration/verify', handler: verifyPasskeyRegistration },
  { method: 'POST', path: '/passkeys/authentication/options', handler: createPasskeySignInOptions },
  { method: 'POST', path: '/passkeys/authentication/verify', handler: withSignInLog('passkey', verifyPasskeySignIn) },
  { method: 'GET', path: '/passkeys', handler: listOwnPasskeys },
  { method: 'PATCH', path: '/passkeys/:id', handler: renamePasskey },
  { method: 'DELETE', path: '/passkeys/:id', handler: removePasskey },
];

/** Routes under /auth/v1, in the protocol of `@supabase/auth-js`. They never read cookies. */
export function createAuthRoutes(context: Context): Hono {
  const app = new Hono();
  app.onError((error, call) => errorResponse(call, toAuthError(context, error)));
  app.use(async (call, next) => {
    setAuthHeaders(call);
    // Apple posts its response to the callback from its own origin.
    const isCallback = call.req.path.endsWith('/callback');
    const allowsForeignOrigin = isCallback || call.req.path.endsWith(JWKS_PATH);
    if (!allowsForeignOrigin && isForeignOrigin(call, context.config.appUrl)) throw new AuthError('foreign_origin');
    await next();
  });
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (call) => createErrorResponse(call, 'request_too_large') }));
  for (const { method, path, handler } of ROUTES) app.on(method, path, (call) => handler(context, call));
  for (const { path } of ROUTES) {
    app.all(path, (call) => {
      call.header('Allow', ROUTES.flatMap((route) => (route.path === path ? [route.method] : [])).join(', '));
      return createErrorResponse(call, 'method_not_allowed');
    });
  }
  app.all('*', (call) => createErrorResponse(call, 'not_found'));
  return app;
}

const createErrorResponse = (call: Call, code: AuthErrorCode): Response => errorResponse(call, new AuthError(code));

function toAuthError(context: Context, error: unknown): AuthError {
  if (isAuthError(error)) return error;
  if (isDatabaseUnavailable(error))
    return new AuthError('unexpected_failure', {
      message: UNAVAILABLE_MESSAGE,
      status: 503,
      retryAfterS: RETRY_AFTER_BY_STATUS_S,
    });
  if (isAborted(error)) return new AuthError('bad_json');
  if (isInvalidText(error)) return new AuthError('validation_failed');
  context.log.error({ err: forLog(error) }, 'auth_request_failed');
  return new AuthError('unexpected_failure');
}

/** GET .well-known/jwks.json: the public signing keys, readable from any origin. */
async function getJwks(context: Context, call: Call): Promise<Response> {
  const keySet = await getPublicKeySet(context);
  call.header('Access-Control-Allow-Origin', '*');
  call.header('Cache-Control', 'public, max-age=600');
  return call.json(keySet);
}
