import { planOf, USAGE_WARNING_PERCENT, type PlanId } from '#domain/plans.ts';
import type { OpenMail } from '#domain/mail.ts';
import { monthlySalesOf, monthOf, planAbove, planThatFits, type MonthSum } from '#domain/usage.ts';
import type { Context, WorkerName } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { queueMail } from '#server/db/outbox.ts';
import { findPlanRow, findSellerEmail, type PlanRow } from '#server/db/plan-subscriptions.ts';
import { upsertUpgrade } from '#server/db/plan-upgrades.ts';

/**
 * What a month's sum, which has just grown, means for its seller's plan: a warning, the limit, the move to a larger plan.
 * Runs in the transaction of the sale, whose seller's month is locked; gives the workers to wake after the commit.
 */
export async function watchLimit(
  context: Context,
  tx: Db,
  sellerId: string,
  month: string,
  sum: MonthSum,
): Promise<readonly WorkerName[]> {
  const now = context.now();
  if (month !== monthOf(now)) return [];
  const row = await findPlanRow(tx, sellerId, context.mode);
  if (!row?.plan || (row.status !== 'trialing' && row.status !== 'active')) return [];
  const { percentage, exceeded } = monthlySalesOf(sum, row.plan);
  const woken: WorkerName[] = [];
  if (percentage >= USAGE_WARNING_PERCENT && (await tell(tx, row, row.plan, month, sum, now)))
    woken.push('outbox');
  if (!exceeded) return woken;
  const toPlan = planThatFits(sum.usdCents);
  const { mode } = context;
  if (await upsertUpgrade(tx, { mode, sellerId, month, fromPlan: row.plan, toPlan, createdAt: now }))
    woken.push('plans');
  return woken;
}

/** Writes to the seller, once for each month, plan and mark that is passed. False when that has been done. */
async function tell(
  tx: Db,
  row: PlanRow,
  plan: PlanId,
  month: string,
  sum: MonthSum,
  now: Date,
): Promise<boolean> {
  const mail = mailOf(row, plan, sum);
  const to = mail && (await findSellerEmail(tx, row.sellerId));
  if (!mail || !to) return false;
  const key = `${mail.kind}:${row.mode}:${row.sellerId}:${month}:${plan}`;
  return queueMail(tx, { key, to, mail, now });
}

function mailOf({ status, card, cancelAt }: PlanRow, plan: PlanId, sum: MonthSum): OpenMail | null {
  const { monthlyLimitUsd } = planOf(plan);
  const above = planAbove(plan);
  if (monthlyLimitUsd === null || above === null) return null;
  const { percentage, exceeded } = monthlySalesOf(sum, plan);
  const nextPlan = exceeded ? planThatFits(sum.usdCents) : above;
  const nextPrice = planOf(nextPlan).priceUsd * 100;
  const facts = { plan, amount: sum.usdCents, limit: monthlyLimitUsd * 100, nextPlan, nextPrice };
  if (percentage < 100) return { kind: 'usage_warning', percentage, ...facts };
  const willCharge = status === 'active' && card !== null && cancelAt === null;
  return { kind: 'limit_reached', willCharge, ...facts };
}
