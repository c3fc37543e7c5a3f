import { type PlanId } from './plans.ts';

const DAY_MS = 86_400_000;

/** What the provider calls the state of a subscription. */
export type ProviderStatus =
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'incomplete'
  | 'incomplete_expired'
  | 'canceled'
  | 'paused';

/** What we call it. */
export type PlanStatus = 'trialing' | 'active' | 'past_due' | 'canceled';

const STATUS: Readonly<Record<ProviderStatus, PlanStatus>> = {
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  incomplete: 'past_due',
  incomplete_expired: 'canceled',
  canceled: 'canceled',
  paused: 'canceled',
};

export const planStatusOf = (status: ProviderStatus): PlanStatus => STATUS[status];

/** The end of an access that nothing is known to end. */
export const FOREVER = new Date('9999-12-31T00:00:00Z');
const NEVER = new Date(0);

export type AccessFacts = {
  status: ProviderStatus;
  /** Whether a payment method is there to be charged when the trial ends. */
  hasCard: boolean;
  trialEndsAt: Date | null;
  /** When the subscription ends because its seller wants it to. */
  cancelAt: Date | null;
};

/**
 * Until when a seller's pages are on sale, as far as the clock alone can tell: a trial without a card ends by itself,
 * and so does a cancelled plan, even if no event ever says so. Retries of a failed payment keep the pages open.
 */
export function accessUntilOf({ status, hasCard, trialEndsAt, cancelAt }: AccessFacts): Date {
  if (status !== 'trialing' && status !== 'active' && status !== 'past_due') return NEVER;
  const ends = [cancelAt, status === 'trialing' && !hasCard ? trialEndsAt : null];
  return ends.reduce<Date>((earliest, end) => (end && end < earliest ? end : earliest), FOREVER);
}

/** The access rule: a seller's pages are on sale while this holds. `plan` null: there never was one in this mode. */
export const hasAccess = (plan: { accessUntil: Date } | null, now: Date): boolean =>
  plan !== null && plan.accessUntil > now;

/** Days that are left of a trial, rounded up; 0 when it is over. */
export const daysLeft = (endsAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((endsAt.getTime() - now.getTime()) / DAY_MS));

export type Card = { brand: string; last4: string };

/** Money that is due for the plan itself. Minor units of US dollars. */
export type DueInvoice = {
  amount: number;
  /** Where it can be paid; null where the provider has no page for it. */
  url: string | null;
  /** The larger plan that waits for this payment; null where it is for the plan that is held. */
  plan: PlanId | null;
};

/** The answer of `check-subscription-status`. The first nine are the specification's. Dates are ISO 8601, UTC. */
export type SubscriptionStatus = {
  /** Whether there is one, or was: false until the first trial. */
  hasSubscription: boolean;
  status: PlanStatus | null;
  currentPlan: PlanId | null;
  trialEndsAt: string | null;
  currentPeriodEnd: string | null;
  needsUpgrade: boolean;
  suggestedPlan: PlanId | null;
  monthlySales: MonthlySales;
  /** Whether the seller's pages are on sale now. */
  access: boolean;
  /** Whether the trial was used before: there is no plan yet, or its first invoice is not paid. */
  trialUsed: boolean;
  /** When it ends because its seller wants it to. */
  cancelAt: string | null;
  /** The smaller plan that begins with the next billing cycle. */
  pendingPlan: { plan: PlanId; at: string } | null;
  /** What the seller pays a month. Minor units of US dollars; null: the plan's price as it is sold. */
  price: number | null;
  /** An announced price of the current plan, and the renewal at which it begins. Minor units of US dollars. */
  newPrice: { amount: number; at: string } | null;
  due: DueInvoice | null;
  card: Card | null;
  /** The business clock of the answer: in the sandbox it can be moved. */
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

/** What became of a wish for another plan. */
export type PlanChange = {
  /**
   * `upgraded`: at once, and charged. `switched`: at once, without charge (trial). `scheduled`: with the next billing
   * cycle. `kept`: a smaller plan that was to come does not come. `payment_needed`: when `url` has been paid.
   */
  change: 'upgraded' | 'switched' | 'scheduled' | 'kept' | 'payment_needed';
  plan: PlanId;
  /** When it takes effect; null: now, or when it is paid. */
  at: string | null;
  url: string | null;
  /** What was charged at once. Minor units of US dollars. */
  charged: number;
  /** Why a payment is needed, in words; null with every other change. */
  message: string | null;
};

/** An invoice of ours to a seller. Minor units of US dollars. */
export type PlanInvoice = {
  id: string;
  number: string | null;
  createdAt: string;
  total: number;
  status: 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';
  url: string | null;
};
