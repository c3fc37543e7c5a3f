import { Hono, type Context as Call } from 'hono';
import { bodyLimit } from 'hono/body-limit';

import type { Context } from '#server/context.ts';
import { isDatabaseAway } from '#server/db/away.ts';
import { forLog } from '#server/db/failed-query.ts';
import { isForeignOrigin } from '#server/http/foreign-origin.ts';
import { BACK_IN_S, isNoText } from '#server/http/known-error.ts';
import { isCutOff } from '#server/http/read-json.ts';

import { refusalAnswer, setAuthHeaders } from './auth-answer.ts';
import { AuthError, isAuthError, type AuthErrorCode } from './auth-error.ts';
import type { Door } from './door.ts';
import { FACTOR_DOORS } from './factors/factor-doors.ts';
import { PASSKEY_DOORS } from './passkeys/passkey-doors.ts';
import { authorize, authorizeLink } from './identities/authorize.ts';
import { callback } from './identities/callback.ts';
import { unlinkIdentity } from './identities/unlink-identity.ts';
import { signingIn } from './log-sign-in.ts';
import { reauthenticate } from './reauthenticate.ts';
import { recover } from './recover.ts';
import { resend } from './resend.ts';
import { signOut } from './sign-out.ts';
import { signUp } from './sign-up.ts';
import { publicKeySet } from './signing-keys.ts';
import { token } from './token.ts';
import { updateUser } from './update-user.ts';
import { getUser } from './user.ts';
import { verify } from './verify.ts';

const AWAY = 'We cannot do that right now. Please try again in a moment.';
const LARGEST_BODY = 16 * 1024;

const KEY_SET = '/.well-known/jwks.json';

const DOORS: readonly Door[] = [
  { method: 'POST', path: '/signup', open: signingIn('password', signUp) },
  { method: 'POST', path: '/token', open: token },
  { method: 'GET', path: '/user', open: getUser },
  { method: 'PUT', path: '/user', open: updateUser },
  { method: 'POST', path: '/recover', open: recover },
  { method: 'POST', path: '/resend', open: resend },
  { method: 'GET', path: '/reauthenticate', open: reauthenticate },
  { method: 'POST', path: '/logout', open: signOut },
  { method: 'POST', path: '/verify', open: signingIn('otp', verify) },
  { method: 'GET', path: '/authorize', open: authorize },
  { method: 'GET', path: '/callback', open: callback },
  { method: 'POST', path: '/callback', open: callback },
  { method: 'GET', path: '/user/identities/authorize', open: authorizeLink },
  { method: 'DELETE', path: '/user/identities/:id', open: unlinkIdentity },
  { method: 'GET', path: KEY_SET, open: keySet },
  ...FACTOR_DOORS,
  ...PASSKEY_DOORS,
];

/** Routes under /auth/v1, in the protocol of `@supabase/auth-js`. They never read cookies. */
export function authDoors(context: Context): Hono {
  const app = new Hono();
  app.onError((error, call) => refusalAnswer(call, refusalOf(context, error)));
  app.use(async (call, next) => {
    setAuthHeaders(call);
    // Apple posts its response to the callback from its own origin.
    const isPostedElsewhere = call.req.path.endsWith('/callback');
    const isOpen = isPostedElsewhere || call.req.path.endsWith(KEY_SET);
    if (!isOpen && isForeignOrigin(call, context.config.appUrl)) throw new AuthError('foreign_origin');
    await next();
  });
  app.use(bodyLimit({ maxSize: LARGEST_BODY, onError: (call) => refusal(call, 'request_too_large') }));
  for (const { method, path, open } of DOORS) app.on(method, path, (call) => open(context, call));
  for (const { path } of DOORS) {
    app.all(path, (call) => {
      call.header('Allow', DOORS.flatMap((door) => (door.path === path ? [door.method] : [])).join(', '));
      return refusal(call, 'method_not_allowed');
    });
  }
  app.all('*', (call) => refusal(call, 'not_found'));
  return app;
}

const refusal = (call: Call, code: AuthErrorCode): Response => refusalAnswer(call, new AuthError(code));

function refusalOf(context: Context, error: unknown): AuthError {
  if (isAuthError(error)) return error;
  if (isDatabaseAway(error))
    return new AuthError('unexpected_failure', { message: AWAY, status: 503, retryAfterS: BACK_IN_S });
  if (isCutOff(error)) return new AuthError('bad_json');
  if (isNoText(error)) return new AuthError('validation_failed');
  context.log.error({ err: forLog(error) }, 'an auth door failed');
  return new AuthError('unexpected_failure');
}

/** GET .well-known/jwks.json: the public signing keys, readable from any origin. */
async function keySet(context: Context, call: Call): Promise<Response> {
  const keys = await publicKeySet(context);
  call.header('Access-Control-Allow-Origin', '*');
  call.header('Cache-Control', 'public, max-age=600');
  return call.json(keys);
}
