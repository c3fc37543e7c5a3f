import { safeLocalStorage } from '#app/components/utils/safe-storage.ts';
import { isPlanId, type PlanId } from '#domain/plans.ts';

export const CHOSEN_PLAN_KEY = 'tillwright-chosen-plan';

/** Stores the plan that a visitor wants to try, so that it survives signing up, also in another tab. */
export const storeChosenPlan = (plan: PlanId): void => void safeLocalStorage.write(CHOSEN_PLAN_KEY, plan);

export function readChosenPlan(): PlanId | null {
  const stored = safeLocalStorage.read(CHOSEN_PLAN_KEY);
  return isPlanId(stored) ? stored : null;
}

export const clearChosenPlan = (): void => safeLocalStorage.remove(CHOSEN_PLAN_KEY);
