import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

import { toast } from '#app/components/toast.tsx';
import { formatLongDay } from '#app/components/utils/reader-formats.ts';
import { safeSessionStorage } from '#app/components/utils/safe-storage.ts';
import { formatErrorToast } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { RpcError } from '#app/lib/rpc/rpc-error.ts';
import { useRpcMutation, useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useSession } from '#app/lib/session/session.ts';
import { billingChangeMessages } from '#content/messages/billing-changes.ts';
import { type PlanId, getPlan } from '#domain/plans.ts';
import type { PlanChange } from '#domain/subscription.ts';

import { formatBillAmount } from './format-billing.tsx';
import type { CustomerPortal } from './use-customer-portal.ts';
import { PLAN_QUERIES } from './use-plan-status.ts';

const messages = billingChangeMessages;

const REACTIVATE_PARAM = 'reactivate';
/** sessionStorage key that is set while the seller adds a card at Stripe in this tab. */
const REACTIVATING_KEY = 'tillwright-reactivating';

function isReturningFromStripe(): boolean {
  const wasReactivating = safeSessionStorage.read(REACTIVATING_KEY) !== null;
  safeSessionStorage.remove(REACTIVATING_KEY);
  return wasReactivating;
}

/**
 * Reactivates the plan. If a card is needed, the tab goes to Stripe, returns with `?reactivate=true` and completes without
 * another click. From elsewhere the same URL only asks (`onRequested`), because a link must not charge anyone.
 */
export function useReactivation(portal: CustomerPortal, onRequested: () => void) {
  const { busy, run } = useAction(requestReactivation, {
    onError: (error) => showPlanErrorToast(error, messages.reactivateDialog.failed, portal),
    invalidates: PLAN_QUERIES,
  });
  useReactivateParam((isRequested) => {
    const isReturning = isReturningFromStripe();
    if (isRequested && isReturning) void run(true);
    else if (isRequested) onRequested();
  });
  return { reactivate: () => run(false), busy };
}

/** Reactivates the plan, or navigates this tab to Stripe for a card. */
async function requestReactivation(isReturning: boolean): Promise<void> {
  const response = await callRpc('reactivate-subscription', {});
  if (response.reactivated) toast(messages.reactivateDialog.done);
  else if (isReturning) toast(messages.reactivateDialog.noCard);
  else {
    safeSessionStorage.write(REACTIVATING_KEY, 'true');
    window.location.assign(response.url);
  }
}

/** Consumes the URL parameter and calls back once, with false if it is absent. */
function useReactivateParam(onChange: (isRequested: boolean) => void): void {
  const [searchParams, setSearchParams] = useSearchParams();
  const isRequested = searchParams.get(REACTIVATE_PARAM) === 'true';
  const lastValue = useRef<boolean | null>(null);
  useEffect(() => {
    if (lastValue.current === isRequested) return;
    lastValue.current = isRequested;
    onChange(isRequested);
    if (!isRequested) return;
    setSearchParams(
      (currentParams) => {
        currentParams.delete(REACTIVATE_PARAM);
        return currentParams;
      },
      { replace: true, preventScrollReset: true },
    );
    // oxlint-disable-next-line react/exhaustive-deps -- once per occurrence of the parameter
  }, [isRequested]);
}

/** Error codes that a payment method resolves, with the label of the button. */
const CARD_BUTTON_LABELS: Readonly<Record<string, string>> = {
  payment_method_needed: messages.cardErrors.addCard,
  payment_declined: messages.cardErrors.useOtherCard,
  payment_overdue: messages.cardErrors.updatePaymentMethod,
};

/** Shows the error with a link to the open invoice, or a button for the payment method. */
function showPlanErrorToast(error: unknown, actionTitle: string, portal: CustomerPortal): void {
  const toastContent = formatErrorToast(error, actionTitle);
  const label = error instanceof RpcError ? CARD_BUTTON_LABELS[error.code] : undefined;
  const url = error instanceof RpcError ? error.details.url : undefined;
  if (typeof url === 'string')
    toast(toastContent, { destructive: true, link: { label: label ?? messages.cardErrors.openInvoice, href: url } });
  else
    toast(toastContent, {
      destructive: true,
      action: label ? { label, onClick: portal.openCard } : undefined,
    });
}

export const usePlanCancellation = () =>
  useRpcMutation('cancel-subscription', {
    success: ({ endsAt }) => ({
      title: messages.cancelDialog.done,
      message: messages.cancelDialog.doneText({ date: formatLongDay(endsAt) }),
    }),
    failureTitle: messages.cancelDialog.failed,
    invalidates: PLAN_QUERIES,
  });

type PlanChangeToast = { title: string; message: string; link?: { label: string; href: string } };

export function createPlanChangeToast({
  change,
  plan: planId,
  at,
  url,
  charged,
  message,
}: PlanChange): PlanChangeToast {
  const { updated } = messages;
  const plan = { plan: getPlan(planId).name };
  switch (change) {
    case 'upgraded':
      return {
        title: updated.title,
        message: updated.upgraded({ ...plan, amount: formatBillAmount(charged) }),
      };
    case 'switched':
      return { title: updated.title, message: updated.switched(plan) };
    case 'scheduled':
      return {
        title: updated.title,
        message: at ? updated.scheduled({ ...plan, date: formatLongDay(at) }) : updated.scheduledUndated(plan),
      };
    case 'kept':
      return { title: updated.title, message: updated.kept(plan) };
    case 'payment_needed':
      return {
        title: updated.paymentNeeded,
        message: message ?? updated.paymentNeededText(plan),
        ...(url ? { link: { label: updated.payInvoice, href: url } } : {}),
      };
  }
}

export type PlanChangeAction = { change: (plan: PlanId) => Promise<unknown>; busy: PlanId | null };

/** Changes the plan, shows the result and reloads the plan. */
export function usePlanChange(portal: CustomerPortal): PlanChangeAction {
  const { user } = useSession();
  const { input, run } = useRpcMutation('upgrade-subscription', {
    onSuccess: (planChange) => {
      const { link, ...toastContent } = createPlanChangeToast(planChange);
      toast(toastContent, link ? { link, persistent: true } : {});
    },
    onError: (error) => showPlanErrorToast(error, messages.updated.failed, portal),
    invalidates: PLAN_QUERIES,
  });
  return {
    change: async (targetPlan) => user && run({ targetPlan, userId: user.id }),
    busy: input?.targetPlan ?? null,
  };
}
