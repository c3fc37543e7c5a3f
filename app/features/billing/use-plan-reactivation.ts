import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

import { toast } from '#app/components/toast.tsx';
import { safeSessionStorage } from '#app/components/utils/safe-storage.ts';
import { callRpc } from '#app/lib/rpc/call-rpc.ts';

import { showPlanErrorToast } from './plan-error-toast.ts';
import type { CustomerPortal } from './use-customer-portal.ts';

const REACTIVATE_PARAM = 'reactivate';
/** sessionStorage key that is set while the seller adds a card at Stripe in this tab. */
const REACTIVATING_KEY = 'tillwright-reactivating';

function isReturningFromStripe(): boolean {
  const wasReactivating = safeSessionStorage.read(REACTIVATING_KEY) !== null;
  safeSessionStorage.remove(REACTIVATING_KEY);
  return wasReactivating;
}

export type PlanReactivation = { reactivate: () => Promise<void>; busy: boolean };

/**
 * Reactivates the plan. If a card is needed, the tab goes to Stripe, returns with `?reactivate=true` and completes without
 * another click. From elsewhere the same URL only asks (`onRequested`), because a link must not charge anyone.
 */
export function useReactivation(
  portal: CustomerPortal,
  reload: () => Promise<void>,
  onRequested: () => void,
): PlanReactivation {
  const [busy, setBusy] = useState(false);
  async function reactivate(isReturning = false) {
    setBusy(true);
    const isLeaving = await requestReactivation(isReturning).catch((error: unknown) => {
      showPlanErrorToast(error, 'Failed to reactivate plan', portal);
      return false;
    });
    if (!isLeaving) await reload();
    setBusy(false);
  }
  useReactivateParam((isRequested) => {
    const isReturning = isReturningFromStripe();
    if (isRequested && isReturning) void reactivate(true);
    else if (isRequested) onRequested();
  });
  return { reactivate: () => reactivate(), busy };
}

/** True if this tab navigates to Stripe. */
async function requestReactivation(isReturning: boolean): Promise<boolean> {
  const response = await callRpc('reactivate-subscription', {});
  if (response.reactivated) toast({ title: 'Plan reactivated', message: 'Your pages are on sale.' });
  else if (isReturning) toast({ title: 'No card was added', message: 'Your plan stays as it is until there is one.' });
  else {
    safeSessionStorage.write(REACTIVATING_KEY, 'true');
    window.location.assign(response.url);
    return true;
  }
  return false;
}

/** Consumes the URL parameter and calls back once, with false if it is absent. */
function useReactivateParam(onChange: (isRequested: boolean) => void): void {
  const [searchParams, setSearchParams] = useSearchParams();
  const isRequested = searchParams.get(REACTIVATE_PARAM) === 'true';
  const lastValue = useRef<boolean | null>(null);
  useEffect(() => {
    if (lastValue.current === isRequested) return;
    lastValue.current = isRequested;
    onChange(isRequested);
    if (!isRequested) return;
    setSearchParams(
      (currentParams) => {
        currentParams.delete(REACTIVATE_PARAM);
        return currentParams;
      },
      { replace: true, preventScrollReset: true },
    );
    // oxlint-disable-next-line react/exhaustive-deps -- once per occurrence of the parameter
  }, [isRequested]);
}
