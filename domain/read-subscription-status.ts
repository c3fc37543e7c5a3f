import { isPlanId } from './plans.ts';
import type { MonthlySales, PlanStatus, SubscriptionStatus } from './subscription.ts';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOr = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback;
const planOrNull = (value: unknown) => (isPlanId(value) ? value : null);

const STATUSES: readonly PlanStatus[] = ['trialing', 'active', 'past_due', 'canceled'];

function readSales(value: unknown): MonthlySales {
  const sales = isRecord(value) ? value : {};
  return {
    amount: numberOr(sales.amount, 0),
    limit: typeof sales.limit === 'number' ? sales.limit : null,
    percentage: numberOr(sales.percentage, 0),
    transactions: numberOr(sales.transactions, 0),
    exceeded: sales.exceeded === true,
  };
}

/** Reads a status with at least the specification's nine fields; the other fields get derived defaults. */
export function readSubscriptionStatus(answer: Record<string, unknown>): SubscriptionStatus | null {
  if (typeof answer.hasSubscription !== 'boolean') return null;
  const status = STATUSES.find((known) => known === answer.status) ?? null;
  const runs = status !== null && status !== 'canceled';
  return {
    ...(answer as SubscriptionStatus),
    hasSubscription: answer.hasSubscription,
    status,
    currentPlan: planOrNull(answer.currentPlan),
    trialEndsAt: textOrNull(answer.trialEndsAt),
    currentPeriodEnd: textOrNull(answer.currentPeriodEnd),
    needsUpgrade: answer.needsUpgrade === true,
    suggestedPlan: planOrNull(answer.suggestedPlan),
    monthlySales: readSales(answer.monthlySales),
    access: typeof answer.access === 'boolean' ? answer.access : answer.hasSubscription && runs,
    trialUsed: answer.trialUsed === true,
    cancelAt: textOrNull(answer.cancelAt),
    pendingPlan: isRecord(answer.pendingPlan) ? (answer as SubscriptionStatus).pendingPlan : null,
    price: typeof answer.price === 'number' ? answer.price : null,
    newPrice: isRecord(answer.newPrice) ? (answer as SubscriptionStatus).newPrice : null,
    due: isRecord(answer.due) ? (answer as SubscriptionStatus).due : null,
    card: isRecord(answer.card) ? (answer as SubscriptionStatus).card : null,
    now: textOrNull(answer.now) ?? new Date().toISOString(),
  };
}
