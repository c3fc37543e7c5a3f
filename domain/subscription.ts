import type { BuyerSubscriptionStatus } from './buyer-subscription.ts';
import type { PlanId } from './plans.ts';
import { DAY_MS } from './time-units.ts';

/** Stripe's subscription status. */
export type ProviderStatus = BuyerSubscriptionStatus;

/** Our plan status. */
export type PlanStatus = 'trialing' | 'active' | 'past_due' | 'canceled';

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
export const hasAccess = (plan: { accessUntil: Date } | null, now: Date): boolean =>
  plan !== null && plan.accessUntil > now;

/** Remaining days of a trial, rounded up; 0 after its end. */
export const daysLeft = (endsAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / DAY_MS));

export type Card = { brand: string; last4: string };

/** An unpaid invoice of the plan. US cents. */
export type DueInvoice = {
  amount: number;
  /** Where it can be paid; null if Stripe has no page for it. */
  url: string | null;
  /** The larger plan that starts with this payment; null: the payment is for the current plan. */
  plan: PlanId | null;
};

/** Response of `check-subscription-status`. The first nine fields are the specification's. Dates are ISO 8601, UTC. */
export type SubscriptionStatus = {
  /** True from the first trial on, even after the plan ended. */
  hasSubscription: boolean;
  status: PlanStatus | null;
  currentPlan: PlanId | null;
  trialEndsAt: string | null;
  currentPeriodEnd: string | null;
  needsUpgrade: boolean;
  suggestedPlan: PlanId | null;
  monthlySales: MonthlySales;
  /** True if the seller's pages are on sale now. */
  access: boolean;
  /** True if a trial was used before and there is no plan yet, or its first invoice is unpaid. */
  trialUsed: boolean;
  /** End date that the seller's cancellation sets. */
  cancelAt: string | null;
  /** The smaller plan that starts with the next billing cycle. */
  pendingPlan: { plan: PlanId; at: string } | null;
  /** What the seller pays per month in US cents; null: the plan's list price. */
  price: number | null;
  /** Announced price of the current plan in US cents, and the renewal at which it starts. */
  newPrice: { amount: number; at: string } | null;
  due: DueInvoice | null;
  card: Card | null;
  /** Business clock at the time of the response; it can be moved in the sandbox. */
  now: string;
};

/** Sales of the UTC month in US dollars. `limit` null: unlimited, and `percentage` 0. */
export type MonthlySales = {
  amount: number;
  limit: number | null;
  /** Rounded down. */
  percentage: number;
  transactions: number;
  exceeded: boolean;
};

/** Result of a plan change. */
export type PlanChange = {
  /**
   * `upgraded`: immediate and charged. `switched`: immediate without charge (trial). `scheduled`: with the next billing
   * cycle. `kept`: a scheduled downgrade was canceled. `payment_needed`: takes effect when `url` is paid.
   */
  change: 'upgraded' | 'switched' | 'scheduled' | 'kept' | 'payment_needed';
  plan: PlanId;
  /** Effective date; null: now, or after payment. */
  at: string | null;
  url: string | null;
  /** Immediate charge in US cents. */
  charged: number;
  /** Why a payment is needed; null for every other change. */
  message: string | null;
};

/** A plan invoice to a seller. US cents. */
export type PlanInvoice = {
  id: string;
  number: string | null;
  createdAt: string;
  total: number;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  url: string | null;
};
