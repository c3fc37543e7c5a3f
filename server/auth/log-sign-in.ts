import { logSignIn } from '#server/audit/log-sign-in.ts';
import { currentRequest } from '#server/http/request-context.ts';

import { isAuthError } from './auth-error.ts';
import type { AuthRoute } from './auth-route.ts';
import type { SignInMethod } from './sessions.ts';

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
