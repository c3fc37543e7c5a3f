import { isShopError, ShopError } from '#domain/errors.ts';
import { comparePlans, planOf, type PlanId } from '#domain/plans.ts';
import type { PlanChange } from '#domain/subscription.ts';
import { monthOf } from '#domain/usage.ts';

import type { Context } from '#server/context.ts';
import { findMonthSum } from '#server/db/monthly-sales.ts';
import { planPortalUrl } from './plan-portal.ts';
import { releaseSchedule, scheduleDowngrade } from './plan-schedule.ts';
import { changingPlan, type HeldPlan } from './plan-change-claim.ts';
import {
  chargedFor,
  dropPendingUpdate,
  paymentNeeded,
  payWaiting,
  planChange,
  switchPlan,
  upgradePlan,
} from './plan-items.ts';
import { moveOf, type Why } from './plan-move.ts';

type Wish = { to: PlanId; why: Why };

/**
 * Moves a seller to another plan, up or down. Throws AppError; only `provider_unavailable` may have changed the plan, and
 * a retry never charges twice. With `limit`, a canceled or sufficient plan returns `kept`, a change whose response was lost
 * returns `upgraded` with its charge, and an open invoice is paid again (`payment_needed` if that fails).
 */
export async function changePlan(
  context: Context,
  sellerId: string,
  to: PlanId,
  { why }: { why: Why },
): Promise<PlanChange> {
  try {
    return await changingPlan(context, sellerId, (held) => move(context, held, { to, why }));
  } catch (error) {
    if (why !== 'seller' || !isShopError(error) || error.code !== 'payment_method_needed') throw error;
    const url = await planPortalUrl(context, sellerId, 'payment_method_update');
    throw new ShopError('payment_method_needed', { facts: { url }, cause: error });
  }
}

async function move(context: Context, held: HeldPlan, { to, why }: Wish): Promise<PlanChange> {
  const { row, fetched } = held;
  const move = moveOf(row, to, why);
  const kept = planChange('kept', row.plan ?? to);
  switch (move) {
    case 'ending':
      return kept;
    case 'held':
      return heldAlready(context, held, to);
    case 'large enough':
      return { ...kept, ...alreadyMoved(held, to) };
    case 'pay':
      if (row.due?.plan === to) return payWaiting(context, held, to);
      return paymentNeeded(context, row.due?.plan ?? to, fetched.openInvoice);
    case 'scheduled':
      return scheduled(to, row.pendingPlanAt);
    default:
  }
  if (row.plan && comparePlans(to, row.plan) < 0) await refuseBelowSales(context, row.sellerId, to);
  await dropPendingUpdate(context, fetched);
  if (move === 'schedule') {
    await scheduleDowngrade(context, fetched, to);
    return scheduled(to, row.currentPeriodEnd);
  }
  await releaseSchedule(context, fetched);
  if (move === 'keep') return kept;
  if (move === 'upgrade') return upgradePlan(context, held, to);
  await switchPlan(context, held, to);
  return planChange('switched', to);
}

const scheduled = (plan: PlanId, at: Date | null): PlanChange =>
  planChange('scheduled', plan, { at: at?.toISOString() ?? null });

/** Finds the charge of an earlier change by the limit whose response was lost. */
function alreadyMoved({ row, fetched }: HeldPlan, to: PlanId): Partial<PlanChange> {
  const charged = row.plan === to ? chargedFor(fetched) : 0;
  return charged > 0 ? { change: 'upgraded', charged } : {};
}

const RETRY_WINDOW_MS = 3_600_000;

/** A repeated request within an hour returns the charge of the first one, whose response may have been lost. */
function heldAlready(context: Context, held: HeldPlan, to: PlanId): PlanChange {
  const paidAt = held.fetched.latestInvoice?.status_transitions.paid_at ?? 0;
  const charged = chargedFor(held.fetched);
  if (charged === 0 || context.now().getTime() - paidAt * 1000 > RETRY_WINDOW_MS)
    throw new ShopError('plan_held');
  return planChange('upgraded', to, { charged });
}

/** A smaller plan would be upgraded again by the next sale. */
async function refuseBelowSales(context: Context, sellerId: string, to: PlanId): Promise<void> {
  const { name, monthlyLimitUsd: limit } = planOf(to);
  if (limit === null) return;
  const { usdCents } = await findMonthSum(context.db, sellerId, context.mode, monthOf(context.now()));
  if (usdCents <= limit * 100) return;
  const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  const message = `This month’s sales of ${dollars(usdCents / 100)} are above the ${name} limit of ${dollars(limit)}.`;
  throw new ShopError('downgrade_below_sales', { message });
}
