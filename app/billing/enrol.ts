import { CallError } from '#app/session/call-error.ts';
import { call } from '#app/session/call.ts';
import { chosenPlan, forgetChosenPlan } from '#app/session/chosen-plan.ts';
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
    const { created, status } = await call('create-subscription', { planId });
    if (created)
      toast({
        title: 'Welcome!',
        message: `Your ${TRIAL_DAYS}-day trial started on ${planOf(planId).name}. No card needed.`,
      });
    return status;
  } catch (error) {
    if (isAlreadySubscribed(error)) return call('check-subscription-status', {});
    throw error;
  }
}

/** The user's plan; whoever never had one begins the trial of what they chose, and is welcomed once. */
export async function enrol(userId: string): Promise<SubscriptionStatus> {
  const known = await call('check-subscription-status', {});
  const status = known.hasSubscription ? known : await beginTrial();
  safeLocalStorage.write(keyOf(userId), 'true');
  forgetChosenPlan();
  return status;
}
