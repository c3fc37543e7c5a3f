import { getApiRateLimit, getMaxWebhookEndpoints } from '#domain/plan-features.ts';
import { PLANS, type Plan, type PlanId } from '#domain/plans.ts';
import { MAX_DOMAINS } from '#domain/seller-domain.ts';

import { isClaimImplemented, type ClaimId } from './product-claims.ts';

/** What happens beyond a plan's sales limit. Sellers agree to it by choosing the plan. */
export function describeSalesLimit(plan: Plan): string {
  const nextPlan = PLANS[PLANS.indexOf(plan) + 1];
  return nextPlan && plan.monthlyLimitUsd !== null
    ? `If you exceed the limit, there’s an automatic upgrade to ${nextPlan.name} with an immediate prorated charge. We never stop a sale.`
    : 'There’s no sales limit. We never stop a sale.';
}

/** A text, or true if the plan has the feature. */
type Cell = string | boolean;
type ComparisonRow = { label: string; claimId?: ClaimId; cell: (plan: Plan) => Cell };

const PLAN_RANKS: Record<PlanId, number> = { starter: 0, growth: 1, pro: 2 };
const isAtLeast =
  (minPlan: PlanId) =>
  ({ id }: Plan): boolean =>
    PLAN_RANKS[id] >= PLAN_RANKS[minPlan];

const formatSupport = ({ supportHours }: Plan): string =>
  supportHours === null ? 'Phone, 24/7' : `Email, within ${supportHours} hours`;

const ROWS: readonly ComparisonRow[] = [
  {
    label: 'Monthly sales',
    cell: ({ monthlyLimitUsd }) =>
      monthlyLimitUsd === null ? 'Unlimited' : `Up to $${monthlyLimitUsd.toLocaleString('en-US')}`,
  },
  { label: 'Checkout pages', cell: () => 'Unlimited' },
  { label: 'Storage for files you sell', cell: ({ fileStorageGb }) => `${fileStorageGb} GB` },
  { label: 'Custom branding', cell: isAtLeast('starter') },
  { label: 'Analytics', claimId: 'analytics', cell: ({ id }) => (id === 'starter' ? 'Basic' : 'Advanced') },
  {
    label: 'Custom domain',
    claimId: 'custom-domain',
    cell: (plan) => isAtLeast('growth')(plan) && `Up to ${MAX_DOMAINS}`,
  },
  { label: 'Support', cell: formatSupport },
  { label: 'Dedicated account manager', cell: isAtLeast('pro') },
  {
    label: 'Webhook endpoints',
    claimId: 'integrations',
    cell: ({ id }) => String(getMaxWebhookEndpoints(id, true)),
  },
  {
    label: 'API requests per minute',
    claimId: 'integrations',
    cell: ({ id }) => String(getApiRateLimit(id, true)),
  },
];

/** Comparison of all plans; `isComing` as on the plan cards. */
export const PLAN_COMPARISON = ROWS.map(({ label, claimId, cell }) => ({
  label,
  isComing: claimId !== undefined && !isClaimImplemented(claimId),
  cells: PLANS.map((plan) => ({ id: plan.id, cell: cell(plan) })),
}));
