import { RpcError } from '#app/session/call-error.ts';
import { callRpc } from '#app/session/call.ts';
import { readChosenPlan, clearChosenPlan } from '#app/session/chosen-plan.ts';
import { getFirstPaymentMessage, TRIAL_USED_TITLE } from '#app/session/trial-used.ts';
import { safeLocalStorage } from '#app/ui/safe-storage.ts';
import { toast } from '#app/ui/toast.tsx';
import { getPlan, TRIAL_DAYS } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

const getStorageKey = (userId: string): string => `tillwright-enrolled-${userId}`;

/** True if this browser has seen the user with a subscription, so the builder need not wait. */
export const isKnownSubscriber = (userId: string): boolean => safeLocalStorage.read(getStorageKey(userId)) !== null;

const hasSubscriptionError = (error: unknown): boolean =>
  error instanceof RpcError && error.code === 'subscription_exists';

async function startTrial(): Promise<SubscriptionStatus> {
  const planId = readChosenPlan() ?? 'starter';
  try {
    const response = await callRpc('create-subscription', { planId });
    // A response with only the specification's success flag has no status.
    const status: SubscriptionStatus | null = response.status;
    if (response.created)
      toast(
        status?.trialUsed
          ? { title: TRIAL_USED_TITLE, message: getFirstPaymentMessage(planId) }
          : {
              title: 'Welcome!',
              message: `Your ${TRIAL_DAYS}-day trial started on ${getPlan(planId).name}. No card needed.`,
            },
      );
    return status ?? (await callRpc('check-subscription-status', {}));
  } catch (error) {
    if (hasSubscriptionError(error)) return callRpc('check-subscription-status', {});
    throw error;
  }
}

/**
 * Loads the user's plan and starts the trial of the chosen plan for users who never had one. If a trial was used before,
 * nothing starts. If the trial cannot start, `onFailure` gets the error and the status has no subscription.
 */
export async function ensureTrial(userId: string, onFailure: (error: unknown) => void): Promise<SubscriptionStatus> {
  const currentStatus = await callRpc('check-subscription-status', {});
  const trialStatus =
    currentStatus.hasSubscription || currentStatus.trialUsed ? null : await startTrial().catch(onFailure);
  const status = trialStatus ?? currentStatus;
  if (!status.hasSubscription) return status;
  safeLocalStorage.write(getStorageKey(userId), 'true');
  clearChosenPlan();
  return status;
}
