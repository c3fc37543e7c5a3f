import { AlertDialog } from '#app/components/dialog.tsx';
import { formatLongDay } from '#app/components/utils/reader-formats.ts';
import { billingChangeMessages } from '#content/messages/billing-changes.ts';
import { planPageMessages } from '#content/messages/plan-page.ts';
import { comparePlans, getPlan, type Plan, type PlanId } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { formatCard, formatBillAmount, formatSales } from './format-billing.tsx';

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

const formatMonthlyPrice = ({ priceUsd }: Plan): string => formatBillAmount(priceUsd * 100);

function describeUpgrade(plan: Plan, { card, currentPeriodEnd }: SubscriptionStatus): string {
  const { upgradeNow, upgradeNowWithCard, upgradeLater } = billingChangeMessages.changeDialog;
  const nowText = card
    ? upgradeNowWithCard({ plan: plan.name, card: formatCard(card) })
    : upgradeNow({ plan: plan.name });
  if (!currentPeriodEnd) return nowText;
  return `${nowText} ${upgradeLater({ date: formatLongDay(currentPeriodEnd), amount: formatMonthlyPrice(plan) })}`;
}

function MoveDialog({
  targetPlan,
  currentPlan,
  ...props
}: Pick<Props, 'status' | 'busy' | 'onMove' | 'onClose'> & { targetPlan: Plan; currentPlan: Plan }) {
  const { status, busy, onMove, onClose } = props;
  const isUpgrade = comparePlans(targetPlan.id, currentPlan.id) > 0;
  const messages = billingChangeMessages.changeDialog;
  const plan = { plan: targetPlan.name };
  const downgradeTitle = status.currentPeriodEnd
    ? messages.downgradeTitle({ ...plan, date: formatLongDay(status.currentPeriodEnd) })
    : messages.downgradeTitleUndated(plan);
  return (
    <AlertDialog
      title={isUpgrade ? messages.upgradeTitle({ ...plan, amount: formatSales(targetPlan.priceUsd) }) : downgradeTitle}
      description={
        isUpgrade
          ? describeUpgrade(targetPlan, status)
          : messages.downgrade({ currentPlan: currentPlan.name, amount: formatMonthlyPrice(targetPlan) })
      }
      cancelLabel={messages.cancel}
      confirmLabel={isUpgrade ? planPageMessages.plans.upgrade(plan) : planPageMessages.plans.downgrade(plan)}
      variant="primary"
      busyLabel={busy && messages.busy}
      onConfirm={() => onMove(targetPlan.id)}
      onClose={onClose}
    />
  );
}

function CancelDialog({ currentPlan, status, busy, onCancel, onClose }: Omit<Props, 'dialog'> & { currentPlan: Plan }) {
  const messages = billingChangeMessages.cancelDialog;
  const plan = { plan: currentPlan.name };
  const endDate = status.status === 'trialing' ? status.trialEndsAt : status.currentPeriodEnd;
  return (
    <AlertDialog
      title={messages.title(plan)}
      description={
        <>
          <p>{endDate ? messages.text({ date: formatLongDay(endDate) }) : messages.textUndated}</p>
          <p>{messages.reassurance}</p>
        </>
      }
      cancelLabel={messages.keep(plan)}
      confirmLabel={messages.confirm}
      busyLabel={busy && messages.busy}
      onConfirm={onCancel}
      onClose={onClose}
    />
  );
}

function describeReactivation(
  currentPlan: Plan,
  { status, card, cancelAt, price: priceLabel }: SubscriptionStatus,
): string {
  const messages = billingChangeMessages.reactivateDialog;
  if (status !== 'canceled')
    return cancelAt ? messages.ending({ date: formatLongDay(cancelAt) }) : messages.endingUndated;
  const amount = formatBillAmount(priceLabel ?? currentPlan.priceUsd * 100);
  return card ? messages.withCard({ card: formatCard(card), amount }) : messages.withoutCard({ amount });
}

export function PlanDialogs(props: Props) {
  const { dialog, status, busy, onReactivate, onClose } = props;
  if (!status.currentPlan) return null;
  const currentPlan = getPlan(status.currentPlan);
  if (dialog.kind === 'move')
    return <MoveDialog {...props} targetPlan={getPlan(dialog.plan)} currentPlan={currentPlan} />;
  if (dialog.kind === 'cancel') return <CancelDialog {...props} currentPlan={currentPlan} />;
  if (status.status !== 'canceled' && !status.cancelAt) return null;
  const messages = billingChangeMessages.reactivateDialog;
  const plan = { plan: currentPlan.name };
  const hasEnded = status.status === 'canceled';
  const priceLabel = formatSales((status.price ?? currentPlan.priceUsd * 100) / 100);
  return (
    <AlertDialog
      title={hasEnded ? messages.endedTitle({ ...plan, amount: priceLabel }) : messages.endingTitle(plan)}
      description={describeReactivation(currentPlan, status)}
      cancelLabel={messages.cancel}
      confirmLabel={messages.confirm}
      variant="primary"
      busyLabel={busy && messages.busy}
      onConfirm={onReactivate}
      onClose={onClose}
    />
  );
}
