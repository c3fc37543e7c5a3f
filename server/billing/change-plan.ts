import { planErrorMessages } from '#content/messages/plan-errors.ts';
import { isAppError, AppError } from '#domain/errors.ts';
import { formatLongDate } from '#domain/format-date.ts';
import { comparePlans, getPlan, type PlanId } from '#domain/plans.ts';
import type { PlanChange } from '#domain/subscription.ts';
import { getMonth } from '#domain/usage.ts';
import { findMonthlySales } from '#server/billing/queries/monthly-sales.ts';
import type { Context } from '#server/core/context.ts';
import type { PlanRow } from '#server/sellers/seller-plans.ts';

import { withPlanChangeLock, type LockedPlan } from './plan-change-lock.ts';
import {
  chargeOfLastUpdate,
  cancelPendingUpdate,
  toPaymentNeeded,
  payOpenInvoice,
  toPlanChange,
  switchPlan,
  upgradePlan,
} from './plan-items.ts';
import { createPortalUrl } from './plan-portal.ts';
import { releaseSchedule, scheduleDowngrade } from './plan-schedule.ts';

/** Cause of a plan change: the seller's choice or monthly sales above the limit. */
type ChangeReason = 'seller' | 'limit';

/**
 * Kind of a plan change. `switch`: at once, free; `upgrade`: at once, charged; `schedule`: with the next period
 * (`scheduled` if it already is); `pay`: the open invoice is paid again; `keep`: a pending change is dropped; `current`:
 * the seller has the plan; `sufficient`, `ending`: nothing to do.
 */
type PlanMove = 'switch' | 'upgrade' | 'schedule' | 'scheduled' | 'pay' | 'keep' | 'current' | 'sufficient' | 'ending';

/** Decides how a plan change is made. Throws AppError if it is not allowed. */
function resolvePlanMove(row: PlanRow, to: PlanId, reason: ChangeReason): PlanMove {
  assertPaid(row);
  return reason === 'limit' ? resolveLimitMove(row, to) : resolveSellerMove(row, to);
}

function assertPaid({ status, due }: PlanRow): void {
  if (status === 'trialing' || status === 'active') return;
  if (status === null) throw new AppError('subscription_missing');
  if (status === 'past_due' || status === 'unpaid' || status === 'incomplete')
    throw new AppError('payment_overdue', due?.url ? { facts: { url: due.url } } : {});
  throw new AppError('subscription_canceled');
}

/** An unknown plan counts as smaller than every plan. */
const isLarger = (to: PlanId, currentPlan: PlanId | null): boolean =>
  currentPlan === null || comparePlans(to, currentPlan) > 0;

function resolveLimitMove({ status, plan, cancelAt, due, card }: PlanRow, to: PlanId): PlanMove {
  if (cancelAt) return 'ending';
  if (!isLarger(to, plan)) return 'sufficient';
  if (due?.plan && comparePlans(due.plan, to) >= 0) return 'pay';
  if (status === 'trialing') return 'switch';
  if (!card) throw new AppError('payment_method_needed');
  return 'upgrade';
}

function resolveSellerMove({ status, plan, cancelAt, due, pendingPlan, card }: PlanRow, to: PlanId): PlanMove {
  if (due?.plan === to) return 'pay';
  if (plan === to) return pendingPlan || due?.plan ? 'keep' : 'current';
  if (status === 'trialing') return 'switch';
  if (isLarger(to, plan)) {
    if (!card) throw new AppError('payment_method_needed');
    return 'upgrade';
  }
  if (cancelAt) {
    const message = planErrorMessages.endsBeforeDowngrade({ date: formatLongDate(cancelAt) });
    throw new AppError('subscription_canceled', { message });
  }
  return pendingPlan === to ? 'scheduled' : 'schedule';
}

/**
 * Moves a seller to another plan, up or down. Throws AppError; only `provider_unavailable` may have changed the plan, and
 * a retry never charges twice. With `limit`, a canceled or sufficient plan returns `kept`, a change whose response was lost
 * returns `upgraded` with its charge, and an open invoice is paid again (`payment_needed` if that fails).
 */
