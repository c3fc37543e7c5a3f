import { flashToast } from '#app/components/flash-toast.ts';
import { storeChosenPlan } from '#app/lib/session/chosen-plan.ts';
import { siteScriptMessages } from '#content/messages/site-script.ts';
import { trialUsedMessages } from '#content/messages/trial-used.ts';
import { isPlanId, getPlan, TRIAL_DAYS, type PlanId } from '#domain/plans.ts';

import { toast } from './toast.ts';

const MESSAGES = siteScriptMessages.trial;

/** Starts a trial on a click. A signed-out visitor signs in first, and the plan is stored meanwhile. */
export function enableTrialButtons(): void {
  document.addEventListener('click', (event) => {
    const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event;
    const trialButton = target instanceof Element ? target.closest<HTMLElement>('[data-trial]') : null;
    const plan = trialButton?.dataset.trial;
    if (!trialButton || !isPlanId(plan) || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    if (document.documentElement.dataset.signed !== 'in') signInFirst(plan);
    else if (!trialButton.ariaBusy) void handleTrialClick(trialButton, plan);
  });
}

function signInFirst(plan: PlanId): void {
  storeChosenPlan(plan);
  flashToast({ ...MESSAGES.signInRequired, destructive: true });
  location.assign('/builder');
}

async function handleTrialClick(trialButton: HTMLElement, plan: PlanId): Promise<void> {
  const label = trialButton.textContent;
  trialButton.ariaBusy = 'true';
  trialButton.textContent = MESSAGES.starting;
  try {
    await startTrial(plan);
  } catch {
    toast({ title: MESSAGES.failed }, { destructive: true });
  } finally {
    trialButton.ariaBusy = null;
    trialButton.textContent = label;
  }
}

/** Loads the RPC client on demand. Throws errors that only a retry can solve. */
async function startTrial(plan: PlanId): Promise<void> {
  const [{ callRpc: call }, { RpcError: CallError }] = await Promise.all([
    import('#app/lib/rpc/call-rpc.ts'),
    import('#app/lib/rpc/rpc-error.ts'),
  ]);
  try {
    const { status } = await call('create-subscription', { planId: plan });
    // A response without `status` has only the success flag that the specification defines.
    if ((status as typeof status | null)?.trialUsed) {
      flashToast({
        title: trialUsedMessages.title,
        message: trialUsedMessages.firstPayment({ planName: getPlan(status.currentPlan ?? plan).name }),
      });
      return location.assign('/subscription');
    }
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    if (error.status === 401 || error.code === 'insufficient_aal') return signInFirst(plan);
    if (error.status !== 409) throw error;
    flashToast({ title: MESSAGES.unavailable, message: error.message });
    return location.assign('/subscription');
  }
  flashToast(MESSAGES.started({ days: TRIAL_DAYS, plan: getPlan(plan).name }));
  location.assign('/builder');
}
