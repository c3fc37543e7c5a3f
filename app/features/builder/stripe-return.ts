import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

import { toast } from '#app/components/toast.tsx';
import { showErrorToast } from '#app/lib/error-message.ts';
import { builderBannerMessages } from '#content/messages/builder-banners.ts';
import type { RpcContract, Connection } from '#domain/rpc-contract.ts';

import type { StripeConnection } from './use-stripe-connection.ts';

/** Response of Stripe after the seller was asked to connect an existing account. */
export type AuthorizationResponse = RpcContract['stripe-connect-complete']['body'];

/** Outcome of onboarding as stated in the return URL. It is only a hint: the actual state is requested from the server. */
export type StripeReturn = 'success' | 'refresh' | null;

const messages = builderBannerMessages.stripe;
const STRIPE_PARAMS = ['stripe_success', 'stripe_refresh', 'stripe_state', 'stripe_code', 'stripe_error'];

export function parseStripeReturn(query: URLSearchParams): StripeReturn {
  if (query.get('stripe_success') === 'true') return 'success';
  return query.get('stripe_refresh') === 'true' ? 'refresh' : null;
}

/** Reads the OAuth response that the server's return route added to the URL; null if there is none. */
export function parseAuthorizationResponse(query: URLSearchParams): AuthorizationResponse | null {
  const state = query.get('stripe_state');
  const code = query.get('stripe_code');
  if (!state) return null;
  return code ? { state, code } : { state, error: query.get('stripe_error') || 'unknown' };
}

/** Returns the parameters without those of the Stripe return. */
export function removeStripeParams(query: URLSearchParams): URLSearchParams {
  const remaining = new URLSearchParams(query);
  for (const name of STRIPE_PARAMS) remaining.delete(name);
  return remaining;
}

function showConnectionResult(connection: Connection | null): void {
  if (connection?.state === 'complete') toast(messages.returned);
  else
    toast({
      title: messages.returnedIncomplete.title,
      message: connection?.reason ?? messages.returnedIncomplete.message,
    });
}

type StripeReturnActions = Pick<StripeConnection, 'refresh' | 'completeAuthorization'>;

/** Shows the outcome when Stripe redirects the seller back, and cleans the URL. */
export function useStripeReturn({ refresh, completeAuthorization }: StripeReturnActions): void {
  const [query, setQuery] = useSearchParams();
  const isHandled = useRef(false);
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
        showErrorToast(error, messages.connectionError);
        void refresh().catch(() => undefined);
      });
      return;
    }
    refresh().then(
      // An expired onboarding link is never reported as success, whatever the account's state is.
      (connection) =>
        showConnectionResult(stripeReturn === 'refresh' && connection.state === 'complete' ? null : connection),
      (error: unknown) =>
        stripeReturn === 'refresh' ? showConnectionResult(null) : showErrorToast(error, messages.connectionError),
    );
  }, [query, setQuery, refresh, completeAuthorization]);
}
