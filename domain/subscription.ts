import type { BuyerSubscriptionStatus } from './buyer-subscription.ts';
import type { PlanId } from './plans.ts';
import { DAY_MS } from './time-units.ts';

/** Stripe's subscription status. */
export type ProviderStatus = BuyerSubscriptionStatus;

/** Our plan status. */
export type PlanStatus = NonNullable<SubscriptionStatus['status']>;

const PLAN_STATUS_BY_STRIPE_STATUS: Readonly<Record<ProviderStatus, PlanStatus>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  incomplete: 'past_due',
  incomplete_expired: 'canceled',
  canceled: 'canceled',
  paused: 'canceled',
};

export const toPlanStatus = (status: ProviderStatus): PlanStatus => PLAN_STATUS_BY_STRIPE_STATUS[status];

/** End of an access without a known end. */
export const FOREVER = new Date('9999-12-31T00:00:00Z');
const NEVER = new Date(0);

export type AccessInput = {
  status: ProviderStatus;
  /** True if a payment method can be charged when the trial ends. */
  hasCard: boolean;
  trialEndsAt: Date | null;
  /** End date that the seller's cancellation sets. */
  cancelAt: Date | null;
};

/**
 * Time until which a seller's pages are on sale, calculated without Stripe events: a trial without a card ends on its
 * date, and so does a canceled plan. Retries of a failed payment keep the pages on sale.
 */
export function getAccessUntil({ status, hasCard, trialEndsAt, cancelAt }: AccessInput): Date {
  if (status !== 'trialing' && status !== 'active' && status !== 'past_due') return NEVER;
  const ends = [cancelAt, status === 'trialing' && !hasCard ? trialEndsAt : null];
  return ends.reduce<Date>((earliest, end) => (end && end < earliest ? end : earliest), FOREVER);
}

/** The access rule: a seller's pages are on sale while this is true. `plan` null: the seller never had one in this mode. */
export const isPlanActive = (plan: { accessUntil: Date } | null, now: Date): boolean =>
  plan !== null && plan.accessUntil > now;

/** Remaining days of a trial, rounded up; 0 after its end. */
export const daysLeft = (endsAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / DAY_MS));

export type Card = NonNullable<SubscriptionStatus['card']>;

/** An unpaid invoice of the plan. `plan`: the larger plan that starts with this payment; null: it is for the current plan. */
export type DueInvoice = NonNullable<SubscriptionStatus['due']>;

/** Response of `check-subscription-status`. The first nine fields are the specification's. */
export type SubscriptionStatus = {
  /** The seller has or had a subscription. */
  hasSubscription: boolean;
  status: 'trialing' | 'active' | 'past_due' | 'canceled' | null;
  currentPlan: PlanId | null;
  trialEndsAt: string | null;
  currentPeriodEnd: string | null;
  needsUpgrade: boolean;
  suggestedPlan: PlanId | null;
  monthlySales: {
    amount: number;
    limit: number | null;
    percentage: number;
    transactions: number;
    exceeded: boolean;
  };
  /** Whether the seller's pages can take payments now. */
  access: boolean;
  /** If the free trial was already used, a plan starts when its first invoice is paid. */
  trialUsed: boolean;
  cancelAt: string | null;
  /** Scheduled downgrade, which takes effect at the next billing cycle. */
  pendingPlan: { plan: PlanId; at: string } | null;
  /** Monthly price in US cents; null if the seller pays the plan's current price. */
  price: number | null;
  /** Announced price change, and the renewal at which it takes effect. */
  newPrice: { amount: number; at: string } | null;
  due: { amount: number; url: string | null; plan: PlanId | null } | null;
  card: { brand: string; last4: string } | null;
  /** Time of the business clock. */
  now: string;
};

/** Sales of the UTC month in US dollars. `percentage` is rounded down, and 0 if `limit` is null (unlimited). */
export type MonthlySales = SubscriptionStatus['monthlySales'];

/**
 * Result of a plan change. `upgraded`: with a charge; `switched`: without one; `scheduled`: at the next billing cycle;
 * `kept`: a scheduled downgrade was canceled; `payment_needed`: once the invoice at `url` is paid.
 */
export type PlanChange = {
  change: 'upgraded' | 'switched' | 'scheduled' | 'kept' | 'payment_needed';
  plan: PlanId;
  /** Null: now, or after payment. */
  at: string | null;
  url: string | null;
  /** In US cents. */
  charged: number;
  /** Why a payment is needed. */
  message: string | null;
};

/** A plan invoice to a seller. */
export type PlanInvoice = {
  id: string;
  number: string | null;
  createdAt: string;
  total: number;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  url: string | null;
};
