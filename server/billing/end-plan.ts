import { isShopError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { findPlanRow } from '#server/db/plan-subscriptions.ts';
import { askProvider } from '#server/stripe/provider-errors.ts';
import { changingPlan } from './plan-change-claim.ts';
import { releaseSchedule } from './plan-schedule.ts';

/**
 * Ends the plan at once when a seller deletes the account; open invoices are not collected. Does nothing without a plan
 * or after its end. Throws AppError 'plan_change_under_way', 'provider_unavailable', 'provider_refused'.
 */
export async function endPlan(context: Context, sellerId: string): Promise<void> {
  const row = await findPlanRow(context.db, sellerId, context.mode);
  if (!row || row.status === 'canceled') return;
  try {
    await changingPlan(context, sellerId, async ({ row: held, fetched }) => {
      if (held.status === 'canceled') return;
      await releaseSchedule(context, fetched);
      await askProvider(() => context.stripe.plans.subscriptions.cancel(fetched.subscription.id));
    });
  } catch (error) {
    // A subscription whose creation was never confirmed is not canceled here, but it is never charged either.
    if (!isShopError(error) || error.code !== 'subscription_missing') throw error;
  }
}
