import { planMessages } from '#content/messages/plans.ts';

export const TRIAL_DAYS = 7;

/** Sellers are warned from this share of their sales limit. */
export const USAGE_WARNING_PERCENTAGE = 80;

/** Days between the announcement of a price change and its effect. */
export const PRICE_NOTICE_DAYS = 30;

export type PlanId = 'starter' | 'growth' | 'pro';

export type Plan = {
  id: PlanId;
  name: string;
  /** Per month. */
  priceUsd: number;
  /** Sales limit per UTC month; null: unlimited. */
  monthlyLimitUsd: number | null;
  /** Storage for the files that pages deliver. */
  fileStorageGb: number;
  description: string;
  features: readonly string[];
  popular: boolean;
  /** Hours until an email is answered; null: phone support at any hour. */
  supportHours: number | null;
};

/** The seller plans, from smallest to largest. */
export const PLANS: readonly Plan[] = [
  {
    id: 'starter',
    ...planMessages.starter,
    priceUsd: 9,
    monthlyLimitUsd: 3000,
    fileStorageGb: 2,
    popular: false,
    supportHours: 48,
  },
  {
    id: 'growth',
    ...planMessages.growth,
    priceUsd: 29,
    monthlyLimitUsd: 10_000,
    fileStorageGb: 10,
    popular: true,
    supportHours: 24,
  },
  {
    id: 'pro',
    ...planMessages.pro,
    priceUsd: 99,
    monthlyLimitUsd: null,
    fileStorageGb: 50,
    popular: false,
    supportHours: null,
  },
];

export const isPlanId = (id: unknown): id is PlanId => PLANS.some((plan) => plan.id === id);

export function getPlan(id: PlanId): Plan {
  const plan = PLANS.find((candidate) => candidate.id === id);
  if (!plan) throw new RangeError(`Unknown plan ${id}`);
  return plan;
}

/** Negative if `planA` is the smaller plan, 0 if both are the same. */
export const comparePlans = (planA: PlanId, planB: PlanId): number => getPlan(planA).priceUsd - getPlan(planB).priceUsd;
