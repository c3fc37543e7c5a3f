import { isRecord } from './is-record.ts';
import { isPlanId } from './plans.ts';
import type { RpcName, RpcContract } from './rpc-contract.ts';
import type { MonthlySales, PlanStatus, SubscriptionStatus } from './subscription.ts';

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
function parseSubscriptionStatus(response: Record<string, unknown>): SubscriptionStatus | null {
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

type ResponseParser = (response: Record<string, unknown>) => object | null;

const parseLinkOrConnected: ResponseParser = (response) =>
  typeof response.url === 'string' || response.alreadyConnected === true ? response : null;

/** Functions whose response has two forms, or lacks fields with derived defaults. */
const PARSERS: Partial<Record<RpcName, ResponseParser>> = {
  'check-subscription-status': parseSubscriptionStatus,
  'create-subscription': ({ success, created, status }) =>
    success === true
      ? {
          success,
          created: created !== false,
          status: isRecord(status) ? parseSubscriptionStatus(status) : null,
        }
      : null,
  'stripe-connect-onboarding': parseLinkOrConnected,
  'stripe-connect-authorize': parseLinkOrConnected,
  'reactivate-subscription': (response) =>
    response.reactivated === true || typeof response.url === 'string' ? response : null,
};

/** Reads a function's response and fills in missing fields; null for anything that did not come from our server. */
export function parseRpcResponse<Name extends RpcName>(
  name: Name,
  response: unknown,
): RpcContract[Name]['response'] | null {
  // Every function returns at least one field.
  if (!isRecord(response) || 'error' in response || Object.keys(response).length === 0) return null;
  const parse = PARSERS[name];
  return (parse ? parse(response) : response) as RpcContract[Name]['response'] | null;
}
