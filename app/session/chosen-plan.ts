import { safeLocalStorage } from '#app/ui/safe-storage.ts';
import { isPlanId, type PlanId } from '#domain/plans.ts';

export const PLAN_KEY = 'tillwright-chosen-plan';

/** Stores the plan that a visitor wants to try, so that it survives signing up, also in another tab. */
export const keepChosenPlan = (plan: PlanId): void => void safeLocalStorage.write(PLAN_KEY, plan);

export function chosenPlan(): PlanId | null {
  const kept = safeLocalStorage.read(PLAN_KEY);
  return isPlanId(kept) ? kept : null;
}

export const forgetChosenPlan = (): void => safeLocalStorage.remove(PLAN_KEY);
