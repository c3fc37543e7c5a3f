import { Check, CircleOff, Hourglass, TriangleAlert } from 'lucide-react';

import { Badge, type BadgeProps } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { Detail } from '#app/components/detail.tsx';
import { getPlan, type Plan, type PlanId } from '#domain/plans.ts';
import type { PlanStatus, SubscriptionStatus } from '#domain/subscription.ts';

import { formatCard, formatBillAmount, PlanDate } from './format-billing.tsx';
import type { CustomerPortal, PlanChangeAction } from './use-plan-actions.ts';

const PLAN_STATUS_BADGES: Record<PlanStatus, BadgeProps> = {
  trialing: { label: 'Trial', variant: 'canary', Icon: Hourglass },
  active: { label: 'Active', variant: 'mint', Icon: Check },
  past_due: { label: 'Payment failed', variant: 'pink', Icon: TriangleAlert },
  canceled: { label: 'Cancelled', Icon: CircleOff },
};
const UNPAID_BADGE: BadgeProps = { label: 'Not paid yet', variant: 'canary', Icon: Hourglass };
const ENDING_BADGE: BadgeProps = { label: 'Cancelled', variant: 'canary', Icon: CircleOff };

function BillingDate({ status }: { status: SubscriptionStatus }) {
  const { status: state, currentPeriodEnd, trialEndsAt, cancelAt, card } = status;
  if (state === 'canceled') return <Detail label="Your pages">Not on sale</Detail>;
  if (cancelAt)
    return (
      <Detail label="Ends on">
        <PlanDate iso={cancelAt} />
      </Detail>
    );
  const nextDate = state === 'trialing' ? trialEndsAt : currentPeriodEnd;
  const hasNoBill = state === 'trialing' && !card;
  return (
    <Detail label="Next billing date">
      {nextDate && (hasNoBill ? 'None without a card' : <PlanDate iso={nextDate} />)}
    </Detail>
  );
}

type Props = {
  status: SubscriptionStatus;
  portal: CustomerPortal;
  planChange: PlanChangeAction;
};

/** Scheduled downgrade with a button to cancel it. */
function ScheduledDowngrade({ status: { pendingPlan }, currentPlan, planChange }: Props & { currentPlan: PlanId }) {
  if (!pendingPlan) return null;
  const { name, priceUsd } = getPlan(pendingPlan.plan);
  return (
    <p className="current-plan__note">
      <span>
        {name} for {formatBillAmount(priceUsd * 100)} a month begins on <PlanDate iso={pendingPlan.at} />.
      </span>
      <Button
        size="sm"
        onClick={() => void planChange.change(currentPlan)}
        busyLabel={planChange.busy === currentPlan && 'Keeping...'}
      >
        Keep {getPlan(currentPlan).name}
      </Button>
    </p>
  );
}

function AnnouncedPrice({ status: { newPrice, price }, name }: Pick<Props, 'status'> & { name: string }) {
  if (!newPrice) return null;
  const isHigher = price !== null && newPrice.amount > price;
  return (
    <p className="current-plan__note">
      <span>
        {name} costs <b className="num">{formatBillAmount(newPrice.amount)}</b> a month from{' '}
        <PlanDate iso={newPrice.at} /> on.
        {isHigher && ' Cancel before that day and you never pay the new price.'}
      </span>
    </p>
  );
}

function DueInvoiceNote({ due }: Pick<SubscriptionStatus, 'due'>) {
  if (!due) return null;
  return (
    <p className="current-plan__note">
      <span>
        <b className="num">{formatBillAmount(due.amount)}</b> {due.plan ? `for ${getPlan(due.plan).name} ` : ''}is due.
      </span>
      {due.url && (
        <a className="key sm" href={due.url} target="_blank" rel="noreferrer">
          Pay the invoice
        </a>
      )}
    </p>
  );
}

function PlanDetails({ status, portal, plan }: Props & { plan: Plan }) {
  const { card, trialEndsAt, now } = status;
  return (
    <dl className="current-plan__details small">
      <Detail label="Price">{formatBillAmount(status.price ?? plan.priceUsd * 100)} a month</Detail>
      <BillingDate status={status} />
      <Detail label={trialEndsAt && trialEndsAt > now ? 'Trial ends' : 'Trial ended'}>
        {trialEndsAt && <PlanDate iso={trialEndsAt} />}
      </Detail>
      <Detail label="Paid with">
        {card ? (
          formatCard(card)
        ) : (
          <button
            type="button"
            className="label-button"
            onClick={portal.openCard}
            aria-busy={portal.openingTarget === 'card'}
          >
            Add a card
          </button>
        )}
      </Detail>
    </dl>
  );
}

function getPlanBadge({ status, cancelAt, trialUsed }: SubscriptionStatus): BadgeProps | null {
  if (trialUsed) return UNPAID_BADGE;
  if (cancelAt && status !== 'canceled') return ENDING_BADGE;
  return status && PLAN_STATUS_BADGES[status];
}

export function CurrentPlan(props: Props & { currentPlan: PlanId }) {
  const { status, currentPlan } = props;
  const plan = getPlan(currentPlan);
  const badge = getPlanBadge(status);
  return (
    <div className="current-plan">
      <h2 className="small muted">{status.status === 'canceled' ? 'Last plan' : 'Current plan'}</h2>
      <p className="current-plan__title">
        <span className="h1">{plan.name}</span>
        {badge && <Badge {...badge} />}
      </p>
      <PlanDetails {...props} plan={plan} />
      <ScheduledDowngrade {...props} />
      <AnnouncedPrice status={status} name={plan.name} />
      <DueInvoiceNote due={status.due} />
    </div>
  );
}
