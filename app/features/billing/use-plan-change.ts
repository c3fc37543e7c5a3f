import { useState } from 'react';

import { toast } from '#app/components/toast.tsx';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { useSession } from '#app/lib/session/session.ts';
import { useErrorToast } from '#app/lib/use-error-toast.ts';
import { type PlanId, getPlan } from '#domain/plans.ts';
import type { PlanChange } from '#domain/subscription.ts';

import { formatBillAmount } from './format-billing.ts';
import { formatPlanDay } from './plan-date.tsx';
import { showPlanErrorToast } from './plan-error-toast.ts';
import type { CustomerPortal } from './use-customer-portal.ts';

export type PlanCancellation = { cancel: () => Promise<void>; busy: boolean };

/** Cancels the plan at the end of the current period. */
export function usePlanCancellation(reload: () => Promise<void>): PlanCancellation {
  const [busy, setBusy] = useState(false);
  const showErrorToast = useErrorToast();
  async function cancel() {
    setBusy(true);
    try {
      const { endsAt } = await callRpc('cancel-subscription', {});
      toast({ title: 'Plan cancelled', message: `Your pages stay open until ${formatPlanDay(endsAt)}.` });
    } catch (error) {
      showErrorToast(error, 'Failed to cancel plan');
    } finally {
      await reload();
      setBusy(false);
    }
  }
  return { cancel, busy };
}

type PlanChangeToast = { title: string; message: string; link?: { label: string; href: string } };

const SUCCESS_TITLE = 'Plan Updated!';

/** Toast after a plan change. */
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

export type PlanChangeAction = {
  /** True if the server accepted the change. */
  change: (plan: PlanId) => Promise<boolean>;
  busy: PlanId | null;
};

/** Changes the plan, shows the result and reloads the plan. */
export function usePlanChange(portal: CustomerPortal, reload: () => Promise<void>): PlanChangeAction {
  const [busy, setBusy] = useState<PlanId | null>(null);
  const { user } = useSession();
  async function change(targetPlan: PlanId): Promise<boolean> {
    if (!user || busy) return false;
    setBusy(targetPlan);
    try {
      const { link, ...toastContent } = createPlanChangeToast(
        await callRpc('upgrade-subscription', { targetPlan, userId: user.id }),
      );
      toast(toastContent, link ? { link, persistent: true } : {});
      return true;
    } catch (error) {
      showPlanErrorToast(error, 'Failed to upgrade plan', portal);
      return false;
    } finally {
      await reload();
      setBusy(null);
    }
  }
  return { change, busy };
}
