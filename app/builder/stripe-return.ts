import type { RpcContract } from '#domain/calls.ts';

/** Response of Stripe after the seller was asked to connect an existing account. */
export type AuthorizationResponse = RpcContract['stripe-connect-complete']['body'];

/** Outcome of onboarding as stated in the return URL. It is only a hint: the actual state is requested from the server. */
export type StripeReturn = 'success' | 'refresh' | null;

const SUCCESS = 'stripe_success';
const REFRESH = 'stripe_refresh';
const STATE = 'stripe_state';
const CODE = 'stripe_code';
const ERROR = 'stripe_error';

export function parseStripeReturn(query: URLSearchParams): StripeReturn {
  if (query.get(SUCCESS) === 'true') return 'success';
  return query.get(REFRESH) === 'true' ? 'refresh' : null;
}

/** Reads the OAuth response that the server's return route added to the URL; null if there is none. */
export function parseAuthorizationResponse(query: URLSearchParams): AuthorizationResponse | null {
  const state = query.get(STATE);
  const code = query.get(CODE);
  if (!state) return null;
  return code ? { state, code } : { state, error: query.get(ERROR) || 'unknown' };
}

/** Returns the parameters without those of the Stripe return. */
export function removeStripeParams(query: URLSearchParams): URLSearchParams {
  const remaining = new URLSearchParams(query);
  for (const name of [SUCCESS, REFRESH, STATE, CODE, ERROR]) remaining.delete(name);
  return remaining;
}
