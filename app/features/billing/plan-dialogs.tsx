import { AlertDialog } from '#app/components/dialog.tsx';
import { comparePlans, getPlan, type Plan, type PlanId } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { formatCard, formatBillAmount, formatSales, formatPlanDay } from './format-billing.tsx';

/** Confirmation dialogs before a charge or the end of a plan. */
export type PlanDialog = { kind: 'move'; plan: PlanId } | { kind: 'cancel' } | { kind: 'reactivate' };

type Props = {
  dialog: PlanDialog;
  status: SubscriptionStatus;
  busy: boolean;
  onMove: (plan: PlanId) => void;
  onCancel: () => void;
  onReactivate: () => void;
  onClose: () => void;
};

const formatMonthlyPrice = ({ priceUsd }: Plan): string => `${formatBillAmount(priceUsd * 100)} a month`;

function describeUpgrade(plan: Plan, { card, currentPeriodEnd }: SubscriptionStatus): string {
  const nowText = card
    ? `The difference for the rest of this month is charged to your ${formatCard(card)} now.`
    : 'The difference for the rest of this month is due now.';
  const laterText = currentPeriodEnd
    ? ` From ${formatPlanDay(currentPeriodEnd)} it is ${formatMonthlyPrice(plan)}.`
    : '';
  return `${plan.name} begins at once. ${nowText}${laterText}`;
}

function MoveDialog({
  targetPlan,
  currentPlan,
  ...props
}: Pick<Props, 'status' | 'busy' | 'onMove' | 'onClose'> & { targetPlan: Plan; currentPlan: Plan }) {
  const { status, busy, onMove, onClose } = props;
  const isUpgrade = comparePlans(targetPlan.id, currentPlan.id) > 0;
  const startDay = status.currentPeriodEnd ? formatPlanDay(status.currentPeriodEnd) : 'the next billing date';
  return (
    <AlertDialog
      title={
        isUpgrade
          ? `Move to ${targetPlan.name} for $${targetPlan.priceUsd} a month?`
          : `Move to ${targetPlan.name} from ${startDay}?`
      }
      description={
        isUpgrade
          ? describeUpgrade(targetPlan, status)
          : `${currentPlan.name} stays yours until then, and nothing is charged now. After that it is ${formatMonthlyPrice(targetPlan)}.`
      }
      cancelLabel={`Stay on ${currentPlan.name}`}
      confirmLabel={`Move to ${targetPlan.name}`}
      variant="primary"
      busyLabel={busy && 'Moving...'}
      onConfirm={() => onMove(targetPlan.id)}
      onClose={onClose}
    />
  );
}

function CancelDialog({ currentPlan, status, busy, onCancel, onClose }: Omit<Props, 'dialog'> & { currentPlan: Plan }) {
  const endDate = status.status === 'trialing' ? status.trialEndsAt : status.currentPeriodEnd;
  return (
    <AlertDialog
      title={`Cancel ${currentPlan.name}?`}
      description={
        <>
          <p>
            Your pages stay open{' '}
            {endDate ? `until ${formatPlanDay(endDate)}` : 'until the end of the period that is paid'}. After that they
            take no payments.
          </p>
          <p>Nothing is deleted: reactivate the plan and they sell again at the same addresses.</p>
        </>
      }
      cancelLabel={`Keep ${currentPlan.name}`}
      confirmLabel="Cancel plan"
      busyLabel={busy && 'Cancelling...'}
      onConfirm={onCancel}
      onClose={onClose}
    />
  );
}

function describeReactivation(
  currentPlan: Plan,
  { status, card, cancelAt, price: priceLabel }: SubscriptionStatus,
): string {
  if (status !== 'canceled')
    return `It goes on after ${cancelAt ? formatPlanDay(cancelAt) : 'this period'} as if it had never been cancelled. Nothing is charged now.`;
  const amount = formatBillAmount(priceLabel ?? currentPlan.priceUsd * 100);
  return card
    ? `Your ${formatCard(card)} is charged ${amount} today, and every month from then on. Your pages sell again at the same addresses.`
    : `You add a card at Stripe first. It is charged ${amount} then, and every month from then on. Your pages sell again at the same addresses.`;
}

export function PlanDialogs(props: Props) {
  const { dialog, status, busy, onReactivate, onClose } = props;
  if (!status.currentPlan) return null;
  const currentPlan = getPlan(status.currentPlan);
  if (dialog.kind === 'move')
    return <MoveDialog {...props} targetPlan={getPlan(dialog.plan)} currentPlan={currentPlan} />;
  if (dialog.kind === 'cancel') return <CancelDialog {...props} currentPlan={currentPlan} />;
  if (status.status !== 'canceled' && !status.cancelAt) return null;
  const hasEnded = status.status === 'canceled';
  const priceLabel = formatSales((status.price ?? currentPlan.priceUsd * 100) / 100);
  return (
    <AlertDialog
      title={hasEnded ? `Reactivate ${currentPlan.name} for ${priceLabel} a month?` : `Keep ${currentPlan.name}?`}
      description={describeReactivation(currentPlan, status)}
      cancelLabel="Not now"
      confirmLabel="Reactivate"
      variant="primary"
      busyLabel={busy && 'Reactivating...'}
      onConfirm={onReactivate}
      onClose={onClose}
    />
  );
}
