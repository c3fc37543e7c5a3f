import { Check, Clock } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';

import { Badge } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { formatLongDay } from '#app/components/utils/reader-formats.ts';
import { planPageMessages } from '#content/messages/plan-page.ts';
import { describeSalesLimit } from '#content/plan-comparison.ts';
import { listPlanFeatures } from '#content/product-claims.ts';
import { PLANS, type Plan, type PlanId, comparePlans } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { formatSales } from './format-billing.tsx';

const messages = planPageMessages.plans;

/** The change that a plan card offers. */
type PlanOffer =
  | { kind: 'current' }
  /** The current plan, with a scheduled downgrade that can be canceled. */
  | { kind: 'keep' }
  | { kind: 'reactivate' }
  /** Another plan while none runs. */
  | { kind: 'closed' }
  | { kind: 'coming'; at: string }
  /** Immediate change without a charge, in the trial. */
  | { kind: 'switch' }
  | { kind: 'up' }
  | { kind: 'down'; at: string | null }
  /** Below this month's sales. */
  | { kind: 'too_small'; limit: number };

export function getPlanOffer({ id, monthlyLimitUsd }: Plan, status: SubscriptionStatus): PlanOffer {
  const { currentPlan, pendingPlan, monthlySales, currentPeriodEnd } = status;
  const isCurrent = id === currentPlan;
  if (status.status === 'canceled' || currentPlan === null) return { kind: isCurrent ? 'reactivate' : 'closed' };
  if (isCurrent) return { kind: pendingPlan ? 'keep' : 'current' };
  if (pendingPlan?.plan === id) return { kind: 'coming', at: pendingPlan.at };
  const isLarger = comparePlans(id, currentPlan) > 0;
  if (!isLarger && monthlyLimitUsd !== null && monthlySales.amount > monthlyLimitUsd)
    return { kind: 'too_small', limit: monthlyLimitUsd };
  if (status.status === 'trialing') return { kind: 'switch' };
  return isLarger ? { kind: 'up' } : { kind: 'down', at: currentPeriodEnd };
}

type PlanActions = {
  onConfirm: (plan: PlanId) => void;
  /** Changes immediately, without a charge. */
  onSwitch: (plan: PlanId) => void;
  onReactivate: () => void;
  busy: PlanId | null;
};

type OfferProps = { plan: Plan; status: SubscriptionStatus; actions: PlanActions; primary: boolean };

/** Button of a plan card, with the start date if the change is not immediate. */
function OfferButton({ plan, status, actions, primary }: OfferProps) {
  const offer = getPlanOffer(plan, status);
  const name = { plan: plan.name };
  const busyLabel = actions.busy === plan.id && messages.changing;
  switch (offer.kind) {
    case 'current':
      return <Button disabled>{messages.yourPlan}</Button>;
    case 'keep':
      return (
        <Button
          onClick={() => actions.onSwitch(plan.id)}
          busyLabel={actions.busy === plan.id && planPageMessages.current.keeping}
        >
          {planPageMessages.current.keep(name)}
        </Button>
      );
    case 'reactivate':
      return <Button onClick={actions.onReactivate}>{messages.reactivate}</Button>;
    case 'coming':
      return <Button disabled>{messages.startsOn({ date: formatLongDay(offer.at) })}</Button>;
    case 'switch':
    case 'up':
      return (
        <Button
          variant={primary ? 'primary' : 'plain'}
          onClick={() => (offer.kind === 'up' ? actions.onConfirm : actions.onSwitch)(plan.id)}
          busyLabel={busyLabel}
        >
          {offer.kind === 'up' ? messages.upgrade(name) : messages.switch(name)}
        </Button>
      );
    case 'down':
      return (
        <>
          {offer.at && <p className="small muted">{messages.startsOn({ date: formatLongDay(offer.at) })}</p>}
          <Button onClick={() => actions.onConfirm(plan.id)} busyLabel={busyLabel}>
            {messages.downgrade(name)}
          </Button>
        </>
      );
    case 'closed':
    case 'too_small':
      return (
        <>
          <p className="small muted">
            {offer.kind === 'closed'
              ? messages.reactivateFirst
              : messages.tooSmall({ limit: formatSales(offer.limit) })}
          </p>
          <Button disabled>{offer.kind === 'closed' ? messages.switch(name) : messages.downgrade(name)}</Button>
        </>
      );
  }
}

function PlanCard({ plan, status, actions, primary }: OfferProps) {
  const isCurrent = plan.id === status.currentPlan && status.status !== 'canceled';
  return (
    <li className="sheet plan-card" id={`plan-${plan.id}`} data-current={isCurrent || undefined}>
      <div className="plan-card__header">
        <h3 className="h2">{plan.name}</h3>
        {isCurrent && <Badge label={messages.yourPlan} variant="mint" Icon={Check} />}
        {!isCurrent && plan.popular && <span className="badge plan-card__popular">{messages.mostPopular}</span>}
      </div>
      <p className="plan-card__price">
        <span className="fig">
          {formatSales(isCurrent && status.price !== null ? status.price / 100 : plan.priceUsd)}
        </span>{' '}
        <span className="muted">{messages.month}</span>
      </p>
      <p className="small muted">
        {plan.monthlyLimitUsd === null
          ? messages.unlimited({ description: plan.description })
          : messages.limited({ limit: formatSales(plan.monthlyLimitUsd), description: plan.description })}
      </p>
      <ul>
        {listPlanFeatures(plan).map(({ text, isComing }) => (
          <li key={text}>
            {isComing ? <Clock className="i" aria-hidden="true" /> : <Check className="i" aria-hidden="true" />}
            <span>
              {text} {isComing && <span className="badge">{messages.coming}</span>}
            </span>
          </li>
        ))}
      </ul>
      <p className="small muted">{describeSalesLimit(plan)}</p>
      <div className="plan-act">
        <OfferButton {...{ plan, status, actions, primary }} />
      </div>
    </li>
  );
}

/** The next larger plan has the primary button, unless something is more urgent. */
function getPrimaryPlan(status: SubscriptionStatus): PlanId | undefined {
  const { currentPlan, cancelAt, pendingPlan } = status;
  if (cancelAt || pendingPlan || currentPlan === null) return undefined;
  return PLANS.find((plan) => {
    const { kind } = getPlanOffer(plan, status);
    return kind === 'up' || (kind === 'switch' && comparePlans(plan.id, currentPlan) > 0);
  })?.id;
}

/** Plan cards with the available changes. The URL hash can scroll to a card. */
export function PlanCards({ status, actions }: { status: SubscriptionStatus; actions: PlanActions }) {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);
  const primaryPlan = getPrimaryPlan(status);
  return (
    <section aria-labelledby="plans-title">
      <h2 className="h2 subscription-page__heading" id="plans-title">
        {messages.title}
      </h2>
      <ul className="plan-cards">
        {PLANS.map((plan) => (
          <PlanCard key={plan.id} {...{ plan, status, actions }} primary={plan.id === primaryPlan} />
        ))}
      </ul>
    </section>
  );
}
