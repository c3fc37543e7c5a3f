import type { Account, AccountDeletionSummary } from '#domain/account.ts';
import { AppError } from '#domain/errors.ts';
import { DAY_MS } from '#domain/time-units.ts';
import { actorOf, type Actor, recordAudit } from '#server/audit/record-audit.ts';
import { mayEnrollFactor } from '#server/auth/factors/enroll-factor.ts';
import { countPages, countSubscriptionOrders } from '#server/auth/queries/account-export.ts';
import { deleteAccountRows } from '#server/auth/queries/delete-account.ts';
import { countRecoveryCodes } from '#server/auth/queries/factors.ts';
import { findSecurityEvent } from '#server/auth/queries/security-events.ts';
import { findSessionWithFactor } from '#server/auth/queries/sessions.ts';
import { findUser } from '#server/auth/queries/users.ts';
import { endPlan } from '#server/billing/cancel-plan.ts';
import { claimTrial } from '#server/billing/trial-eligibility.ts';
import type { Context } from '#server/core/context.ts';
import { hasBuyersWithAccess } from '#server/delivery/queries/expiring-deliverables.ts';
import { queueMail } from '#server/email/queries/outbox.ts';
import { countOrders } from '#server/ledger/queries/orders.ts';
import { findPlanRow } from '#server/sellers/seller-plans.ts';
import { findCurrentAccount } from '#server/stripe/queries.ts';

import { normalizeEmail } from '../core/normalize-contact.ts';
import type { Caller } from './authenticate.ts';
import { findPendingEmailChange } from './change-email.ts';
import { missingFactors } from './session-validity.ts';
import { getSignInOptions } from './sign-in-options.ts';
import { transactionWithMail } from './transaction-with-mail.ts';

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

/** Summarizes what closing the account would affect, for the confirmation dialog. */
export async function previewAccountClosure({ db, mode }: Context, sellerId: string): Promise<AccountDeletionSummary> {
  const plan = await findPlanRow(db, sellerId, mode);
  const isRunning = plan?.plan && plan.status && plan.status !== 'canceled';
  const account = await findCurrentAccount(db, sellerId, mode);
  return {
    pages: await countPages(db, sellerId),
    orders: await countOrders(db, sellerId, mode),
    buyersSubscriptions: await countSubscriptionOrders(db, sellerId),
    hasDeliveries: await hasBuyersWithAccess(db, sellerId),
    subscription: isRunning ? { plan: plan.plan ?? '', status: plan.status ?? '' } : null,
    connected: Boolean(account?.accountId),
  };
}

/**
 * Deletes an account. Ends the plan at Stripe first, so that a deleted account is never charged. Throws AppError
 * 'account_email_differs' and the errors of `endPlan`; nothing is deleted then.
 */
export async function closeAccount(context: Context, actor: Actor, typedEmail: string): Promise<void> {
  const { userId, sellerId } = actor.caller;
  const user = await findUser(context.db, userId);
  if (!user) throw new AppError('unauthorized');
  if (normalizeEmail(typedEmail) !== user.email) throw new AppError('account_email_differs');
  await endPlan(context, sellerId);
  const { email } = user;
  // The email address or Stripe account may have changed since the trial began.
  const plan = await findPlanRow(context.db, sellerId, context.mode);
  if (plan?.subscriptionId) await claimTrial(context, { sellerId, email });
  const now = { business: context.now(), real: context.realNow() };
  await transactionWithMail(context, async (tx) => {
    if (!(await deleteAccountRows(tx, { userId, sellerId, email }, now))) return;
    await queueMail(tx, {
      key: `account-deleted:${userId}`,
      to: email,
      mail: { kind: 'account_deleted', at: now.real.toISOString() },
      now: now.business,
    });
    await recordAudit(context, tx, { ...actorOf(actor), action: 'account_deleted', subject: userId });
  });
  context.log.info({ userId, sellerId }, 'account_deleted');
}
