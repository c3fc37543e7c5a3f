import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { ErrorState } from '#app/components/error-state.tsx';
import type { PlanId } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { CurrentPlan } from './current-plan.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { MonthlyUsage } from './monthly-usage.tsx';
import { getPlanBanner } from './plan-banner.ts';
import { PlanCards } from './plan-cards.tsx';
import { PlanDialogs, type PlanDialog } from './plan-dialogs.tsx';
import { NoSubscription, PlanSkeleton } from './plan-skeleton.tsx';
import { SubscriptionBanner } from './subscription-banner.tsx';
import { useCustomerPortal } from './use-customer-portal.ts';
import { usePlanCancellation, usePlanChange } from './use-plan-change.ts';
import { useReactivation } from './use-plan-reactivation.ts';
import { usePlanStatus } from './use-plan-status.ts';

/** Actions on the plan and their confirmation dialogs. */
function usePlanActions(reload: () => Promise<void>) {
  const [openDialog, setOpenDialog] = useState<PlanDialog | null>(null);
  const portal = useCustomerPortal();
  const planChange = usePlanChange(portal, reload);
  const cancellation = usePlanCancellation(reload);
  const openReactivateDialog = () => setOpenDialog({ kind: 'reactivate' });
  const reactivation = useReactivation(portal, reload, openReactivateDialog);
  const closeDialog = () => setOpenDialog(null);
  return {
    portal,
    planChange,
    cardActions: {
      onConfirm: (plan: PlanId) => setOpenDialog({ kind: 'move', plan }),
      onSwitch: (plan: PlanId) => void planChange.change(plan),
      onReactivate: openReactivateDialog,
      busy: planChange.busy,
    },
    onCancel: () => setOpenDialog({ kind: 'cancel' }),
    dialogProps: openDialog && {
      dialog: openDialog,
      busy: planChange.busy !== null || cancellation.busy || reactivation.busy,
      onMove: (plan: PlanId) => void planChange.change(plan).then(closeDialog),
      onCancel: () => void cancellation.cancel().then(closeDialog),
      onReactivate: () => void reactivation.reactivate().then(closeDialog),
      onClose: closeDialog,
    },
  };
}

type PlanActionState = ReturnType<typeof usePlanActions>;

function ActivePlan({
  status,
  currentPlan,
  actions,
}: {
  status: SubscriptionStatus;
  currentPlan: PlanId;
  actions: PlanActionState;
}) {
  const { portal, planChange } = actions;
  const isRunning = status.status !== 'canceled' && !status.cancelAt;
  return (
    <>
      {getPlanBanner(status).kind !== 'active' && <SubscriptionBanner status={status} isOnPlanPage />}
      <section className="sheet plan-now" aria-label="Current plan">
        <CurrentPlan {...{ status, currentPlan, portal, planChange }} />
        <MonthlyUsage {...{ status, currentPlan }} />
      </section>
      <PlanCards status={status} actions={actions.cardActions} />
      <InvoiceList status={status} />
      {isRunning && (
        <section className="plan-end" aria-labelledby="cancel-title">
          <div>
            <h2 className="h2" id="cancel-title">
              Cancel
            </h2>
            <p className="muted">Your pages stay open until the end of the period. Nothing is deleted.</p>
          </div>
          <Button onClick={actions.onCancel}>Cancel plan</Button>
        </section>
      )}
      {actions.dialogProps && <PlanDialogs {...actions.dialogProps} status={status} />}
    </>
  );
}

/** Subscription page: plan, price, usage and all changes. */
export function SubscriptionPage() {
  const { statusQuery, reload, retry } = usePlanStatus();
  const actions = usePlanActions(reload);
  const status = statusQuery.state === 'ready' ? statusQuery.status : null;
  const currentPlan = status?.hasSubscription ? status.currentPlan : null;
  return (
    <>
      <div className="ph">
        <h1 className="h1" tabIndex={-1}>
          Subscription
        </h1>
        {currentPlan && (
          <Button onClick={actions.portal.open} busyLabel={actions.portal.openingTarget === 'whole' && 'Opening...'}>
            Manage Subscription
            <ArrowUpRight className="i" aria-hidden="true" />
          </Button>
        )}
      </div>
      {statusQuery.state === 'loading' && <PlanSkeleton />}
      {statusQuery.state === 'failed' && (
        <ErrorState
          title="Your subscription could not be loaded"
          description="The server did not tell us about it. Your pages are not touched by this."
          onRetry={retry}
        />
      )}
      {status &&
        (currentPlan ? (
          <ActivePlan {...{ status, currentPlan, actions }} />
        ) : (
          <NoSubscription trialUsed={status.trialUsed} />
        ))}
    </>
  );
}
