import { CallError } from '#app/session/call-error.ts';
import { call } from '#app/session/call.ts';
import { chosenPlan, forgetChosenPlan } from '#app/session/chosen-plan.ts';
import { firstPaymentText, TRIAL_USED_TITLE } from '#app/session/trial-used.ts';
import { safeLocalStorage } from '#app/ui/safe-storage.ts';
import { toast } from '#app/ui/toast.tsx';
import { planOf, TRIAL_DAYS } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

const keyOf = (userId: string): string => `tillwright-enrolled-${userId}`;

/** True if this browser has seen the user with a subscription, so the builder need not wait. */
export const isKnownEnrolled = (userId: string): boolean => safeLocalStorage.read(keyOf(userId)) !== null;

const isAlreadySubscribed = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'subscription_exists';

async function beginTrial(): Promise<SubscriptionStatus> {
  const planId = chosenPlan() ?? 'starter';
  try {
    const answer = await call('create-subscription', { planId });
    // A response with only the specification's success flag has no status.
    const status: SubscriptionStatus | null = answer.status;
    if (answer.created)
      toast(
        status?.trialUsed
          ? { title: TRIAL_USED_TITLE, message: firstPaymentText(planId) }
          : {
              title: 'Welcome!',
              message: `Your ${TRIAL_DAYS}-day trial started on ${planOf(planId).name}. No card needed.`,
            },
      );
    return status ?? (await call('check-subscription-status', {}));
  } catch (error) {
    if (isAlreadySubscribed(error)) return call('check-subscription-status', {});
    throw error;
  }
}

/**
 * Loads the user's plan and starts the trial of the chosen plan for users who never had one. If a trial was used before,
 * nothing starts. If the trial cannot start, `onFailure` gets the error and the status has no subscription.
 */
export async function enrol(
  userId: string,
  onFailure: (error: unknown) => void,
): Promise<SubscriptionStatus> {
  const known = await call('check-subscription-status', {});
  const trial = known.hasSubscription || known.trialUsed ? null : await beginTrial().catch(onFailure);
  const status = trial ?? known;
  if (!status.hasSubscription) return status;
  safeLocalStorage.write(keyOf(userId), 'true');
  forgetChosenPlan();
  return status;
}
