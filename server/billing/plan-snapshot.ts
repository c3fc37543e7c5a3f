import type Stripe from 'stripe';

import { getAccessUntil, FOREVER, type Card, type DueInvoice, type ProviderStatus } from '#domain/subscription.ts';
import { DAY_MS, MINUTE_MS } from '#domain/time-units.ts';
import type { PlanRow, PlanSnapshot } from '#server/sellers/seller-plans.ts';
import { cancellationDate, dateOf } from '#server/stripe/stripe-values.ts';

import type { FetchedPlan } from './fetch-plan.ts';
import { planOfPrice } from './plan-catalog.ts';
import { itemPrice, pricesAfterFetch } from './price-change-rules.ts';

const STATUSES: ReadonlySet<string> = new Set<ProviderStatus>([
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'canceled',
  'paused',
]);
const isStatus = (status: string): status is ProviderStatus => STATUSES.has(status);

/** Returns true for a subscription that continues, paid or not. */
export const isRunning = (status: ProviderStatus | null): boolean =>
  status === 'trialing' || status === 'active' || status === 'past_due' || status === 'unpaid';

export function toPlanSnapshot(fetched: FetchedPlan, row: PlanRow, now: Date): PlanSnapshot {
  const { subscription, next, openInvoice } = fetched;
  const { status } = subscription;
  if (!isStatus(status)) throw new Error(`The provider has a status that is not known: ${status}`);
  const item = subscription.items.data[0];
  const isActive = isRunning(status);
  const trialEndsAt = subscription.trial_end === null ? null : dateOf(subscription.trial_end);
  const card = toCard(fetched.card);
  const plan = item ? planOfPrice(item.price) : null;
  const currentPeriodEnd = item ? dateOf(item.current_period_end) : null;
  const cancelAt = isActive ? cancellationDate(subscription, currentPeriodEnd) : null;
  const isSamePlan = isActive && plan === row.plan && subscription.id === row.subscriptionId;
  const amount = isActive || status === 'paused' ? itemPrice(subscription) : null;
  return {
    // A subscription of the current generation may not be confirmed yet; until then the row has no id.
    subscriptionId: fetched.generation === row.generation ? subscription.id : null,
    status,
    plan,
    ...pricesAfterFetch(row, { amount, currentPeriodEnd, isSamePlan }, now),
    trialEndsAt,
    currentPeriodEnd,
    cancelAt,
    pendingPlan: isActive ? (next?.plan ?? null) : null,
    pendingPlanAt: isActive && next?.plan ? next.at : null,
    due: openInvoice && status !== 'canceled' ? toDueInvoice(openInvoice, subscription) : null,
    card,
    accessUntil: getAccessUntil({ status, hasCard: card !== null, trialEndsAt, cancelAt }),
  };
}

const toDueInvoice = (invoice: Stripe.Invoice, { pending_update: pendingUpdate }: Stripe.Subscription): DueInvoice => {
  const item = pendingUpdate?.subscription_items?.[0];
  return {
    amount: invoice.amount_remaining,
    url: invoice.hosted_invoice_url ?? null,
    plan: item ? planOfPrice(item.price) : null,
  };
};

/** Describes a payment method: a card by its last digits, any other by its type. */
function toCard(method: Stripe.PaymentMethod | null): Card | null {
  if (!method) return null;
  return method.card ? { brand: method.card.brand, last4: method.card.last4 } : { brand: method.type, last4: '' };
}

/** Returns when a row must be synced again even if no event arrives. */
export function nextSyncAt(snapshot: PlanSnapshot, fetched: FetchedPlan, now: Date): Date {
  const { status, trialEndsAt, currentPeriodEnd, cancelAt } = snapshot;
  if (status === 'canceled' && snapshot.subscriptionId) return FOREVER;
  const trialEnd = status === 'trialing' ? trialEndsAt : null;
  const endDates = isRunning(status) ? [trialEnd, currentPeriodEnd, cancelAt] : [];
  // Stripe applies changes shortly after their date.
  if (endDates.some((end) => end && end <= now)) return new Date(now.getTime() + MINUTE_MS);
  const daysBefore = (end: Date | null, days: number) => end && new Date(end.getTime() - days * DAY_MS);
  const updateExpiry = fetched.subscription.pending_update?.expires_at;
  const times = [
    ...endDates,
    daysBefore(trialEnd, 3),
    daysBefore(trialEnd, 1),
    updateExpiry ? dateOf(updateExpiry) : null,
    new Date(now.getTime() + DAY_MS),
  ];
  const futureTimes = times.flatMap((time) => (time && time > now ? [time.getTime()] : []));
  return new Date(Math.min(...futureTimes));
}
