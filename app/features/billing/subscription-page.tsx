import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';

import { Button, buttonVariants } from '#app/components/button.tsx';
import { EmptyState } from '#app/components/empty-state.tsx';
import { PageHeader } from '#app/components/page-header.tsx';
import { PriceDisplay } from '#app/components/price-display.tsx';
import { LoadingStatus, useIsSlow } from '#app/components/skeleton.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { formatLongDay } from '#app/components/utils/reader-formats.ts';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { billingMessages } from '#content/messages/billing.ts';
import { planPageMessages } from '#content/messages/plan-page.ts';
import { trialUsedMessages } from '#content/messages/trial-used.ts';
import { type PlanId, TRIAL_DAYS, getPlan, PLANS } from '#domain/plans.ts';
import type { SubscriptionStatus, MonthlySales } from '#domain/subscription.ts';
import { getNextMonthStart } from '#domain/usage.ts';

import { CurrentPlan } from './current-plan.tsx';
import { formatSales } from './format-billing.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { getPlanBanner } from './plan-banner.ts';
import { PlanCards } from './plan-cards.tsx';
import type { PlanDialog } from './plan-dialogs.tsx';
import { PlanStorage } from './plan-storage.tsx';
import { SubscriptionBanner } from './subscription-banner.tsx';
import { UsageBar } from './usage-bar.tsx';
import { useCustomerPortal } from './use-customer-portal.ts';
import { usePlanCancellation, usePlanChange, useReactivation } from './use-plan-actions.ts';
import { usePlanStatus } from './use-plan-status.ts';

const PlanDialogs = loadOnDemand(async () => (await import('./plan-dialogs.tsx')).PlanDialogs);

const messages = planPageMessages;

/** Font size by length, so that amounts with cents fit a phone. */
function getFontSize({ length }: string): string {
  if (length <= 6) return '2.75rem';
  return length <= 9 ? '2.125rem' : '1.375rem';
}

function RemainingSales({ amount, limit, exceeded }: MonthlySales) {
  if (limit === null) return <p className="small muted monthly-usage__remaining">{billingMessages.usage.unlimited}</p>;
  return (
    <p className="num monthly-usage__remaining">
      <span className="fig">{formatSales(Math.abs(limit - amount))}</span>
      <span className="small muted">
        {(exceeded ? billingMessages.usage.over : billingMessages.usage.left)({ limit: formatSales(limit) })}
      </span>
    </p>
  );
}

/** Sentence about what happens at the sales limit, depending on plan and state. */
function describeLimit({ status, monthlySales: { limit } }: SubscriptionStatus, currentPlan: PlanId): string {
  const nextPlan = PLANS[PLANS.indexOf(getPlan(currentPlan)) + 1];
  if (limit === null || !nextPlan || status === 'canceled') return '';
  const getText = status === 'trialing' ? billingMessages.usage.limitInTrial : billingMessages.usage.limit;
  return getText({ plan: nextPlan.name, limit: formatSales(limit) });
}

/** The month's sales as amounts and as a progress bar, and the used storage. */
function MonthlyUsage({ status, currentPlan }: { status: SubscriptionStatus; currentPlan: PlanId }) {
  const monthlySales = status.monthlySales;
  const resetDay = formatLongDay(getNextMonthStart(new Date(status.now)).toISOString());
  return (
    <div className="monthly-usage">
      <div className="monthly-usage__amounts">
        <div>
          <h2 className="small muted">{billingMessages.usage.title}</h2>
          <PriceDisplay text={formatSales(monthlySales.amount)} size={getFontSize(formatSales(monthlySales.amount))} />
        </div>
        <RemainingSales {...monthlySales} />
      </div>
      <UsageBar sales={monthlySales} />
      <p className="small muted">
        {billingMessages.usage.summary({ count: monthlySales.transactions, resetDay })}{' '}
        {describeLimit(status, currentPlan)}
      </p>
      <PlanStorage />
    </div>
  );
}

