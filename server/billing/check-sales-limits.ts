import type { PlainEmail } from '#domain/email.ts';
import { getPlan, USAGE_WARNING_PERCENTAGE, type PlanId } from '#domain/plans.ts';
import { getMonthlySales, getMonth, getNextPlan, getFittingPlan, type MonthlySum } from '#domain/usage.ts';
import type { MonthlySalesChange } from '#server/billing/queries/monthly-sales.ts';
import { requestUpgrade } from '#server/billing/queries/plan-upgrades.ts';
import type { Context, WorkerName } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { listPlanRows, queueSellerMail, type PlanRow } from '#server/sellers/seller-plans.ts';

/**
 * Checks monthly totals that have just grown against the sellers' plans: warning, limit, automatic upgrade. Runs in the
 * transaction of the sales, which has locked the totals. Returns the workers to wake after the commit.
 */
export async function checkSalesLimits(
  context: Context,
  tx: Db,
  monthTotals: readonly MonthlySalesChange[],
): Promise<ReadonlySet<WorkerName>> {
  const now = context.now();
  const totalsBySeller = new Map(
    monthTotals
      .filter(({ month }) => month === getMonth(now))
      .map((monthTotal) => [monthTotal.sellerId, monthTotal] as const),
  );
  const workersToWake = new Set<WorkerName>();
  if (totalsBySeller.size === 0) return workersToWake;
  for (const row of await listPlanRows(tx, [...totalsBySeller.keys()], context.mode)) {
    const monthTotal = totalsBySeller.get(row.sellerId);
    if (monthTotal) for (const worker of await checkSalesLimit(tx, row, monthTotal, now)) workersToWake.add(worker);
  }
  return workersToWake;
}

async function checkSalesLimit(tx: Db, row: PlanRow, monthTotal: MonthlySalesChange, now: Date): Promise<WorkerName[]> {
  const { mode, plan, sellerId, status } = row;
  const { month } = monthTotal;
  if (!plan || (status !== 'trialing' && status !== 'active')) return [];
  const { percentage, exceeded } = getMonthlySales(monthTotal, plan);
  const workersToWake: WorkerName[] = [];
  if (percentage >= USAGE_WARNING_PERCENTAGE && (await queueLimitEmail(tx, row, plan, month, monthTotal, now)))
    workersToWake.push('outbox');
  if (!exceeded) return workersToWake;
  const toPlan = getFittingPlan(monthTotal.usdCents);
  if (await requestUpgrade(tx, { mode, sellerId, month, fromPlan: plan, toPlan, createdAt: now }))
    // The plans worker also runs the queue `upgrades` (`jobs.ts`).
    workersToWake.push('plans');
  return workersToWake;
}

/** Queues the email once per month, plan and threshold. Returns false if it was queued before. */
async function queueLimitEmail(
  tx: Db,
  row: PlanRow,
  plan: PlanId,
  month: string,
  monthTotal: MonthlySum,
  now: Date,
): Promise<boolean> {
  const mail = buildLimitEmail(row, plan, monthTotal);
  if (!mail) return false;
  return queueSellerMail(tx, row.sellerId, {
    key: `${mail.kind}:${row.mode}:${row.sellerId}:${month}:${plan}`,
    mail,
    now,
  });
}

function buildLimitEmail({ status, card, cancelAt }: PlanRow, plan: PlanId, monthTotal: MonthlySum): PlainEmail | null {
  const { monthlyLimitUsd } = getPlan(plan);
  const nextLargerPlan = getNextPlan(plan);
  if (monthlyLimitUsd === null || nextLargerPlan === null) return null;
  const { percentage, exceeded } = getMonthlySales(monthTotal, plan);
  const nextPlan = exceeded ? getFittingPlan(monthTotal.usdCents) : nextLargerPlan;
  const nextPrice = getPlan(nextPlan).priceUsd * 100;
  const details = { plan, amount: monthTotal.usdCents, limit: monthlyLimitUsd * 100, nextPlan, nextPrice };
  if (percentage < 100) return { kind: 'usage_warning', percentage, ...details };
  const willCharge = status === 'active' && card !== null && cancelAt === null;
  return { kind: 'limit_reached', willCharge, ...details };
}
