import { useCallback, useEffect, useRef } from 'react';

import { clearToasts, toast } from '#app/components/toast.tsx';
import { useRefetchOnFocus } from '#app/components/utils/use-page-visibility.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { billingMessages } from '#content/messages/billing.ts';

/** Returning to a tab fires twice, by window and document events. */
const REFETCH_DEBOUNCE_MS = 1000;

/** Functions whose results an action on the plan changes. */
export const PLAN_QUERIES = ['check-subscription-status', 'list-invoices'] as const;

/** Plan status of the subscription page. On focus and on retry, the server asks Stripe for the current state. */
export function usePlanStatus() {
  const asksStripe = useRef(false);
  const query = useRpcQuery(
    'check-subscription-status',
    {},
    {
      refetchOnWindowFocus: false,
      getBody: () => {
        const body = asksStripe.current ? { refresh: true } : {};
        asksStripe.current = false;
        return body;
      },
    },
  );
  const { refetch, errorUpdateCount } = query;
  const refresh = useCallback(() => {
    asksStripe.current = true;
    return refetch();
  }, [refetch]);
  useRefetchOnFocus(refresh, REFETCH_DEBOUNCE_MS);
  const reportedErrorCount = useRef(errorUpdateCount);
  useEffect(() => {
    if (errorUpdateCount === reportedErrorCount.current) return;
    reportedErrorCount.current = errorUpdateCount;
    toast(billingMessages.loadFailedToast, { destructive: true });
  }, [errorUpdateCount]);
  const retry = () => {
    clearToasts();
    asksStripe.current = true;
    query.retry();
  };
  return { ...query, retry };
}
