import type { Account } from '#domain/account.ts';
import { AppError } from '#domain/errors.ts';
import { mayEnrollFactor } from '#server/auth/factors/enroll-factor.ts';
import { countRecoveryCodes } from '#server/auth/queries/factors.ts';
import { findSecurityEvent } from '#server/auth/queries/security-events.ts';
import { findSessionWithFactor } from '#server/auth/queries/sessions.ts';
import { findUser } from '#server/auth/queries/users.ts';
import type { Context } from '#server/core/context.ts';
import { DAY_MS } from '#server/http/rate-limits.ts';

import type { Caller } from './authenticate.ts';
import { findPendingEmailChange } from './change-email.ts';
import { missingFactors } from './session-validity.ts';
import { getSignInOptions } from './sign-in-options.ts';

/** Returns the user's name from GoTrue's user metadata, or an empty string. */
export const readName = (metadata: Record<string, unknown>): string =>
  typeof metadata.name === 'string' ? metadata.name : '';

/** Time for which the interface shows what an account reset removed. */
const RESET_NOTICE_MS = 7 * DAY_MS;

/** Returns what the account page shows beside the session's user. Throws AppError 'unauthorized'. */
export async function getAccountView(context: Context, { userId, sessionId }: Caller): Promise<Account> {
  const user = await findUser(context.db, userId);
  const session = await findSessionWithFactor(context.db, sessionId);
  if (!user || !session) throw new AppError('unauthorized');
  const noticedSince = new Date(context.realNow().getTime() - RESET_NOTICE_MS);
  const resetEvent = await findSecurityEvent(context.db, userId, 'account_reset', noticedSince);
  return {
    email: user.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    // A change ends with the session that requested it.
    newEmail: (await findPendingEmailChange(context, context.db, user)) && user.newEmail,
    name: readName(user.metadata),
    hasPassword: user.passwordHash !== null,
    mayHaveSecondStep: mayEnrollFactor(context, user),
    removedByReset: resetEvent?.facts.detail ?? null,
    recoveryCodesLeft: (await countRecoveryCodes(context.db, userId))?.unused ?? null,
    unshown: missingFactors(session, session.hasVerifiedFactor, context.realNow()),
    createdAt: user.createdAt.toISOString(),
    options: getSignInOptions(context),
  };
}
