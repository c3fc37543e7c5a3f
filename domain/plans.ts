export const TRIAL_DAYS = 7;

/** From this share of a plan's limit on its seller is warned. */
export const USAGE_WARNING_PERCENT = 80;

/** Prices change this many days after sellers were told. */
export const PRICE_NOTICE_DAYS = 30;

export type PlanId = 'starter' | 'growth' | 'pro';

export type Plan = {
  id: PlanId;
  name: string;
  /** A month. */
  priceUsd: number;
  /** Sales of a UTC month; null without a limit. */
  monthlyLimitUsd: number | null;
  description: string;
  features: readonly string[];
  popular: boolean;
  /** How soon an email is answered; null where somebody can be called at any hour. */
  supportHours: number | null;
};

/** What sellers pay for the shop, from the smallest to the largest. */
export const PLANS: readonly Plan[] = [
  {
    id: 'starter',
    name: 'Starter',
    priceUsd: 9,
    monthlyLimitUsd: 3000,
    description: 'For a first product and the first months of selling it.',
    features: ['Unlimited checkout pages', 'Custom branding', 'Basic analytics', 'Email support'],
    popular: false,
    supportHours: 48,
  },
  {
    id: 'growth',
    name: 'Growth',
    priceUsd: 29,
    monthlyLimitUsd: 10_000,
    description: 'For sellers whose pages bring in a part of their living.',
    features: ['Advanced analytics', 'Priority support', 'Custom domain'],
    popular: true,
    supportHours: 24,
  },
  {
    id: 'pro',
    name: 'Pro',
    priceUsd: 99,
    monthlyLimitUsd: null,
    description: 'For a business that should never have to think of a limit.',
    features: ['Dedicated account manager', 'Custom integrations', '24/7 phone support'],
    popular: false,
    supportHours: null,
  },
];

export const isPlanId = (id: unknown): id is PlanId => PLANS.some((plan) => plan.id === id);

export function planOf(id: PlanId): Plan {
  const plan = PLANS.find((one) => one.id === id);
  if (!plan) throw new RangeError(`Unknown plan ${id}`);
  return plan;
}

/** Negative where `one` is the smaller plan of the two, 0 where they are the same. */
export const comparePlans = (one: PlanId, other: PlanId): number =>
  planOf(one).priceUsd - planOf(other).priceUsd;
