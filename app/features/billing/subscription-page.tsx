import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { ErrorState } from '#app/components/error-state.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { LoadingStatus, useIsSlow } from '#app/components/skeleton.tsx';
import { TRIAL_USED_MESSAGE } from '#app/lib/session/trial-used-messages.ts';
import { type PlanId, TRIAL_DAYS } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { CurrentPlan } from './current-plan.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { MonthlyUsage } from './monthly-usage.tsx';
import { getPlanBanner } from './plan-banner.ts';
import { PlanCards } from './plan-cards.tsx';
import { PlanDialogs, type PlanDialog } from './plan-dialogs.tsx';
import { SubscriptionBanner } from './subscription-banner.tsx';
import { useCustomerPortal } from './use-customer-portal.ts';
import { usePlanCancellation, usePlanChange } from './use-plan-change.ts';
import { useReactivation } from './use-plan-reactivation.ts';
import { usePlanStatus } from './use-plan-status.ts';

/** Empty state without a plan. */
const NoSubscription = ({ trialUsed }: { trialUsed: boolean }) => (
  <div className="sheet pad blank">
    <PriceDisplay text="$0" size="2.25rem" />
    <h2 className="h2">No Active Subscription</h2>
    <p className="muted">
      {trialUsed
        ? TRIAL_USED_MESSAGE
        : `Every plan begins with ${TRIAL_DAYS} days free, without a credit card. Building pages needs no plan at all.`}
    </p>
    <a className={buttonVariants('primary')} href="/pricing">
      View Plans
    </a>
  </div>
);

const LINE_WIDTHS = [38, 52, 46, 60];
const CARD_INDEXES = [0, 1, 2];

/** Loading state in the shape of the page, shown after a short delay. */
function PlanSkeleton() {
  const shown = useIsSlow();
  return (
    <>
      <LoadingStatus />
      <div className="skeleton" aria-hidden="true" data-shown={shown}>
        <div className="sheet plan-now">
          <div className="plan-held plan-bones">
            <div className="sk" style={{ width: 150, height: 30 }} />
            {LINE_WIDTHS.map((width) => (
              <div key={width} className="sk" style={{ width: `${width}%` }} />
            ))}
          </div>
          <div className="plan-usage plan-bones">
            <div className="sk" style={{ width: 190, height: 56 }} />
            <div className="sk" style={{ width: '100%', height: 14 }} />
            <div className="sk" style={{ width: '70%' }} />
          </div>
        </div>
        <div className="plan-cards">
          {CARD_INDEXES.map((card) => (
            <div key={card} className="sheet plan-card plan-bones">
              <div className="sk" style={{ width: 90, height: 20 }} />
              <div className="sk" style={{ width: 120, height: 34 }} />
              {LINE_WIDTHS.map((width) => (
                <div key={width} className="sk" style={{ width: `${width + 20}%` }} />
              ))}
              <div className="sk" style={{ width: '100%', height: 40 }} />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

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
