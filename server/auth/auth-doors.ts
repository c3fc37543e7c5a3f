import { Hono, type Context as Call } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import type { Context } from '#server/context.ts';
import { isDatabaseUnavailable } from '#server/db/away.ts';
import { forLog } from '#server/db/failed-query.ts';
import { isForeignOrigin } from '#server/http/foreign-origin.ts';
import { RETRY_AFTER_BY_STATUS_S, isInvalidText } from '#server/http/known-error.ts';
import { isAborted } from '#server/http/read-json.ts';

import { errorResponse, setAuthHeaders } from './auth-answer.ts';
import { AuthError, isAuthError, type AuthErrorCode } from './auth-error.ts';
import type { AuthRoute } from './door.ts';
import { FACTOR_ROUTES } from './factors/factor-doors.ts';
import { PASSKEY_ROUTES } from './passkeys/passkey-doors.ts';
import { authorize, authorizeIdentityLink } from './identities/authorize.ts';
import { handleCallback } from './identities/callback.ts';
import { unlinkIdentity } from './identities/unlink-identity.ts';
import { withSignInLog } from './log-sign-in.ts';
import { sendReauthenticationCode } from './reauthenticate.ts';
import { recover } from './recover.ts';
import { resend } from './resend.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { getPublicKeySet } from './signing-keys.ts';
import { grantToken } from './token.ts';
import { updateUser } from './update-user.ts';
import { getUser } from './user.ts';
import { verify } from './verify.ts';

const UNAVAILABLE_MESSAGE = 'We cannot do that right now. Please try again in a moment.';
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
  ...FACTOR_ROUTES,
  ...PASSKEY_ROUTES,
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
  context.log.error({ err: forLog(error) }, 'an auth door failed');
  return new AuthError('unexpected_failure');
}

/** GET .well-known/jwks.json: the public signing keys, readable from any origin. */
async function getJwks(context: Context, call: Call): Promise<Response> {
  const keySet = await getPublicKeySet(context);
  call.header('Access-Control-Allow-Origin', '*');
  call.header('Cache-Control', 'public, max-age=600');
  return call.json(keySet);
}
