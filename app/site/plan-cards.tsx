import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

import { PriceFlags } from '#app/ui/price-flags.tsx';
import { planFeatures } from '#content/claims.ts';
import { PLANS, type Plan } from '#domain/plans.ts';

/** `Up to $3,000 of sales a month`. */
const limitText = ({ monthlyLimitUsd }: Plan): string =>
  monthlyLimitUsd === null
    ? 'No limit on sales'
    : `Up to $${monthlyLimitUsd.toLocaleString('en-US')} of sales a month`;

type CardProps = { plan: Plan; act: (plan: Plan) => ReactNode };

const PlanCard = ({ plan, act }: CardProps) => (
  <li className={plan.popular ? 'sheet plan popular' : 'sheet plan'} id={`plan-${plan.id}`}>
    <div className="plan-name">
      <h3>{plan.name}</h3>
      {plan.popular && <span className="badge">Most Popular</span>}
    </div>
    <p className="plan-price">
      <PriceFlags text={`$${plan.priceUsd}`} size="4.25rem" /> <span className="muted">a month</span>
    </p>
    <p className="muted">
      {plan.description} <b>{limitText(plan)}.</b>
    </p>
    <ul>
      {planFeatures(plan).map((feature) => (
        <li key={feature}>
          <Check className="i" aria-hidden="true" />
          {feature}
        </li>
      ))}
    </ul>
    {act(plan)}
  </li>
);

/** The three plans side by side, each with the key that `act` draws. */
export const PlanCards = ({ act }: Pick<CardProps, 'act'>) => (
  <ul className="plans">
    {PLANS.map((plan) => (
      <PlanCard key={plan.id} plan={plan} act={act} />
    ))}
  </ul>
);
