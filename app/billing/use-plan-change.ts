import { useState } from 'react';

import { call } from '#app/session/call.ts';
import { useSession } from '#app/session/session.ts';
import { toast } from '#app/ui/toast.tsx';
import type { PlanId } from '#domain/plans.ts';

import { changeWords } from './change-words.ts';
import { tellRefusal } from './tell-refusal.ts';
import type { Portal } from './use-portal.ts';

export type PlanChanging = {
  /** True if the server accepted the change. */
  change: (plan: PlanId) => Promise<boolean>;
  busy: PlanId | null;
};

/** Changes the plan, shows the result and reloads the plan. */
export function usePlanChange(portal: Portal, reload: () => Promise<void>): PlanChanging {
  const [busy, setBusy] = useState<PlanId | null>(null);
  const { user } = useSession();
  async function change(targetPlan: PlanId): Promise<boolean> {
    if (!user || busy) return false;
    setBusy(targetPlan);
    try {
      const { link, ...words } = changeWords(
        await call('upgrade-subscription', { targetPlan, userId: user.id }),
      );
      toast(words, link ? { link, stays: true } : {});
      return true;
    } catch (error) {
      tellRefusal(error, 'Failed to upgrade plan', portal);
      return false;
    } finally {
      await reload();
      setBusy(null);
    }
  }
  return { change, busy };
}
