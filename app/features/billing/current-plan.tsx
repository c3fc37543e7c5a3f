import { Check, CircleOff, Hourglass, TriangleAlert } from 'lucide-react';

import { Badge, type BadgeProps } from '#app/components/badge.tsx';
import { Button } from '#app/components/button.tsx';
import { Detail } from '#app/components/detail.tsx';
import { RichText } from '#app/components/rich-text.tsx';
import { billingMessages } from '#content/messages/billing.ts';
import { planPageMessages } from '#content/messages/plan-page.ts';
import { getPlan, type Plan, type PlanId } from '#domain/plans.ts';
import type { PlanStatus, SubscriptionStatus } from '#domain/subscription.ts';

import { formatCard, formatBillAmount, PlanDate } from './format-billing.tsx';
import type { CustomerPortal } from './use-customer-portal.ts';
import type { PlanChangeAction } from './use-plan-actions.ts';

const messages = planPageMessages.current;

const PLAN_STATUS_BADGES: Record<PlanStatus, BadgeProps> = {
  trialing: { label: messages.status.trialing, variant: 'canary', Icon: Hourglass },
  active: { label: messages.status.active, variant: 'mint', Icon: Check },
  past_due: { label: messages.status.past_due, variant: 'pink', Icon: TriangleAlert },
  canceled: { label: messages.status.canceled, Icon: CircleOff },
};
const UNPAID_BADGE: BadgeProps = { label: messages.status.unpaid, variant: 'canary', Icon: Hourglass };
const ENDING_BADGE: BadgeProps = { label: messages.status.canceled, variant: 'canary', Icon: CircleOff };

function BillingDate({ status }: { status: SubscriptionStatus }) {
  const { status: state, currentPeriodEnd, trialEndsAt, cancelAt, card } = status;
  if (state === 'canceled') return <Detail label={messages.pages.label}>{messages.pages.value}</Detail>;
  if (cancelAt)
    return (
      <Detail label={messages.endsOn}>
        <PlanDate iso={cancelAt} />
      </Detail>
    );
  const nextDate = state === 'trialing' ? trialEndsAt : currentPeriodEnd;
  const hasNoBill = state === 'trialing' && !card;
  return (
    <Detail label={messages.nextBillingDate}>
      {nextDate && (hasNoBill ? messages.noBillingDate : <PlanDate iso={nextDate} />)}
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
        <RichText
          text={messages.downgrade({ plan: name, amount: formatBillAmount(priceUsd * 100) })}
          tags={{ date: () => <PlanDate iso={pendingPlan.at} /> }}
        />
      </span>
      <Button
        size="sm"
        onClick={() => void planChange.change(currentPlan)}
        busyLabel={planChange.busy === currentPlan && messages.keeping}
      >
        {messages.keep({ plan: getPlan(currentPlan).name })}
      </Button>
    </p>
  );
}

const renderAmount = (text: string) => <b className="num">{text}</b>;

function AnnouncedPrice({ status: { newPrice, price }, name }: Pick<Props, 'status'> & { name: string }) {
  if (!newPrice) return null;
  const isHigher = price !== null && newPrice.amount > price;
  const getText = isHigher ? messages.newHigherPrice : messages.newPrice;
  return (
    <p className="current-plan__note">
      <span>
        <RichText
          text={getText({ plan: name, amount: formatBillAmount(newPrice.amount) })}
          tags={{ date: () => <PlanDate iso={newPrice.at} />, amount: renderAmount }}
        />
      </span>
    </p>
  );
}

function DueInvoiceNote({ due }: Pick<SubscriptionStatus, 'due'>) {
  if (!due) return null;
  const amount = formatBillAmount(due.amount);
  return (
    <p className="current-plan__note">
      <span>
        <RichText
          text={due.plan ? messages.dueForPlan({ plan: getPlan(due.plan).name, amount }) : messages.due({ amount })}
          tags={{ amount: renderAmount }}
        />
      </span>
      {due.url && (
        <a className="key sm" href={due.url} target="_blank" rel="noreferrer">
          {billingMessages.payInvoice}
        </a>
      )}
    </p>
  );
}

function PlanDetails({ status, portal, plan }: Props & { plan: Plan }) {
  const { card, trialEndsAt, now } = status;
  return (
    <dl className="current-plan__details small">
      <Detail label={messages.price.label}>
        {messages.price.value({ amount: formatBillAmount(status.price ?? plan.priceUsd * 100) })}
      </Detail>
      <BillingDate status={status} />
      <Detail label={trialEndsAt && trialEndsAt > now ? messages.trialEnds : messages.trialEnded}>
        {trialEndsAt && <PlanDate iso={trialEndsAt} />}
      </Detail>
      <Detail label={messages.paymentMethod}>
        {card ? (
          formatCard(card)
        ) : (
          <button
            type="button"
            className="label-button"
            onClick={portal.openCard}
            aria-busy={portal.openingTarget === 'card'}
          >
            {billingMessages.addCard}
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
      <h2 className="small muted">{status.status === 'canceled' ? messages.lastPlan : messages.label}</h2>
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
