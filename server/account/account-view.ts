import type { Account } from '#domain/account.ts';
import { AppError } from '#domain/errors.ts';

import { findEmailChangeSession } from '#server/auth/change-email.ts';
import { mayEnrollFactor } from '#server/auth/factors/may-have-second-step.ts';
import { missingFactors } from '#server/auth/session-life.ts';
import { getSignInOptions } from '#server/auth/sign-in-options.ts';
import type { Caller } from '#server/auth/who-is-calling.ts';
import type { Context } from '#server/context.ts';
import { countUnusedRecoveryCodes } from '#server/db/recovery-codes.ts';
import { findSecurityEvent } from '#server/db/security-events.ts';
import { findSessionWithFactor } from '#server/db/sessions.ts';
import { findUser } from '#server/db/users.ts';
import { DAY_MS } from '#server/http/rate-limits.ts';

/** Returns the user's name from GoTrue's user metadata, or an empty string. */
export const readName = (metadata: Record<string, unknown>): string =>
  typeof metadata.name === 'string' ? metadata.name : '';

/** Time for which the interface shows what an account reset removed. */
const RESET_NOTICE_MS = 7 * DAY_MS;

async function findResetSummary({ db, realNow }: Context, userId: string): Promise<string | null> {
  const since = new Date(realNow().getTime() - RESET_NOTICE_MS);
  const event = await findSecurityEvent(db, userId, 'account_reset', since);
  return event?.facts.detail ?? null;
}

/** Returns what the account page shows beside the session's user. Throws AppError 'unauthorized'. */
export async function getAccountView(context: Context, { userId, sessionId }: Caller): Promise<Account> {
  const user = await findUser(context.db, userId);
  const session = await findSessionWithFactor(context.db, sessionId);
  if (!user || !session) throw new AppError('unauthorized');
  return {
    email: user.email,
    emailConfirmed: user.emailConfirmedAt !== null,
    // A change ends with the session that requested it.
    newEmail: (await findEmailChangeSession(context, context.db, user)) && user.newEmail,
    name: readName(user.metadata),
    hasPassword: user.passwordHash !== null,
    mayHaveSecondStep: mayEnrollFactor(context, user),
    removedByReset: await findResetSummary(context, userId),
    recoveryCodesLeft: await countUnusedRecoveryCodes(context.db, userId),
    unshown: missingFactors(session, session.hasVerifiedFactor, context.realNow()),
    createdAt: user.createdAt.toISOString(),
    options: getSignInOptions(context),
  };
}
