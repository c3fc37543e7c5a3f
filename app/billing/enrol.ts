import { CallError } from '#app/session/call-error.ts';
import { call } from '#app/session/call.ts';
import { chosenPlan, forgetChosenPlan } from '#app/session/chosen-plan.ts';
import { firstPaymentText, TRIAL_USED_TITLE } from '#app/session/trial-used.ts';
import { safeLocalStorage } from '#app/ui/safe-storage.ts';
import { toast } from '#app/ui/toast.tsx';
import { planOf, TRIAL_DAYS } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

const keyOf = (userId: string): string => `tillwright-enrolled-${userId}`;

/** Whether this browser has seen this user with a subscription, so that nothing need be waited for. */
export const isKnownEnrolled = (userId: string): boolean => safeLocalStorage.read(keyOf(userId)) !== null;

const isAlreadySubscribed = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'subscription_exists';

async function beginTrial(): Promise<SubscriptionStatus> {
  const planId = chosenPlan() ?? 'starter';
  try {
    const answer = await call('create-subscription', { planId });
    // An answer with the specification's success flag alone has no status.
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
 * The user's plan; a user who never had one begins the trial of the plan they chose, and is welcomed once. Where a trial
 * was used before, nothing begins: a plan that has to be paid is chosen on the pricing page. Where the
 * trial cannot begin, `onFailure` gets the reason and the answer says that there is no subscription.
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
