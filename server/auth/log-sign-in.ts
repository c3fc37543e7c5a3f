import type { Context } from '#server/context.ts';
import { requestNow } from '#server/http/request-told.ts';

import { isAuthError } from './auth-error.ts';
import type { Door } from './door.ts';
import type { SignInMethod } from './open-session.ts';
import type { SecondStep } from './raise-session.ts';

type Tried = {
  outcome: 'passed' | 'failed';
  /** `mfa`: the request failed before a second factor was tried. */
  method: SignInMethod | SecondStep | 'mfa' | 'purchases_link';
  /** Id of the account, where known. What the user typed is never logged. */
  user?: string | undefined;
  code?: string;
};

/** Logs each authentication, successful or failed (OWASP ASVS 16.3.1). */
export const logSignIn = ({ log }: Pick<Context, 'log'>, tried: Tried): void => log.info(tried, 'sign-in');

/** Wraps a handler that signs in and logs the outcome: success after its commit, failure with the error code. */
export const signingIn =
  (method: SignInMethod | 'mfa' | 'mfa/recovery_code', open: Door['open']): Door['open'] =>
  async (context, call) => {
    try {
      const answer = await open(context, call);
      const told = requestNow();
      logSignIn(context, { outcome: 'passed', method: told?.method ?? method, user: told?.user });
      return answer;
    } catch (error) {
      const told = requestNow();
      const code = isAuthError(error) ? error.code : 'unexpected_failure';
      const user = told?.tried ?? told?.user;
      logSignIn(context, { outcome: 'failed', method: told?.method ?? method, user, code });
      throw error;
    }
  };
