import type { SignInMethod, FactorMethod } from '#server/auth/sessions.ts';
import type { Context } from '#server/core/context.ts';

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
