import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';

import { Key } from '#app/ui/key.tsx';
import { LoadFailure } from '#app/ui/load-failure.tsx';
import type { PlanId } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

import { bannerOf } from './banner-of.ts';
import { CurrentPlan } from './current-plan.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { MonthUsage } from './month-usage.tsx';
import { NoSubscription } from './no-subscription.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { PlanDialogs, type Question } from './plan-dialogs.tsx';
import { PlanSkeleton } from './plan-skeleton.tsx';
import { SubscriptionBanner } from './subscription-banner.tsx';
import { useCancelling } from './use-cancelling.ts';
import { usePlanChange } from './use-plan-change.ts';
import { usePlanStatus } from './use-plan-status.ts';
import { usePortal } from './use-portal.ts';
import { useReactivation } from './use-reactivation.ts';

/** Actions on the plan and their confirmation dialogs. */
function usePlanActs(reload: () => Promise<void>) {
  const [question, setQuestion] = useState<Question | null>(null);
  const portal = usePortal();
  const changing = usePlanChange(portal, reload);
  const cancelling = useCancelling(reload);
  const askBack = () => setQuestion({ ask: 'reactivate' });
  const reactivation = useReactivation(portal, reload, askBack);
  const close = () => setQuestion(null);
  return {
    portal,
    changing,
    cards: {
      onAsk: (plan: PlanId) => setQuestion({ ask: 'move', plan }),
      onSwitch: (plan: PlanId) => void changing.change(plan),
      onReactivate: askBack,
      busy: changing.busy,
    },
    onCancel: () => setQuestion({ ask: 'cancel' }),
    dialogs: question && {
      question,
      busy: changing.busy !== null || cancelling.busy || reactivation.busy,
      onMove: (plan: PlanId) => void changing.change(plan).then(close),
      onCancel: () => void cancelling.cancel().then(close),
      onReactivate: () => void reactivation.reactivate().then(close),
      onClose: close,
    },
  };
}

type Acts = ReturnType<typeof usePlanActs>;

function Subscribed({ status, held, acts }: { status: SubscriptionStatus; held: PlanId; acts: Acts }) {
  const { portal, changing } = acts;
  const runs = status.status !== 'canceled' && !status.cancelAt;
  return (
    <>
      {bannerOf(status).kind !== 'active' && <SubscriptionBanner status={status} onScreen />}
      <section className="sheet plan-now" aria-label="Current plan">
        <CurrentPlan {...{ status, held, portal, changing }} />
        <MonthUsage {...{ status, held }} />
      </section>
      <PlanChoice status={status} acts={acts.cards} />
      <InvoiceList status={status} />
      {runs && (
        <section className="plan-end" aria-labelledby="cancel-title">
          <div>
            <h2 className="h2" id="cancel-title">
              Cancel
            </h2>
            <p className="muted">Your pages stay open until the end of the period. Nothing is deleted.</p>
          </div>
          <Key onClick={acts.onCancel}>Cancel plan</Key>
        </section>
      )}
      {acts.dialogs && <PlanDialogs {...acts.dialogs} status={status} />}
    </>
  );
}

/** Subscription page: plan, price, usage and all changes. */
export function SubscriptionScreen() {
  const { reading, reload, retry } = usePlanStatus();
  const acts = usePlanActs(reload);
  const status = reading.state === 'ready' ? reading.status : null;
  const held = status?.hasSubscription ? status.currentPlan : null;
  return (
    <>
      <div className="ph">
        <h1 className="h1" tabIndex={-1}>
          Subscription
        </h1>
        {held && (
          <Key onClick={acts.portal.open} busy={acts.portal.opening === 'whole' && 'Opening...'}>
            Manage Subscription
            <ArrowUpRight className="i" aria-hidden="true" />
          </Key>
        )}
      </div>
      {reading.state === 'loading' && <PlanSkeleton />}
      {reading.state === 'failed' && (
        <LoadFailure
          what="Your subscription could not be loaded"
          why="The server did not tell us about it. Your pages are not touched by this."
          onRetry={retry}
        />
      )}
      {status &&
        (held ? <Subscribed {...{ status, held, acts }} /> : <NoSubscription trialUsed={status.trialUsed} />)}
    </>
  );
}
