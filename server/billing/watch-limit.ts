import { planOf, USAGE_WARNING_PERCENT, type PlanId } from '#domain/plans.ts';
import type { OpenMail } from '#domain/mail.ts';
import { monthlySalesOf, monthOf, planAbove, planThatFits, type MonthSum } from '#domain/usage.ts';
import type { Context, WorkerName } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import { listPlanRows } from '#server/db/ledger-rows.ts';
import type { MonthChange } from '#server/db/monthly-sales.ts';
import { queueMail } from '#server/db/outbox.ts';
import { findSellerEmail, type PlanRow } from '#server/db/plan-subscriptions.ts';
import { upsertUpgrade } from '#server/db/plan-upgrades.ts';

/**
 * Checks monthly totals that have just grown against the sellers' plans: warning, limit, automatic upgrade. Runs in the
 * transaction of the sales, which has locked the totals. Returns the workers to wake after the commit.
 */
export async function watchLimits(
  context: Context,
  tx: Db,
  grown: readonly MonthChange[],
): Promise<ReadonlySet<WorkerName>> {
  const now = context.now();
  const sums = new Map(
    grown.filter(({ month }) => month === monthOf(now)).map((sum) => [sum.sellerId, sum] as const),
  );
  const woken = new Set<WorkerName>();
  if (sums.size === 0) return woken;
  for (const row of await listPlanRows(tx, [...sums.keys()], context.mode)) {
    const sum = sums.get(row.sellerId);
    if (sum) for (const worker of await watchLimit(tx, row, sum, now)) woken.add(worker);
  }
  return woken;
}

async function watchLimit(tx: Db, row: PlanRow, sum: MonthChange, now: Date): Promise<WorkerName[]> {
  const { mode, plan, sellerId, status } = row;
  const { month } = sum;
  if (!plan || (status !== 'trialing' && status !== 'active')) return [];
  const { percentage, exceeded } = monthlySalesOf(sum, plan);
  const woken: WorkerName[] = [];
  if (percentage >= USAGE_WARNING_PERCENT && (await tell(tx, row, plan, month, sum, now)))
    woken.push('outbox');
  if (!exceeded) return woken;
  const toPlan = planThatFits(sum.usdCents);
  if (await upsertUpgrade(tx, { mode, sellerId, month, fromPlan: plan, toPlan, createdAt: now }))
    woken.push('plans');
  return woken;
}

/** Queues the email once per month, plan and threshold. Returns false if it was queued before. */
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
