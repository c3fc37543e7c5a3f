import type { z } from 'zod';

import type { ApiInvoice, ApiPlan, ApiPlanChange } from './api-schemas/account-schemas.ts';
import type { BuyerSubscriptionStatus } from './buyer-subscription.ts';
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
export const hasAccess = (plan: { accessUntil: Date } | null, now: Date): boolean =>
  plan !== null && plan.accessUntil > now;

/** Remaining days of a trial, rounded up; 0 after its end. */
export const daysLeft = (endsAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / DAY_MS));

export type Card = NonNullable<SubscriptionStatus['card']>;

/** An unpaid invoice of the plan. `plan`: the larger plan that starts with this payment; null: it is for the current plan. */
export type DueInvoice = NonNullable<SubscriptionStatus['due']>;

/** Response of `check-subscription-status`. The first nine fields are the specification's. */
export type SubscriptionStatus = z.infer<typeof ApiPlan>;

/** Sales of the UTC month in US dollars. `percentage` is rounded down, and 0 if `limit` is null (unlimited). */
export type MonthlySales = SubscriptionStatus['monthlySales'];

/** Result of a plan change. `at` null: now, or after payment. `message`: why a payment is needed, else null. */
export type PlanChange = z.infer<typeof ApiPlanChange>;

/** A plan invoice to a seller. */
export type PlanInvoice = z.infer<typeof ApiInvoice>;