const NoSubscription = ({ trialUsed }: { trialUsed: boolean }) => (
  <EmptyState illustration={<PriceDisplay text="$0" size="2.25rem" />} title={messages.empty.title}>
    <p className="muted">{trialUsed ? trialUsedMessages.noPlan : messages.empty.text({ days: TRIAL_DAYS })}</p>
    <a className={buttonVariants('primary')} href="/pricing">
      {messages.empty.viewPlans}
    </a>
  </EmptyState>
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
        <div className="sheet current-plan-card">
          <div className="current-plan plan-skeleton__lines">
            <div className="sk" style={{ width: 150, height: 30 }} />
            {LINE_WIDTHS.map((width) => (
              <div key={width} className="sk" style={{ width: `${width}%` }} />
            ))}
          </div>
          <div className="monthly-usage plan-skeleton__lines">
            <div className="sk" style={{ width: 190, height: 56 }} />
            <div className="sk" style={{ width: '100%', height: 14 }} />
            <div className="sk" style={{ width: '70%' }} />
          </div>
        </div>
        <div className="plan-cards">
          {CARD_INDEXES.map((card) => (
            <div key={card} className="sheet plan-card plan-skeleton__lines">
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
function usePlanActions() {
  const [openDialog, setOpenDialog] = useState<PlanDialog | null>(null);
  const portal = useCustomerPortal();
  const planChange = usePlanChange(portal);
  const cancellation = usePlanCancellation();
  const openReactivateDialog = () => setOpenDialog({ kind: 'reactivate' });
  const reactivation = useReactivation(portal, openReactivateDialog);
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
      onCancel: () => void cancellation.run({}).then(closeDialog),
      onReactivate: () => void reactivation.reactivate().then(closeDialog),
      onClose: closeDialog,
    },
  };
}

type ActivePlanProps = {
  status: SubscriptionStatus;
  currentPlan: PlanId;
  actions: ReturnType<typeof usePlanActions>;
};

function ActivePlan({ status, currentPlan, actions }: ActivePlanProps) {
  const { portal, planChange } = actions;
  const isRunning = status.status !== 'canceled' && !status.cancelAt;
  return (
    <>
      {getPlanBanner(status).kind !== 'active' && <SubscriptionBanner status={status} isOnPlanPage />}
      <section className="sheet current-plan-card" aria-label={messages.current.label}>
        <CurrentPlan {...{ status, currentPlan, portal, planChange }} />
        <MonthlyUsage {...{ status, currentPlan }} />
      </section>
      <PlanCards status={status} actions={actions.cardActions} />
      <InvoiceList />
      {isRunning && (
        <section className="subscription-page__cancel" aria-labelledby="cancel-title">
          <div>
            <h2 className="h2" id="cancel-title">
              {messages.cancel.title}
            </h2>
            <p className="muted">{messages.cancel.text}</p>
          </div>
          <Button onClick={actions.onCancel}>{messages.cancel.button}</Button>
        </section>
      )}
      {actions.dialogProps && <PlanDialogs {...actions.dialogProps} status={status} />}
    </>
  );
}

export function SubscriptionPage() {
  const statusQuery = usePlanStatus();
  const actions = usePlanActions();
  const currentPlan = statusQuery.data?.hasSubscription ? statusQuery.data.currentPlan : null;
  return (
    <>
      <PageHeader title={messages.title}>
        {currentPlan && (
          <Button
            onClick={actions.portal.open}
            busyLabel={actions.portal.openingTarget === 'whole' && billingMessages.opening}
          >
            {messages.manage}
            <ArrowUpRight className="i" aria-hidden="true" />
          </Button>
        )}
      </PageHeader>
      <QueryBoundary
        query={statusQuery}
        errorTitle={messages.loadError.title}
        errorDescription={messages.loadError.description}
        skeleton={<PlanSkeleton />}
      >
        {(status) =>
          currentPlan ? (
            <ActivePlan {...{ status, currentPlan, actions }} />
          ) : (
            <NoSubscription trialUsed={status.trialUsed} />
          )
        }
      </QueryBoundary>
    </>
  );
}
