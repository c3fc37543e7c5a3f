import { useState } from 'react';

import { call } from '#app/session/call.ts';
import { useFailToast } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';

import { dayText } from './plan-day.tsx';

export type Cancelling = { cancel: () => Promise<void>; busy: boolean };

/** Cancels the plan at the end of the current period. */
export function useCancelling(reload: () => Promise<void>): Cancelling {
  const [busy, setBusy] = useState(false);
  const failToast = useFailToast();
  async function cancel() {
    setBusy(true);
    try {
      const { endsAt } = await call('cancel-subscription', {});
      toast({ title: 'Plan cancelled', message: `Your pages stay open until ${dayText(endsAt)}.` });
    } catch (error) {
      failToast(error, 'Failed to cancel plan');
    } finally {
      await reload();
      setBusy(false);
    }
  }
  return { cancel, busy };
}
