import { safeLocalStorage } from '#app/ui/safe-storage.ts';
import { isPlanId, type PlanId } from '#domain/plans.ts';

const KEY = 'tillwright-chosen-plan';

/** Remembers what somebody without an account wants to try: it survives signing up, in another tab as well. */
export const keepChosenPlan = (plan: PlanId): void => void safeLocalStorage.write(KEY, plan);

export function chosenPlan(): PlanId | null {
  const kept = safeLocalStorage.read(KEY);
  return isPlanId(kept) ? kept : null;
}

export const forgetChosenPlan = (): void => safeLocalStorage.remove(KEY);
