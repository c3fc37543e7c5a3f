import { keepChosenPlan } from '#app/session/chosen-plan.ts';
import { firstPaymentText, TRIAL_USED_TITLE } from '#app/session/trial-used.ts';
import { carryToast } from '#app/ui/carried-toast.ts';
import { isPlanId, planOf, TRIAL_DAYS, type PlanId } from '#domain/plans.ts';

import { toast } from './toast.ts';

/** Starts a trial on a click. A signed-out visitor signs in first, and the plan is stored meanwhile. */
export function startTrialAtPress(): void {
  document.addEventListener('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const key = target instanceof Element ? target.closest<HTMLElement>('[data-trial]') : null;
    const plan = key?.dataset.trial;
    if (!key || !isPlanId(plan) || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    if (document.documentElement.dataset.signed !== 'in') signInFirst(plan);
    else if (!key.ariaBusy) void start(key, plan);
  });
}

function signInFirst(plan: PlanId): void {
  keepChosenPlan(plan);
  carryToast({
    title: 'Authentication Required',
    message: 'Please sign in to start your free trial',
    destructive: true,
  });
  location.assign('/builder');
}

async function start(key: HTMLElement, plan: PlanId): Promise<void> {
  const label = key.textContent;
  key.ariaBusy = 'true';
  key.textContent = 'Starting...';
  try {
    await ask(plan);
  } catch {
    toast({ title: 'Failed to start trial. Please try again.' }, { destructive: true });
  } finally {
    key.ariaBusy = null;
    key.textContent = label;
  }
}

/** Loads the RPC client on demand. Throws errors that only a retry can solve. */
async function ask(plan: PlanId): Promise<void> {
  const [{ call }, { CallError }] = await Promise.all([
    import('#app/session/call.ts'),
    import('#app/session/call-error.ts'),
  ]);
  try {
    const { status } = await call('create-subscription', { planId: plan });
    // A response without `status` has only the success flag that the specification defines.
    if ((status as typeof status | null)?.trialUsed) {
      carryToast({ title: TRIAL_USED_TITLE, message: firstPaymentText(status.currentPlan ?? plan) });
      return location.assign('/subscription');
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 401 || error.code === 'insufficient_aal') return signInFirst(plan);
    if (error.status !== 409) throw error;
    carryToast({ title: 'No new trial', message: error.message });
    return location.assign('/subscription');
  }
  carryToast({
    title: 'Trial Started!',
    message: `${TRIAL_DAYS} days on ${planOf(plan).name}, without a card.`,
  });
  location.assign('/builder');
}
