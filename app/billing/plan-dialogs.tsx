import { AskDialog } from '#app/ui/dialog.tsx';
import { comparePlans, planOf, type Plan, type PlanId } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { cardText } from './card-text.ts';
import { billText, salesText } from './dollars.ts';
import { dayText } from './plan-day.tsx';

/** Confirmation dialogs before a charge or the end of a plan. */
export type Question = { ask: 'move'; plan: PlanId } | { ask: 'cancel' } | { ask: 'reactivate' };

type Props = {
  question: Question;
  status: SubscriptionStatus;
  busy: boolean;
  onMove: (plan: PlanId) => void;
  onCancel: () => void;
  onReactivate: () => void;
  onClose: () => void;
};

const monthly = ({ priceUsd }: Plan): string => `${billText(priceUsd * 100)} a month`;

function upWords(plan: Plan, { card, currentPeriodEnd }: SubscriptionStatus): string {
  const now = card
    ? `The difference for the rest of this month is charged to your ${cardText(card)} now.`
    : 'The difference for the rest of this month is due now.';
  const then = currentPeriodEnd ? ` From ${dayText(currentPeriodEnd)} it is ${monthly(plan)}.` : '';
  return `${plan.name} begins at once. ${now}${then}`;
}

function MoveDialog({
  to,
  held,
  ...props
}: Pick<Props, 'status' | 'busy' | 'onMove' | 'onClose'> & { to: Plan; held: Plan }) {
  const { status, busy, onMove, onClose } = props;
  const up = comparePlans(to.id, held.id) > 0;
  const at = status.currentPeriodEnd ? dayText(status.currentPeriodEnd) : 'the next billing date';
  return (
    <AskDialog
      title={up ? `Move to ${to.name} for $${to.priceUsd} a month?` : `Move to ${to.name} from ${at}?`}
      about={
        up
          ? upWords(to, status)
          : `${held.name} stays yours until then, and nothing is charged now. After that it is ${monthly(to)}.`
      }
      safe={`Stay on ${held.name}`}
      act={`Move to ${to.name}`}
      kind="primary"
      busy={busy && 'Moving...'}
      onAct={() => onMove(to.id)}
      onClose={onClose}
    />
  );
}

function CancelDialog({ held, status, busy, onCancel, onClose }: Omit<Props, 'question'> & { held: Plan }) {
  const end = status.status === 'trialing' ? status.trialEndsAt : status.currentPeriodEnd;
  return (
    <AskDialog
      title={`Cancel ${held.name}?`}
      about={
        <>
          <p>
            Your pages stay open {end ? `until ${dayText(end)}` : 'until the end of the period that is paid'}.
            After that they take no payments.
          </p>
          <p>Nothing is deleted: reactivate the plan and they sell again at the same addresses.</p>
        </>
      }
      safe={`Keep ${held.name}`}
      act="Cancel plan"
      busy={busy && 'Cancelling...'}
      onAct={onCancel}
      onClose={onClose}
    />
  );
}

function backWords(held: Plan, { status, card, cancelAt, price }: SubscriptionStatus): string {
  if (status !== 'canceled')
    return `It goes on after ${cancelAt ? dayText(cancelAt) : 'this period'} as if it had never been cancelled. Nothing is charged now.`;
  const amount = billText(price ?? held.priceUsd * 100);
  return card
    ? `Your ${cardText(card)} is charged ${amount} today, and every month from then on. Your pages sell again at the same addresses.`
    : `You add a card at Stripe first. It is charged ${amount} then, and every month from then on. Your pages sell again at the same addresses.`;
}

export function PlanDialogs(props: Props) {
  const { question, status, busy, onReactivate, onClose } = props;
  if (!status.currentPlan) return null;
  const held = planOf(status.currentPlan);
  if (question.ask === 'move') return <MoveDialog {...props} to={planOf(question.plan)} held={held} />;
  if (question.ask === 'cancel') return <CancelDialog {...props} held={held} />;
  if (status.status !== 'canceled' && !status.cancelAt) return null;
  const ended = status.status === 'canceled';
  const price = salesText((status.price ?? held.priceUsd * 100) / 100);
  return (
    <AskDialog
      title={ended ? `Reactivate ${held.name} for ${price} a month?` : `Keep ${held.name}?`}
      about={backWords(held, status)}
      safe="Not now"
      act="Reactivate"
      kind="primary"
      busy={busy && 'Reactivating...'}
      onAct={onReactivate}
      onClose={onClose}
    />
  );
}
