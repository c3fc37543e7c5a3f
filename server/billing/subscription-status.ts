import { comparePlans } from '#domain/plans.ts';
import { planStatusOf, type SubscriptionStatus } from '#domain/subscription.ts';
import { monthlySalesOf, monthOf, planThatFits, type MonthSum } from '#domain/usage.ts';

import type { Context } from '#server/context.ts';
import { findMonthSum } from '#server/db/monthly-sales.ts';
import { findPlanRow, findSellerEmail, type PlanRow } from '#server/db/plan-subscriptions.ts';
import { isTrialUsed } from './used-trials.ts';

/** Loads the plan status for the seller's screens from the database, without a call to Stripe. */
export async function subscriptionStatus(context: Context, sellerId: string): Promise<SubscriptionStatus> {
  const { db, mode } = context;
  const now = context.now();
  const [row, sum] = await Promise.all([
    findPlanRow(db, sellerId, mode),
    findMonthSum(db, sellerId, mode, monthOf(now)),
  ]);
  const trialUsed = row?.status ? isFirstPaymentAwaited(row) : await wasTrialUsed(context, sellerId);
  return statusAnswer(row, sum, now, trialUsed);
}

/** Returns true if a seller's first plan started without a trial and its first invoice is unpaid. */
export const isFirstPaymentAwaited = ({ status, generation }: PlanRow): boolean =>
  status === 'incomplete' && generation === 1;

async function wasTrialUsed(context: Context, sellerId: string): Promise<boolean> {
  const email = await findSellerEmail(context.db, sellerId);
  return email !== null && isTrialUsed(context, { sellerId, email });
}

const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

export function statusAnswer(
  row: PlanRow | null,
  sum: MonthSum,
  now: Date,
  trialUsed: boolean,
): SubscriptionStatus {
  const plan = row?.plan ?? null;
  const status = row?.status ? planStatusOf(row.status) : null;
  const access = row !== null && row.accessUntil > now;
  const monthlySales = monthlySalesOf(sum, plan);
  const fitting = planThatFits(sum.usdCents);
  const needsUpgrade = access && monthlySales.exceeded && plan !== null && comparePlans(fitting, plan) > 0;
  const { pendingPlan = null, pendingPlanAt = null } = row ?? {};
  return {
    hasSubscription: status !== null,
    status,
    currentPlan: plan,
    trialEndsAt: iso(row?.trialEndsAt),
    currentPeriodEnd: iso(row?.currentPeriodEnd),
    needsUpgrade,
    suggestedPlan: needsUpgrade ? fitting : null,
    monthlySales,
    access,
    trialUsed,
    cancelAt: iso(row?.cancelAt),
    pendingPlan: pendingPlan && pendingPlanAt ? { plan: pendingPlan, at: pendingPlanAt.toISOString() } : null,
    price: row?.price ?? null,
    newPrice: announcedPrice(row),
    due: row?.due ?? null,
    card: row?.card ?? null,
    now: now.toISOString(),
  };
}

/** Returns an announced price only if the seller will pay it: not after a cancellation or a plan change. */
function announcedPrice(row: PlanRow | null): SubscriptionStatus['newPrice'] {
  if (!row || row.newPrice === null || row.newPrice === row.price || !row.newPriceAt) return null;
  return row.cancelAt || row.pendingPlan ? null : { amount: row.newPrice, at: row.newPriceAt.toISOString() };
}
