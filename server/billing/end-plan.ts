import { isAppError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { findPlanRow } from '#server/db/plan-subscriptions.ts';
import { callStripe } from '#server/stripe/provider-errors.ts';
import { withPlanChangeLock } from './plan-change-claim.ts';
import { releaseSchedule } from './plan-schedule.ts';

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
