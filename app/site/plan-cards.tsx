import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';

import { PriceFlags } from '#app/ui/price-flags.tsx';
import type { PlanFeature } from '#content/claims.ts';
import { PLANS, type Plan } from '#domain/plans.ts';

import { Tick } from './tick.tsx';

/** `Up to $3,000 of sales a month`. */
const limitText = ({ monthlyLimitUsd }: Plan): string =>
  monthlyLimitUsd === null
    ? 'Unlimited sales'
    : `Up to $${monthlyLimitUsd.toLocaleString('en-US')} of sales a month`;

const Feature = ({ text, coming }: PlanFeature) => (
  <li>
    {coming ? <Clock className="i coming" aria-hidden="true" /> : <Tick />}
    <span>
      {text}
      {coming && (
        <>
          {' '}
          <span className="badge">Coming</span>
        </>
      )}
    </span>
  </li>
);

type CardProps = {
  plan: Plan;
  features: (plan: Plan) => PlanFeature[];
  /** Renders the button and the text beside it. */
  act: (plan: Plan) => ReactNode;
};

const PlanCard = ({ plan, features, act }: CardProps) => (
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
      {features(plan).map((feature) => (
        <Feature key={feature.text} {...feature} />
      ))}
    </ul>
    {act(plan)}
  </li>
);

/** The three plans side by side, each with the button that `renderAction` returns. */
export const PlanCards = (props: Omit<CardProps, 'plan'>) => (
  <ul className="plans">
    {PLANS.map((plan) => (
      <PlanCard key={plan.id} plan={plan} {...props} />
    ))}
  </ul>
);
