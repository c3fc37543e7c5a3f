import { comparePlans } from '#domain/plans.ts';
import { toPlanStatus, type SubscriptionStatus } from '#domain/subscription.ts';
import { getMonthlySales, getMonth, getFittingPlan, type MonthlySum } from '#domain/usage.ts';
import { findMonthlySales } from '#server/billing/queries/monthly-sales.ts';
import type { Context } from '#server/core/context.ts';
import { findPlanRow, findSellerEmail, type PlanRow } from '#server/sellers/seller-plans.ts';

import { isTrialUsed } from './trial-eligibility.ts';

/** Loads the plan status for the seller's screens from the database, without a call to Stripe. */
export async function getSubscriptionStatus(context: Context, sellerId: string): Promise<SubscriptionStatus> {
  const { db, mode } = context;
  const now = context.now();
  const [row, monthSum] = await Promise.all([
    findPlanRow(db, sellerId, mode),
    findMonthlySales(db, sellerId, mode, getMonth(now)),
  ]);
  const trialUsed = row?.status ? isFirstPaymentPending(row) : await isTrialUsedBySeller(context, sellerId);
  return toSubscriptionStatus(row, monthSum, now, trialUsed);
}

/** Returns true if a seller's first plan started without a trial and its first invoice is unpaid. */
export const isFirstPaymentPending = ({ status, generation }: PlanRow): boolean =>
  status === 'incomplete' && generation === 1;

async function isTrialUsedBySeller(context: Context, sellerId: string): Promise<boolean> {
  const email = await findSellerEmail(context.db, sellerId);
  return email !== null && isTrialUsed(context, { sellerId, email });
}

const toIso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

function toSubscriptionStatus(
  row: PlanRow | null,
  monthSum: MonthlySum,
  now: Date,
  trialUsed: boolean,
): SubscriptionStatus {
  const plan = row?.plan ?? null;
  const status = row?.status ? toPlanStatus(row.status) : null;
  const access = row !== null && row.accessUntil > now;
  const monthlySales = getMonthlySales(monthSum, plan);
  const requiredPlan = getFittingPlan(monthSum.usdCents);
  const needsUpgrade = access && monthlySales.exceeded && plan !== null && comparePlans(requiredPlan, plan) > 0;
  const { pendingPlan = null, pendingPlanAt = null } = row ?? {};
  return {
    hasSubscription: status !== null,
    status,
    currentPlan: plan,
    trialEndsAt: toIso(row?.trialEndsAt),
    currentPeriodEnd: toIso(row?.currentPeriodEnd),
    needsUpgrade,
    suggestedPlan: needsUpgrade ? requiredPlan : null,
    monthlySales,
    access,
    trialUsed,
    cancelAt: toIso(row?.cancelAt),
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
