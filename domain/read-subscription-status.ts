import { isPlanId } from './plans.ts';
import type { MonthlySales, PlanStatus, SubscriptionStatus } from './subscription.ts';

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const stringOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const numberOr = (value: unknown, fallback: number): number =>
  typeof value === 'number' && Number.isFinite(value) ? value : fallback;
const planOrNull = (value: unknown) => (isPlanId(value) ? value : null);

const STATUSES: readonly PlanStatus[] = ['trialing', 'active', 'past_due', 'canceled'];

function parseSales(value: unknown): MonthlySales {
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
export function parseSubscriptionStatus(response: Record<string, unknown>): SubscriptionStatus | null {
  if (typeof response.hasSubscription !== 'boolean') return null;
  const status = STATUSES.find((candidate) => candidate === response.status) ?? null;
  const isRunning = status !== null && status !== 'canceled';
  return {
    ...(response as SubscriptionStatus),
    hasSubscription: response.hasSubscription,
    status,
    currentPlan: planOrNull(response.currentPlan),
    trialEndsAt: stringOrNull(response.trialEndsAt),
    currentPeriodEnd: stringOrNull(response.currentPeriodEnd),
    needsUpgrade: response.needsUpgrade === true,
    suggestedPlan: planOrNull(response.suggestedPlan),
    monthlySales: parseSales(response.monthlySales),
    access: typeof response.access === 'boolean' ? response.access : response.hasSubscription && isRunning,
    trialUsed: response.trialUsed === true,
    cancelAt: stringOrNull(response.cancelAt),
    pendingPlan: isRecord(response.pendingPlan) ? (response as SubscriptionStatus).pendingPlan : null,
    price: typeof response.price === 'number' ? response.price : null,
    newPrice: isRecord(response.newPrice) ? (response as SubscriptionStatus).newPrice : null,
    due: isRecord(response.due) ? (response as SubscriptionStatus).due : null,
    card: isRecord(response.card) ? (response as SubscriptionStatus).card : null,
    now: stringOrNull(response.now) ?? new Date().toISOString(),
  };
}
