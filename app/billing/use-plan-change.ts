import { useState } from 'react';

import { callRpc } from '#app/session/call.ts';
import { useSession } from '#app/session/session.ts';
import { toast } from '#app/ui/toast.tsx';
import type { PlanId } from '#domain/plans.ts';

import { createPlanChangeToast } from './change-words.ts';
import { showPlanErrorToast } from './tell-refusal.ts';
import type { CustomerPortal } from './use-portal.ts';

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
