import type { AccountDeletionSummary } from '#domain/account.ts';
import { AppError } from '#domain/errors.ts';
import { actorOf, type Actor, recordAudit } from '#server/audit/record-audit.ts';
import { countPages, countSubscriptionOrders } from '#server/auth/queries/account-export.ts';
import { deleteAccountRows } from '#server/auth/queries/delete-account.ts';
import { findUser } from '#server/auth/queries/users.ts';
import { endPlan } from '#server/billing/cancel-plan.ts';
import { claimTrial } from '#server/billing/trial-eligibility.ts';
import type { Context } from '#server/core/context.ts';
import { queueMail } from '#server/email/queries/outbox.ts';
import { countOrders } from '#server/ledger/queries/orders.ts';
import { findPlanRow } from '#server/sellers/seller-plans.ts';
import { findCurrentAccount } from '#server/stripe/queries.ts';

import { normalizeEmail } from '../core/normalize-contact.ts';
import { changeAccount } from './change-account.ts';

/** Summarizes what closing the account would affect, for the confirmation dialog. */
export async function previewAccountClosure({ db, mode }: Context, sellerId: string): Promise<AccountDeletionSummary> {
  const plan = await findPlanRow(db, sellerId, mode);
  const isRunning = plan?.plan && plan.status && plan.status !== 'canceled';
  const account = await findCurrentAccount(db, sellerId, mode);
  return {
    pages: await countPages(db, sellerId),
    orders: await countOrders(db, sellerId, mode),
    buyersSubscriptions: await countSubscriptionOrders(db, sellerId),
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
  await changeAccount(context, async (tx) => {
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
