import type Stripe from 'stripe';

import {
  accessUntilOf,
  FOREVER,
  type Card,
  type DueInvoice,
  type ProviderStatus,
} from '#domain/subscription.ts';

import type { PlanRow, PlanTruth } from '#server/db/plan-subscriptions.ts';
import type { FetchedPlan } from './fetch-plan.ts';
import { planOfPrice } from './plan-prices.ts';
import { itemPrice, pricesAfterFetch } from './price-change-rules.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

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

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/** Returns true for a subscription that continues, paid or not. */
export const isRunning = (status: ProviderStatus | null): boolean =>
  status === 'trialing' || status === 'active' || status === 'past_due' || status === 'unpaid';

/** Converts Stripe's subscription to the columns of our row. */
export function planTruthOf(fetched: FetchedPlan, row: PlanRow, now: Date): PlanTruth {
  const { subscription, next, openInvoice } = fetched;
  const { status } = subscription;
  if (!isStatus(status)) throw new Error(`The provider has a status that is not known: ${status}`);
  const item = subscription.items.data[0];
  const running = isRunning(status);
  const trialEndsAt = subscription.trial_end === null ? null : dateOf(subscription.trial_end);
  const cancelAt = running ? cancelAtOf(subscription) : null;
  const card = cardWords(fetched.card);
  const plan = item ? planOfPrice(item.price) : null;
  const currentPeriodEnd = item ? dateOf(item.current_period_end) : null;
  const isSamePlan = running && plan === row.plan && subscription.id === row.subscriptionId;
  const amount = running || status === 'paused' ? itemPrice(subscription) : null;
  return {
    // A subscription of the current generation may not be confirmed yet; until then the row has no id.
    subscriptionId: fetched.generation === row.generation ? subscription.id : null,
    status,
    plan,
    ...pricesAfterFetch(row, { amount, currentPeriodEnd, isSamePlan }, now),
    trialEndsAt,
    currentPeriodEnd,
    cancelAt,
    pendingPlan: running ? (next?.plan ?? null) : null,
    pendingPlanAt: running && next?.plan ? next.at : null,
    due: openInvoice && status !== 'canceled' ? dueOf(openInvoice, subscription) : null,
    card,
    accessUntil: accessUntilOf({ status, hasCard: card !== null, trialEndsAt, cancelAt }),
  };
}

/** Stripe reports the end as a date or as a flag, depending on how it was canceled. */
function cancelAtOf({ cancel_at: at, cancel_at_period_end: atEnd, items }: Stripe.Subscription): Date | null {
  if (at !== null) return dateOf(at);
  const end = items.data[0]?.current_period_end;
  return atEnd && end !== undefined ? dateOf(end) : null;
}

const dueOf = (invoice: Stripe.Invoice, { pending_update: pending }: Stripe.Subscription): DueInvoice => {
  const item = pending?.subscription_items?.[0];
  return {
    amount: invoice.amount_remaining,
    url: invoice.hosted_invoice_url ?? null,
    plan: item ? planOfPrice(item.price) : null,
  };
};

/** Describes a payment method: a card by its last digits, any other by its type. */
function cardWords(method: Stripe.PaymentMethod | null): Card | null {
  if (!method) return null;
  return method.card
    ? { brand: method.card.brand, last4: method.card.last4 }
    : { brand: method.type, last4: '' };
}

/** Returns when a row must be synced again even if no event arrives. */
export function nextLookAt(truth: PlanTruth, fetched: FetchedPlan, now: Date): Date {
  const { status, trialEndsAt, currentPeriodEnd, cancelAt } = truth;
  if (status === 'canceled' && truth.subscriptionId) return FOREVER;
  const trialEnd = status === 'trialing' ? trialEndsAt : null;
  const ends = isRunning(status) ? [trialEnd, currentPeriodEnd, cancelAt] : [];
  // Stripe applies changes shortly after their date.
  if (ends.some((end) => end && end <= now)) return new Date(now.getTime() + MINUTE_MS);
  const before = (end: Date | null, days: number) => end && new Date(end.getTime() - days * DAY_MS);
  const expiry = fetched.subscription.pending_update?.expires_at;
  const moments = [
    ...ends,
    before(trialEnd, 3),
    before(trialEnd, 1),
    expiry ? dateOf(expiry) : null,
    new Date(now.getTime() + DAY_MS),
  ];
  const later = moments.flatMap((moment) => (moment && moment > now ? [moment.getTime()] : []));
  return new Date(Math.min(...later));
}
