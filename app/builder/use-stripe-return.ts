import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

import type { Connection } from '#domain/calls.ts';

import { toast } from '#app/ui/toast.tsx';

import { stripeReturnOf, withoutStripeReturn } from './stripe-return.ts';

function tellReturn(connection: Connection | null): void {
  if (connection?.state === 'complete')
    toast({ title: 'Connected', message: 'Your Stripe account is connected. You can publish now.' });
  else
    toast({
      title: 'Onboarding Incomplete',
      message: connection?.reason ?? 'Stripe still needs something from you. Continue where you stopped.',
    });
}

/** Tells how onboarding went when the provider sends the seller back, and tidies the address. */
export function useStripeReturn(refresh: () => Promise<Connection | null>): void {
  const [query, setQuery] = useSearchParams();
  const told = useRef(false);
  useEffect(() => {
    const back = stripeReturnOf(query);
    if (!back) {
      told.current = false;
      return;
    }
    if (told.current) return;
    told.current = true;
    setQuery(withoutStripeReturn(query), { replace: true, preventScrollReset: true });
    void refresh().then((connection) => tellReturn(back === 'success' ? connection : incomplete(connection)));
  }, [query, setQuery, refresh]);
}

/** The way back of a link that ran out is never a success, whatever the account's state is. */
const incomplete = (connection: Connection | null): Connection | null =>
  connection?.state === 'complete' ? null : connection;
