import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';

import { PriceDisplay } from '#app/components/price-display.tsx';
import { pricingMessages } from '#content/messages/pricing.ts';
import type { PlanFeature } from '#content/product-claims.ts';
import { PLANS, type Plan } from '#domain/plans.ts';

import { CheckIcon } from './check-icon.tsx';

const MESSAGES = pricingMessages.card;

const describeLimit = ({ monthlyLimitUsd }: Plan): string =>
  monthlyLimitUsd === null
    ? MESSAGES.unlimited
    : MESSAGES.limit({ limit: `$${monthlyLimitUsd.toLocaleString('en-US')}` });

const PlanFeatureItem = ({ text, isComing: coming }: PlanFeature) => (
  <li>
    {coming ? <Clock className="i coming" aria-hidden="true" /> : <CheckIcon />}
    <span>
      {text}
      {coming && (
        <>
          {' '}
          <span className="badge">{MESSAGES.comingSoon}</span>
        </>
      )}
    </span>
  </li>
);

type PlanCardProps = {
  plan: Plan;
  getFeatures: (plan: Plan) => PlanFeature[];
  /** Renders the button and the text beside it. */
  renderAction: (plan: Plan) => ReactNode;
};

const PlanCard = ({ plan, getFeatures, renderAction }: PlanCardProps) => (
  <li className={plan.popular ? 'sheet plan popular' : 'sheet plan'} id={`plan-${plan.id}`}>
    <div className="plan__name">
      <h3>{plan.name}</h3>
      {plan.popular && <span className="badge">{MESSAGES.popular}</span>}
    </div>
    <p className="plan__price">
      <PriceDisplay text={`$${plan.priceUsd}`} size="4.25rem" /> <span className="muted">{MESSAGES.perMonth}</span>
    </p>
    <p className="muted">
      {plan.description} <b>{describeLimit(plan)}</b>
    </p>
    <ul>
      {getFeatures(plan).map((feature) => (
        <PlanFeatureItem key={feature.text} {...feature} />
      ))}
    </ul>
    {renderAction(plan)}
  </li>
);

/** The three plans side by side, each with the button that `renderAction` returns. */
export const PlanCards = (props: Omit<PlanCardProps, 'plan'>) => (
  <ul className="plans">
    {PLANS.map((plan) => (
      <PlanCard key={plan.id} plan={plan} {...props} />
    ))}
  </ul>
);
