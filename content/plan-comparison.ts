import { PLANS, type Plan, type PlanId } from '#domain/plans.ts';
import { apiPaceOf, webhookEndpointsOf } from '#domain/reach.ts';
import { MAX_DOMAINS } from '#domain/seller-domain.ts';

import { isLanded, type ClaimId } from './claims.ts';

/** A text, or true if the plan has the feature. */
type Cell = string | boolean;
type Row = { label: string; waits?: ClaimId; cell: (plan: Plan) => Cell };

const ranks: Record<PlanId, number> = { starter: 0, growth: 1, pro: 2 };
const from =
  (first: PlanId) =>
  ({ id }: Plan): boolean =>
    ranks[id] >= ranks[first];

const supportOf = ({ supportHours }: Plan): string =>
  supportHours === null ? 'Phone, 24/7' : `Within ${supportHours} hours`;

const ROWS: readonly Row[] = [
  {
    label: 'Monthly sales',
    cell: ({ monthlyLimitUsd }) =>
      monthlyLimitUsd === null ? 'Unlimited' : `$${monthlyLimitUsd.toLocaleString('en-US')}`,
  },
  { label: 'Checkout pages', cell: () => 'Unlimited' },
  { label: 'Custom branding', cell: from('starter') },
  { label: 'Analytics', waits: 'analytics', cell: ({ id }) => (id === 'starter' ? 'Basic' : 'Advanced') },
  {
    label: 'Custom domain',
    waits: 'custom-domain',
    cell: (plan) => from('growth')(plan) && `Up to ${MAX_DOMAINS}`,
  },
  { label: 'Support', cell: supportOf },
  { label: 'Dedicated account manager', cell: from('pro') },
  {
    label: 'Custom integrations',
    waits: 'integrations',
    cell: ({ id }) => `${webhookEndpointsOf(id, true)} webhooks`,
  },
  {
    label: 'API requests a minute',
    waits: 'integrations',
    cell: ({ id }) => String(apiPaceOf(id, true)),
  },
];

/** Comparison of all plans; `isComing` as on the plan cards. */
export const PLAN_COMPARISON = ROWS.map(({ label, waits, cell }) => ({
  label,
  coming: waits !== undefined && !isLanded(waits),
  cells: PLANS.map((plan) => ({ id: plan.id, cell: cell(plan) })),
}));
