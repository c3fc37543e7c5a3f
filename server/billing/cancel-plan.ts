import { AppError } from '#domain/errors.ts';

import type { Context } from '#server/context.ts';
import { callStripe } from '#server/stripe/provider-errors.ts';
import { cancelPendingUpdate } from './plan-items.ts';
import { withPlanChangeLock } from './plan-change-claim.ts';
import { releaseSchedule } from './plan-schedule.ts';
import { isRunning } from './plan-truth.ts';

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
