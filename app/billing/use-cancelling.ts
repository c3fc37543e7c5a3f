import { useState } from 'react';

import { callRpc } from '#app/session/call.ts';
import { useErrorToast } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';

import { formatPlanDay } from './plan-day.tsx';

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
