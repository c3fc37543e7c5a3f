import { useState } from 'react';

import { CallError } from '#app/session/call-error.ts';
import { call } from '#app/session/call.ts';
import { useSession } from '#app/session/session.ts';
import { failWords } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';
import type { PlanId } from '#domain/plans.ts';

import { changeWords } from './change-words.ts';
import type { Portal } from './use-portal.ts';

const FAILED = 'Failed to upgrade plan';

/** Refusals that a payment method helps out of, and what its key is called then. */
const CARD_HELPS: Readonly<Record<string, string>> = {
  payment_method_needed: 'Add a card',
  payment_declined: 'Use another card',
  payment_overdue: 'Update payment method',
};

export type PlanChanging = {
  /** True when the server has taken it. */
  change: (plan: PlanId) => Promise<boolean>;
  busy: PlanId | null;
};

/** The wish for another plan. What the server makes of it is said and read again. */
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
      const label = error instanceof CallError ? CARD_HELPS[error.code] : undefined;
      const act = label ? { label, onAct: portal.openCard } : undefined;
      toast(failWords(error, FAILED), { destructive: true, act });
      return false;
    } finally {
      await reload();
      setBusy(null);
    }
  }
  return { change, busy };
}
