import { isShopError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { findPlanRow } from '#server/db/plan-subscriptions.ts';
import { askProvider } from '#server/stripe/provider-errors.ts';
import { changingPlan } from './plan-change-claim.ts';
import { releaseSchedule } from './plan-schedule.ts';

/**
 * Ends the plan at once, for a seller who leaves; what is open is not asked for any more. Nothing to do where there is
 * none, or where it has ended. Throws ShopError 'plan_change_under_way', 'provider_unavailable', 'provider_refused'.
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
    // Begun and never heard of: the sweep ends nothing, but nothing is charged either.
    if (!isShopError(error) || error.code !== 'subscription_missing') throw error;
  }
}
