import { AuthError, isAuthError } from '#server/auth/auth-error.ts';
import { logSignIn } from '#server/auth/log-sign-in.ts';
import type { Context } from '#server/context.ts';
import { forLog } from '#server/db/failed-query.ts';

/** The address with what is told to the client on its page. */
export function addressWith(address: string, told: Record<string, string>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value);
  return url.href;
}

const kindOf = ({ code, status }: AuthError): string => {
  if (code === 'access_denied') return code;
  return status >= 500 ? 'server_error' : 'invalid_request';
};

/** Where somebody goes who has nowhere else to go. */
export const signInPage = ({ config }: Context): string => `${config.appUrl}/auth`;

/**
 * For doors that people walk through, whose refusals nobody could read as JSON: where to go on to, which is `address`
 * with what went wrong, as OAuth tells it, when `go` throws.
 */
export async function orBackWithError(
  context: Context,
  address: string,
  go: () => Promise<string>,
): Promise<string> {
  try {
    return await go();
  } catch (thrown) {
    const error = isAuthError(thrown) ? thrown : new AuthError('unexpected_failure');
    if (error !== thrown)
      context.log.error({ err: forLog(thrown) }, 'a way over an identity provider failed');
    logSignIn(context, { outcome: 'failed', method: 'oauth', code: error.code });
    const told = { error: kindOf(error), error_code: error.code, error_description: error.message };
    return addressWith(address, told);
  }
}
