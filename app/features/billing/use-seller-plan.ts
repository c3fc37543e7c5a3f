import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';

import { toast } from '#app/components/toast.tsx';
import { safeLocalStorage } from '#app/components/utils/safe-storage.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';
import { hasErrorCode } from '#app/lib/rpc/rpc-error.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { readChosenPlan, clearChosenPlan } from '#app/lib/session/chosen-plan.ts';
import { trialUsedMessages } from '#content/messages/trial-used.ts';
import { welcomeMessages } from '#content/messages/welcome.ts';
import { getPlan, TRIAL_DAYS } from '#domain/plans.ts';
import type { SubscriptionStatus } from '#domain/subscription.ts';

const getStorageKey = (userId: string): string => `tillwright-enrolled-${userId}`;

/** True if this browser has seen the user with a subscription, so the builder need not wait. */
const isKnownSubscriber = (userId: string): boolean => safeLocalStorage.read(getStorageKey(userId)) !== null;

async function startTrial(): Promise<SubscriptionStatus> {
  const planId = readChosenPlan() ?? 'starter';
  try {
    const response = await callRpc('create-subscription', { planId });
    // A response with only the specification's success flag has no status.
    const status: SubscriptionStatus | null = response.status;
    if (response.created)
      toast(
        status?.trialUsed
          ? {
              title: trialUsedMessages.title,
              message: trialUsedMessages.firstPayment({ planName: getPlan(planId).name }),
            }
          : {
              title: welcomeMessages.title,
              message: welcomeMessages.message({ plan: getPlan(planId).name, days: TRIAL_DAYS }),
            },
      );
    return status ?? (await callRpc('check-subscription-status', {}));
  } catch (error) {
    if (hasErrorCode(error, 'subscription_exists')) return callRpc('check-subscription-status', {});
    throw error;
  }
}

/**
 * Loads the user's plan and starts the trial of the chosen plan for users who never had one. If a trial was used before,
 * nothing starts. If the trial cannot start, `onFailure` gets the error and the status has no subscription.
 */
async function ensureTrial(userId: string, onFailure: (error: unknown) => void): Promise<SubscriptionStatus> {
  const currentStatus = await callRpc('check-subscription-status', {});
  const trialStatus =
    currentStatus.hasSubscription || currentStatus.trialUsed ? null : await startTrial().catch(onFailure);
  const status = trialStatus ?? currentStatus;
  if (!status.hasSubscription) return status;
  safeLocalStorage.write(getStorageKey(userId), 'true');
  clearChosenPlan();
  return status;
}

const TRIAL_TIMEOUT_MS = 3000;
/** A tab that regains focus reloads the plan after this time. */
const STALE_TIME_MS = 10_000;

type SellerPlan = {
  /** Null until the first response. */
  status: SubscriptionStatus | null;
  /** True once the plan is known or its request has failed. */
  isLoaded: boolean;
  /** False on first use until the trial has started or the timeout has passed. */
  isReady: boolean;
  /** Reloads silently. */
  refresh: () => void;
};

// oxlint-disable-next-line no-console -- the seller is not interrupted: every function checks the plan itself
const logError = (error: unknown): void => console.warn('The plan could not be checked', error);

/** Plan of the builder's user; first use starts the trial. */
export function useSellerPlan(userId: string): SellerPlan {
  const client = useQueryClient();
  const [isReady, setIsReady] = useState(() => isKnownSubscriber(userId));
  const [isTrialSettled, setIsTrialSettled] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => setIsReady(true), TRIAL_TIMEOUT_MS);
    void ensureTrial(userId, logError)
      // A refresh that began later may have answered already.
      .then((status) => client.setQueryData(['check-subscription-status', {}], (newer) => newer ?? status), logError)
      .then(() => {
        if (!isCurrent) return;
        setIsTrialSettled(true);
        setIsReady(true);
      });
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [userId, client]);
  const { data: status = null, refetch } = useRpcQuery(
    'check-subscription-status',
    {},
    { enabled: isTrialSettled, staleTime: STALE_TIME_MS },
  );
  return {
    status,
    isLoaded: isTrialSettled || status !== null,
    isReady,
    refresh: useCallback(() => void refetch(), [refetch]),
  };
}
