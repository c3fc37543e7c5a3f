import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

import type { Connection } from '#domain/calls.ts';

import { useFailToast } from '#app/session/use-fail-toast.ts';
import { toast } from '#app/ui/toast.tsx';

import { authorizationResponseOf, stripeReturnOf, withoutStripeReturn } from './stripe-return.ts';
import type { StripeConnection } from './use-connection.ts';

function showReturn(connection: Connection | null): void {
  if (connection?.state === 'complete')
    toast({ title: 'Connected', message: 'Your Stripe account is connected. You can publish now.' });
  else
    toast({
      title: 'Onboarding Incomplete',
      message: connection?.reason ?? 'Stripe still needs something from you. Continue where you stopped.',
    });
}

type Returning = Pick<StripeConnection, 'refresh' | 'completeAuthorization'>;

/** Shows the outcome when Stripe redirects the seller back, and cleans the URL. */
export function useStripeReturn({ refresh, completeAuthorization }: Returning): void {
  const [query, setQuery] = useSearchParams();
  const told = useRef(false);
  const failToast = useFailToast();
  useEffect(() => {
    const back = stripeReturnOf(query);
    const response = authorizationResponseOf(query);
    if (!back && !response) {
      told.current = false;
      return;
    }
    if (told.current) return;
    told.current = true;
    setQuery(withoutStripeReturn(query), { replace: true, preventScrollReset: true });
    if (response) {
      completeAuthorization(response).then(showReturn, (error: unknown) => {
        failToast(error, 'Connection Failed');
        void refresh().catch(() => undefined);
      });
      return;
    }
    refresh().then(
      // An expired onboarding link is never reported as success, whatever the account's state is.
      (connection) => showReturn(back === 'refresh' && connection.state === 'complete' ? null : connection),
      (error: unknown) => (back === 'refresh' ? showReturn(null) : failToast(error, 'Connection Failed')),
    );
  }, [query, setQuery, refresh, completeAuthorization, failToast]);
}
