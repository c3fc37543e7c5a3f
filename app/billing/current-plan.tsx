import { Check, CircleOff, Hourglass, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { Badge, type BadgeLook } from '#app/ui/badge.tsx';
import { Key } from '#app/ui/key.tsx';
import { planOf, type Plan, type PlanId } from '#domain/plans.ts';
import type { PlanStatus, SubscriptionStatus } from '#domain/subscription.ts';

import { cardText } from './card-text.ts';
import { billText } from './dollars.ts';
import { PlanDay } from './plan-day.tsx';
import type { PlanChanging } from './use-plan-change.ts';
import type { Portal } from './use-portal.ts';

const BADGES: Record<PlanStatus, BadgeLook> = {
  trialing: { label: 'Trial', tint: 'canary', Icon: Hourglass },
  active: { label: 'Active', tint: 'mint', Icon: Check },
  past_due: { label: 'Payment failed', tint: 'pink', Icon: TriangleAlert },
  canceled: { label: 'Cancelled', Icon: CircleOff },
};
const UNPAID: BadgeLook = { label: 'Not paid yet', tint: 'canary', Icon: Hourglass };
const ENDING: BadgeLook = { label: 'Cancelled', tint: 'canary', Icon: CircleOff };

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

function BillingDate({ status }: { status: SubscriptionStatus }) {
  const { status: state, currentPeriodEnd, trialEndsAt, cancelAt, card } = status;
  if (state === 'canceled') return <Row name="Your pages">Not on sale</Row>;
  if (cancelAt)
    return (
      <Row name="Ends on">
        <PlanDay iso={cancelAt} />
      </Row>
    );
  const next = state === 'trialing' ? trialEndsAt : currentPeriodEnd;
  if (!next) return null;
  return (
    <Row name="Next billing date">
      {state === 'trialing' && !card ? 'None without a card' : <PlanDay iso={next} />}
    </Row>
  );
}

type Props = {
  status: SubscriptionStatus;
  portal: Portal;
  changing: PlanChanging;
};

/** Scheduled downgrade with a button to cancel it. */
function Pending({ status: { pendingPlan }, held, changing }: Props & { held: PlanId }) {
  if (!pendingPlan) return null;
  const { name, priceUsd } = planOf(pendingPlan.plan);
  return (
    <p className="plan-note">
      <span>
        {name} for {billText(priceUsd * 100)} a month begins on <PlanDay iso={pendingPlan.at} />.
      </span>
      <Key size="sm" onClick={() => void changing.change(held)} busy={changing.busy === held && 'Keeping...'}>
        Keep {planOf(held).name}
      </Key>
    </p>
  );
}

function NewPrice({ status: { newPrice, price }, name }: Pick<Props, 'status'> & { name: string }) {
  if (!newPrice) return null;
  const isHigher = price !== null && newPrice.amount > price;
  return (
    <p className="plan-note">
      <span>
        {name} costs <b className="num">{billText(newPrice.amount)}</b> a month from{' '}
        <PlanDay iso={newPrice.at} /> on.
        {isHigher && ' Cancel before that day and you never pay the new price.'}
      </span>
    </p>
  );
}

function Due({ due }: Pick<SubscriptionStatus, 'due'>) {
  if (!due) return null;
  return (
    <p className="plan-note">
      <span>
        <b className="num">{billText(due.amount)}</b> {due.plan ? `for ${planOf(due.plan).name} ` : ''}is due.
      </span>
      {due.url && (
        <a className="key sm" href={due.url} target="_blank" rel="noreferrer">
          Pay the invoice
        </a>
      )}
    </p>
  );
}

function Rows({ status, portal, plan }: Props & { plan: Plan }) {
  const { card, trialEndsAt, now } = status;
  return (
    <dl className="plan-facts small">
      <Row name="Price">{billText(status.price ?? plan.priceUsd * 100)} a month</Row>
      <BillingDate status={status} />
      {trialEndsAt && (
        <Row name={trialEndsAt > now ? 'Trial ends' : 'Trial ended'}>
          <PlanDay iso={trialEndsAt} />
        </Row>
      )}
      <Row name="Paid with">
        {card ? (
          cardText(card)
        ) : (
          <button
            type="button"
            className="lab-key"
            onClick={portal.openCard}
            aria-busy={portal.opening === 'card'}
          >
            Add a card
          </button>
        )}
      </Row>
    </dl>
  );
}

function badgeOf({ status, cancelAt, trialUsed }: SubscriptionStatus): BadgeLook | null {
  if (trialUsed) return UNPAID;
  if (cancelAt && status !== 'canceled') return ENDING;
  return status && BADGES[status];
}

/** The current plan with price, dates and payment method. */
export function CurrentPlan(props: Props & { held: PlanId }) {
  const { status, held } = props;
  const plan = planOf(held);
  const badge = badgeOf(status);
  return (
    <div className="plan-held">
      <h2 className="small muted">{status.status === 'canceled' ? 'Last plan' : 'Current plan'}</h2>
      <p className="plan-title">
        <span className="h1">{plan.name}</span>
        {badge && <Badge {...badge} />}
      </p>
      <Rows {...props} plan={plan} />
      <Pending {...props} />
      <NewPrice status={status} name={plan.name} />
      <Due due={status.due} />
    </div>
  );
}