export async function changePlan(
  context: Context,
  sellerId: string,
  to: PlanId,
  { reason }: { reason: ChangeReason },
): Promise<PlanChange> {
  try {
    return await withPlanChangeLock(context, sellerId, (lockedPlan) => applyPlanMove(context, lockedPlan, to, reason));
  } catch (error) {
    if (reason !== 'seller' || !isAppError(error) || error.code !== 'payment_method_needed') throw error;
    const url = await createPortalUrl(context, sellerId, 'payment_method_update');
    throw new AppError('payment_method_needed', { facts: { url }, cause: error });
  }
}

async function applyPlanMove(
  context: Context,
  lockedPlan: LockedPlan,
  to: PlanId,
  reason: ChangeReason,
): Promise<PlanChange> {
  const { row, fetched } = lockedPlan;
  const planMove = resolvePlanMove(row, to, reason);
  const unchanged = toPlanChange('kept', row.plan ?? to);
  switch (planMove) {
    case 'ending':
      return unchanged;
    case 'current':
      return repeatUpgradeResult(context, lockedPlan, to);
    case 'sufficient':
      return { ...unchanged, ...findLostUpgrade(lockedPlan, to) };
    case 'pay':
      if (row.due?.plan === to) return payOpenInvoice(context, lockedPlan, to);
      return toPaymentNeeded(context, row.due?.plan ?? to, fetched.openInvoice);
    case 'scheduled':
      return scheduledChange(to, row.pendingPlanAt);
    default:
  }
  if (row.plan && comparePlans(to, row.plan) < 0) await rejectBelowSales(context, row.sellerId, to);
  await cancelPendingUpdate(context, fetched);
  if (planMove === 'schedule') {
    await scheduleDowngrade(context, fetched, to);
    return scheduledChange(to, row.currentPeriodEnd);
  }
  await releaseSchedule(context, fetched);
  if (planMove === 'keep') return unchanged;
  if (planMove === 'upgrade') return upgradePlan(context, lockedPlan, to);
  await switchPlan(context, lockedPlan, to);
  return toPlanChange('switched', to);
}

const scheduledChange = (plan: PlanId, at: Date | null): PlanChange =>
  toPlanChange('scheduled', plan, { at: at?.toISOString() ?? null });

/** Finds the charge of an earlier change by the limit whose response was lost. */
function findLostUpgrade({ row, fetched }: LockedPlan, to: PlanId): Partial<PlanChange> {
  const charged = row.plan === to ? chargeOfLastUpdate(fetched) : 0;
  return charged > 0 ? { change: 'upgraded', charged } : {};
}

const RETRY_WINDOW_MS = 3_600_000;

/** A repeated request within an hour returns the charge of the first one, whose response may have been lost. */
function repeatUpgradeResult(context: Context, lockedPlan: LockedPlan, to: PlanId): PlanChange {
  const paidAt = lockedPlan.fetched.latestInvoice?.status_transitions.paid_at ?? 0;
  const charged = chargeOfLastUpdate(lockedPlan.fetched);
  if (charged === 0 || context.now().getTime() - paidAt * 1000 > RETRY_WINDOW_MS) throw new AppError('plan_held');
  return toPlanChange('upgraded', to, { charged });
}

/** A smaller plan would be upgraded again by the next sale. */
async function rejectBelowSales(context: Context, sellerId: string, to: PlanId): Promise<void> {
  const { name, monthlyLimitUsd: limit } = getPlan(to);
  if (limit === null) return;
  const { usdCents } = await findMonthlySales(context.db, sellerId, context.mode, getMonth(context.now()));
  if (usdCents <= limit * 100) return;
  const formatUsd = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  const message = planErrorMessages.salesAboveLimit({
    sales: formatUsd(usdCents / 100),
    plan: name,
    limit: formatUsd(limit),
  });
  throw new AppError('downgrade_below_sales', { message });
}
