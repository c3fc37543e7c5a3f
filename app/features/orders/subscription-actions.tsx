import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { loadOnDemand } from '#app/components/utils/load-on-demand.tsx';
import { formatDay } from '#app/components/utils/reader-formats.ts';
import { getBuyerName } from '#app/lib/buyer-name.ts';
import { hasErrorCode, RpcError } from '#app/lib/rpc/rpc-error.ts';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcCache } from '#app/lib/rpc/use-rpc-query.ts';
import { orderMessages } from '#content/messages/orders.ts';
import { subscriptionActionMessages } from '#content/messages/subscription-actions.ts';
import type { BuyerSubscription } from '#domain/buyer-subscription.ts';

const { actions: actionMessages, toasts: toastMessages } = subscriptionActionMessages;

const EndPlanDialog = loadOnDemand(async () => (await import('./subscription-dialogs.tsx')).EndPlanDialog);
const CancelSubscriptionDialog = loadOnDemand(
  async () => (await import('./subscription-dialogs.tsx')).CancelSubscriptionDialog,
);

/** The displayed subscription is outdated. */
const STALE_ERROR_CODES = ['subscription_over', 'not_found', 'provider_unavailable'];

type Response = { subscription: BuyerSubscription };

function createToast({ subscription: { state, productName, cancelAt, periodEnd, installments } }: Response) {
  const { planEnded, ended, ending, resumed } = toastMessages;
  const product = productName;
  if (installments !== null) return { title: planEnded.title, message: planEnded.message({ product }) };
  if (state === 'ended') return { title: ended.title, message: ended.message({ product }) };
  if (cancelAt) return { title: ending.title, message: ending.message({ product, date: formatDay(cancelAt) }) };
  return { title: resumed.title, message: resumed.message({ product, date: formatDay(periodEnd) }) };
}

/** Actions for a buyer's subscription or payment plan in its current state; none once it has ended. */
export function SubscriptionActions({ subscription }: { subscription: BuyerSubscription }) {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const { id: subscriptionId, state, installments, payments } = subscription;
  const isPlan = installments !== null;
  const cache = useRpcCache();
  const options = {
    success: createToast,
    onSuccess: ({ subscription: updated }: Response) => {
      setIsDialogOpen(false);
      cache.update('list-buyer-subscriptions', (list) => ({
        ...list,
        subscriptions: list.subscriptions.map((row) => (row.id === updated.id ? updated : row)),
      }));
    },
    onError: (error: unknown) => {
      if (!(error instanceof RpcError) || error.status === 0 || hasErrorCode(error, ...STALE_ERROR_CODES))
        setIsDialogOpen(false);
    },
    invalidates: ['get-order', 'list-buyer-subscriptions'] as const,
  };
  const cancellation = useRpcMutation('cancel-buyer-subscription', {
    ...options,
    failureTitle: isPlan ? toastMessages.endPlanFailure : toastMessages.cancelFailure,
  });
  const resumption = useRpcMutation('resume-buyer-subscription', {
    ...options,
    failureTitle: toastMessages.resumeFailure,
  });
  const buyer = getBuyerName(subscription) ?? orderMessages.unknownBuyer;
  const getSuffix = isPlan ? actionMessages.planSuffix : actionMessages.suffix;
  const hiddenLabel = <span className="vh">{getSuffix({ buyer })}</span>;
  if (state === 'ended' || (isPlan && payments >= installments)) return null;
  const Dialog = isPlan ? EndPlanDialog : CancelSubscriptionDialog;
  const cancelLabel = state === 'ending' ? actionMessages.cancelNow : actionMessages.cancel;
  return (
    <div className="subscription-actions">
      {state === 'ending' && (
        <Button
          size="sm"
          busyLabel={resumption.busy && actionMessages.resuming}
          onClick={() => void resumption.run({ subscriptionId })}
        >
          {actionMessages.resume}
          {hiddenLabel}
        </Button>
      )}
      <Button size="sm" onClick={() => setIsDialogOpen(true)}>
        {isPlan ? actionMessages.endPlan : cancelLabel}
        {hiddenLabel}
      </Button>
      {isDialogOpen && (
        <Dialog
          subscription={subscription}
          busy={cancellation.busy}
          onCancel={(now) => void cancellation.run({ subscriptionId, now })}
          onClose={() => setIsDialogOpen(false)}
        />
      )}
    </div>
  );
}
