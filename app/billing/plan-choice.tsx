import { Check, Clock } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { Badge } from '#app/ui/badge.tsx';
import { Key } from '#app/ui/key.tsx';
import { everyPlanFeature } from '#content/claims.ts';
import { pastLimit } from '#content/past-limit.ts';
import { PLANS, type Plan, type PlanId } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { salesText } from './dollars.ts';
import { dayText } from './plan-day.tsx';
import { planOffer } from './plan-offer.ts';

export type PlanActs = {
  onAsk: (plan: PlanId) => void;
  /** Changes immediately, without a charge. */
  onSwitch: (plan: PlanId) => void;
  onReactivate: () => void;
  busy: PlanId | null;
};

type OfferProps = { plan: Plan; status: SubscriptionStatus; acts: PlanActs; primary: boolean };

/** Button of a plan card, with the start date if the change is not immediate. */
function OfferKey({ plan, status, acts, primary }: OfferProps) {
  const offer = planOffer(plan, status);
  const move = `Move to ${plan.name}`;
  const busy = acts.busy === plan.id && 'Moving...';
  switch (offer.kind) {
    case 'held':
      return <Key disabled>Your plan</Key>;
    case 'keep':
      return (
        <Key onClick={() => acts.onSwitch(plan.id)} busy={acts.busy === plan.id && 'Keeping...'}>
          Keep {plan.name}
        </Key>
      );
    case 'reactivate':
      return <Key onClick={acts.onReactivate}>Reactivate</Key>;
    case 'coming':
      return <Key disabled>From {dayText(offer.at)}</Key>;
    case 'switch':
    case 'up':
      return (
        <Key
          kind={primary ? 'primary' : 'plain'}
          onClick={() => (offer.kind === 'up' ? acts.onAsk : acts.onSwitch)(plan.id)}
          busy={busy}
        >
          {move}
        </Key>
      );
    case 'down':
      return (
        <>
          {offer.at && <p className="small muted">From {dayText(offer.at)}</p>}
          <Key onClick={() => acts.onAsk(plan.id)} busy={busy}>
            {move}
          </Key>
        </>
      );
    case 'closed':
    case 'too_small':
      return (
        <>
          <p className="small muted">
            {offer.kind === 'closed'
              ? 'Reactivate your plan first.'
              : `Your sales this month are above ${salesText(offer.limit)}.`}
          </p>
          <Key disabled>{move}</Key>
        </>
      );
  }
}

function PlanCard({ plan, status, acts, primary }: OfferProps) {
  const held = plan.id === status.currentPlan && status.status !== 'canceled';
  return (
    <li className="sheet plan-card" id={`plan-${plan.id}`} data-held={held || undefined}>
      <div className="plan-head">
        <h3 className="h2">{plan.name}</h3>
        {held && <Badge label="Your plan" tint="mint" Icon={Check} />}
        {!held && plan.popular && <span className="badge plan-popular">Most Popular</span>}
      </div>
      <p className="plan-cost">
        <span className="fig">
          {salesText(held && status.price !== null ? status.price / 100 : plan.priceUsd)}
        </span>{' '}
        <span className="muted">a month</span>
      </p>
      <p className="small muted">
        {plan.monthlyLimitUsd === null
          ? 'Unlimited sales. '
          : `Up to ${salesText(plan.monthlyLimitUsd)} of sales a month. `}
        {plan.description}
      </p>
      <ul>
        {everyPlanFeature(plan).map(({ text, coming }) => (
          <li key={text}>
            {coming ? <Clock className="i" aria-hidden="true" /> : <Check className="i" aria-hidden="true" />}
            <span>
              {text} {coming && <span className="badge">Coming</span>}
            </span>
          </li>
        ))}
      </ul>
      <p className="small muted">{pastLimit(plan)}</p>
      <div className="plan-act">
        <OfferKey {...{ plan, status, acts, primary }} />
      </div>
    </li>
  );
}

/** The next larger plan has the primary button, unless something is more urgent. */
function greenPlan(status: SubscriptionStatus): PlanId | undefined {
  if (status.cancelAt || status.pendingPlan) return undefined;
  return PLANS.find((plan) => {
    const { kind } = planOffer(plan, status);
    return (
      kind === 'up' ||
      (kind === 'switch' &&
        plan.priceUsd > (PLANS.find(({ id }) => id === status.currentPlan)?.priceUsd ?? 0))
    );
  })?.id;
}

/** Plan cards with the available changes. The URL hash can scroll to a card. */
export function PlanChoice({ status, acts }: { status: SubscriptionStatus; acts: PlanActs }) {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  const green = greenPlan(status);
  return (
    <section aria-labelledby="plans-title">
      <h2 className="h2 plan-section" id="plans-title">
        Plans
      </h2>
      <ul className="plan-cards">
        {PLANS.map((plan) => (
          <PlanCard key={plan.id} {...{ plan, status, acts }} primary={plan.id === green} />
        ))}
      </ul>
    </section>
  );
}
