import { PLANS, type Plan, type PlanId } from '#domain/plans.ts';
import { MAX_DOMAINS } from '#domain/seller-domain.ts';

import { isLanded, type ClaimId } from './claims.ts';

/** A text, or whether the plan has it. */
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
  { label: 'Custom integrations', waits: 'integrations', cell: from('pro') },
];

/** The plans side by side; `coming` as on their cards. */
export const PLAN_COMPARISON = ROWS.map(({ label, waits, cell }) => ({
  label,
  coming: waits !== undefined && !isLanded(waits),
  cells: PLANS.map((plan) => ({ id: plan.id, cell: cell(plan) })),
}));
