import type { Context } from '#server/context.ts';
import { requestNow } from '#server/http/request-told.ts';

import { isAuthError } from './auth-error.ts';
import type { Door } from './door.ts';
import type { SignInMethod } from './open-session.ts';
import type { SecondStep } from './raise-session.ts';

type Tried = {
  outcome: 'passed' | 'failed';
  /** `mfa`: a second step that never came to be tried. */
  method: SignInMethod | SecondStep | 'mfa' | 'purchases_link';
  /** Whose account it is, where that is known; never what was typed. */
  user?: string | undefined;
  code?: string;
};

/** A line of the log for each time that somebody shows who they are, or fails to (OWASP ASVS 16.3.1). */
export const logSignIn = ({ log }: Pick<Context, 'log'>, tried: Tried): void => log.info(tried, 'sign-in');

/** A door that signs in, each of whose tries is logged: after its commit, or with what it was refused with. */
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
