import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

import { toast } from '#app/components/toast.tsx';
import { openPendingTab, type PendingTab } from '#app/components/utils/pending-tab.ts';
import { safeSessionStorage } from '#app/components/utils/safe-storage.ts';
import { formatErrorToast } from '#app/lib/error-message.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { RpcError } from '#app/lib/rpc/rpc-error.ts';
import { useRpcMutation, useAction } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useSession } from '#app/lib/session/session.ts';
import { type PlanId, getPlan } from '#domain/plans.ts';
import type { PlanChange } from '#domain/subscription.ts';

import { formatBillAmount, formatPlanDay } from './format-billing.tsx';
import { PLAN_QUERIES } from './use-plan-status.ts';

type PortalTarget = 'whole' | 'card';

export type CustomerPortal = {
  /** Both must be called in a click handler: Stripe's page opens in a new tab. */
  open: () => void;
  openCard: () => void;
  /** Which of the two is being opened. */
  openingTarget: PortalTarget | null;
};

/** Opens Stripe's customer portal for payment method, invoices and plan. */
export function useCustomerPortal(): CustomerPortal {
  const { input, run } = useAction(
    async ({ target, tab }: { target: PortalTarget; tab: PendingTab }) => {
      const { url } = await callRpc('customer-portal', target === 'card' ? { flow: 'payment_method_update' } : {});
      tab.navigate(url, target === 'card' ? 'Add a card' : 'Manage Subscription');
    },
    { failureTitle: 'Failed to open subscription portal' },
  );
  const openPortal = async (target: PortalTarget) => {
    const tab = openPendingTab();
    if (!(await run({ target, tab }))) tab.close();
  };
  return {
    open: () => void openPortal('whole'),
    openCard: () => void openPortal('card'),
    openingTarget: input?.target ?? null,
  };
}

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
    onError: (error) => showPlanErrorToast(error, 'Failed to reactivate plan', portal),
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
  if (response.reactivated) toast({ title: 'Plan reactivated', message: 'Your pages are on sale.' });
  else if (isReturning) toast({ title: 'No card was added', message: 'Your plan stays as it is until there is one.' });
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
  payment_method_needed: 'Add a card',
  payment_declined: 'Use another card',
  payment_overdue: 'Update payment method',
};

/** Shows the error with a link to the open invoice, or a button for the payment method. */
export function showPlanErrorToast(error: unknown, actionTitle: string, portal: CustomerPortal): void {
  const toastContent = formatErrorToast(error, actionTitle);
  const label = error instanceof RpcError ? CARD_BUTTON_LABELS[error.code] : undefined;
  const url = error instanceof RpcError ? error.details.url : undefined;
  if (typeof url === 'string')
    toast(toastContent, { destructive: true, link: { label: label ?? 'Go on at Stripe', href: url } });
  else
    toast(toastContent, {
      destructive: true,
      action: label ? { label, onClick: portal.openCard } : undefined,
    });
}

export const usePlanCancellation = () =>
  useRpcMutation('cancel-subscription', {
    success: ({ endsAt }) => ({
      title: 'Plan cancelled',
      message: `Your pages stay open until ${formatPlanDay(endsAt)}.`,
    }),
    failureTitle: 'Failed to cancel plan',
    invalidates: PLAN_QUERIES,
  });

type PlanChangeToast = { title: string; message: string; link?: { label: string; href: string } };

const SUCCESS_TITLE = 'Plan Updated!';

export function createPlanChangeToast({ change, plan, at, url, charged, message }: PlanChange): PlanChangeToast {
  const { name } = getPlan(plan);
  switch (change) {
    case 'upgraded':
      return {
        title: SUCCESS_TITLE,
        message: `You are on ${name} now. ${formatBillAmount(charged)} was charged.`,
      };
    case 'switched':
      return { title: SUCCESS_TITLE, message: `You are on ${name} now. Nothing is charged in the trial.` };
    case 'scheduled':
      return {
        title: SUCCESS_TITLE,
        message: `${name} begins ${at ? `on ${formatPlanDay(at)}` : 'with the next billing cycle'}.`,
      };
    case 'kept':
      return { title: SUCCESS_TITLE, message: `You stay on ${name}.` };
    case 'payment_needed':
      return {
        title: 'Payment needed',
        message: message ?? `${name} begins as soon as its invoice is paid.`,
        ...(url ? { link: { label: 'Pay the invoice', href: url } } : {}),
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
    onError: (error) => showPlanErrorToast(error, 'Failed to upgrade plan', portal),
    invalidates: PLAN_QUERIES,
  });
  return {
    change: async (targetPlan) => user && run({ targetPlan, userId: user.id }),
    busy: input?.targetPlan ?? null,
  };
}
