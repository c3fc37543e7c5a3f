import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

import type { Connection } from '#domain/calls.ts';

import { useErrorToast } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';

import { parseAuthorizationResponse, parseStripeReturn, removeStripeParams } from './stripe-return.ts';
import type { StripeConnection } from './use-connection.ts';

function showConnectionResult(connection: Connection | null): void {
  if (connection?.state === 'complete')
    toast({ title: 'Connected', message: 'Your Stripe account is connected. You can publish now.' });
  else
    toast({
      title: 'Onboarding Incomplete',
      message: connection?.reason ?? 'Stripe still needs something from you. Continue where you stopped.',
    });
}

type StripeReturnActions = Pick<StripeConnection, 'refresh' | 'completeAuthorization'>;

/** Shows the outcome when Stripe redirects the seller back, and cleans the URL. */
export function useStripeReturn({ refresh, completeAuthorization }: StripeReturnActions): void {
  const [query, setQuery] = useSearchParams();
  const isHandled = useRef(false);
  const failToast = useErrorToast();
  useEffect(() => {
    const stripeReturn = parseStripeReturn(query);
    const response = parseAuthorizationResponse(query);
    if (!stripeReturn && !response) {
      isHandled.current = false;
      return;
    }
    if (isHandled.current) return;
    isHandled.current = true;
    setQuery(removeStripeParams(query), { replace: true, preventScrollReset: true });
    if (response) {
      completeAuthorization(response).then(showConnectionResult, (error: unknown) => {
        failToast(error, 'Connection Failed');
        void refresh().catch(() => undefined);
      });
      return;
    }
    refresh().then(
      // An expired onboarding link is never reported as success, whatever the account's state is.
      (connection) =>
        showConnectionResult(stripeReturn === 'refresh' && connection.state === 'complete' ? null : connection),
      (error: unknown) =>
        stripeReturn === 'refresh' ? showConnectionResult(null) : failToast(error, 'Connection Failed'),
    );
  }, [query, setQuery, refresh, completeAuthorization, failToast]);
}
