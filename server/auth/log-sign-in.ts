import type { Context } from '#server/core/context.ts';
import { currentRequest } from '#server/http/request-context.ts';

import { isAuthError } from './auth-error.ts';
import type { AuthRoute } from './auth-route.ts';
import type { SignInMethod, FactorMethod } from './sessions.ts';

type SignInLogEntry = {
  outcome: 'passed' | 'failed';
  /** `mfa`: the request failed before a second factor was tried. */
  method: SignInMethod | FactorMethod | 'mfa' | 'purchases_link';
  /** Id of the account, where known. What the user typed is never logged. */
  user?: string | undefined;
  code?: string;
};

/** Logs each authentication, successful or failed (OWASP ASVS 16.3.1). */
export const logSignIn = ({ log }: Pick<Context, 'log'>, entry: SignInLogEntry): void => log.info(entry, 'sign_in');

/** Wraps a handler that signs in and logs the outcome: success after its commit, failure with the error code. */
export const withSignInLog =
  (method: SignInMethod | 'mfa' | 'mfa/recovery_code', handler: AuthRoute['handler']): AuthRoute['handler'] =>
  async (context, call) => {
    try {
      const response = await handler(context, call);
      const logContext = currentRequest();
      logSignIn(context, { outcome: 'passed', method: logContext?.method ?? method, user: logContext?.user });
      return response;
    } catch (error) {
      const logContext = currentRequest();
      const code = isAuthError(error) ? error.code : 'unexpected_failure';
      const user = logContext?.attemptedUserId ?? logContext?.user;
      logSignIn(context, { outcome: 'failed', method: logContext?.method ?? method, user, code });
      throw error;
    }
  };
