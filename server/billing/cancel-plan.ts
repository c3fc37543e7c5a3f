import { AppError, isAppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { findPlanRow } from '#server/sellers/seller-plans.ts';
import { callStripe } from '#server/stripe/stripe-errors.ts';

import { withPlanChangeLock } from './plan-change-lock.ts';
import { cancelPendingUpdate } from './plan-items.ts';
import { releaseSchedule } from './plan-schedule.ts';
import { isRunning } from './plan-snapshot.ts';

/**
 * Ends the plan at once when a seller deletes the account; open invoices are not collected. Does nothing without a plan
 * or after its end. Throws AppError 'plan_change_under_way', 'provider_unavailable', 'provider_refused'.
 */
export async function endPlan(context: Context, sellerId: string): Promise<void> {
  const row = await findPlanRow(context.db, sellerId, context.mode);
  if (!row || row.status === 'canceled') return;
  try {
    await withPlanChangeLock(context, sellerId, async ({ row: lockedRow, fetched }) => {
      if (lockedRow.status === 'canceled') return;
      await releaseSchedule(context, fetched);
      await callStripe(() => context.stripe.plans.subscriptions.cancel(fetched.subscription.id));
    });
  } catch (error) {
    // A subscription whose creation was never confirmed is not canceled here, but it is never charged either.
    if (!isAppError(error) || error.code !== 'subscription_missing') throw error;
  }
}

/** Cancels the plan at the end of the paid period or trial and returns that date. The seller can undo it until then. */
export const cancelPlan = (context: Context, sellerId: string): Promise<Date> =>
  withPlanChangeLock(context, sellerId, async ({ row, fetched }) => {
    if (!isRunning(row.status)) throw new AppError('subscription_canceled');
    // A pending upgrade may be newer than the cancellation.
    await cancelPendingUpdate(context, fetched);
    if (row.cancelAt) return row.cancelAt;
    await releaseSchedule(context, fetched);
    const { subscription } = fetched;
    const { items } = await callStripe(() =>
      context.stripe.plans.subscriptions.update(subscription.id, { cancel_at_period_end: true }),
    );
    const end = items.data[0]?.current_period_end;
    if (end === undefined) throw new AppError('provider_refused');
    return new Date(end * 1000);
  });
