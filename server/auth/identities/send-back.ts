import { AuthError, isAuthError } from '#server/auth/auth-error.ts';
import { logSignIn } from '#server/auth/log-sign-in.ts';
import type { Context } from '#server/context.ts';
import { forLog } from '#server/db/failed-query.ts';

/** Adds search parameters for the client to a URL. */
export function withSearchParams(baseUrl: string, params: Record<string, string>): string {
  const url = new URL(baseUrl);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  return url.href;
}

const getOAuthError = ({ code, status }: AuthError): string => {
  if (code === 'access_denied') return code;
  return status >= 500 ? 'server_error' : 'invalid_request';
};

/** Default redirect after a flow. */
export const getSignInUrl = ({ config }: Context): string => `${config.appUrl}/auth`;

/**
 * For routes that a browser navigates to, where users cannot read a JSON error. Returns the URL of `resolveUrl`. When
 * that throws, returns `errorUrl` with OAuth's error parameters.
 */
export async function withErrorRedirect(
  context: Context,
  errorUrl: string,
  resolveUrl: () => Promise<string>,
): Promise<string> {
  try {
    return await resolveUrl();
  } catch (thrown) {
    const error = isAuthError(thrown) ? thrown : new AuthError('unexpected_failure');
    if (error !== thrown) context.log.error({ err: forLog(thrown) }, 'a way over an identity provider failed');
    logSignIn(context, { outcome: 'failed', method: 'oauth', code: error.code });
    const params = { error: getOAuthError(error), error_code: error.code, error_description: error.message };
    return withSearchParams(errorUrl, params);
  }
}
