import type { Calls } from '#domain/calls.ts';

/** What Stripe answered when a seller was asked to connect an existing account. */
export type AuthorizationResponse = Calls['stripe-connect-complete']['body'];

/** What the provider's way back says in the builder's address. Only a hint: the state itself is asked for. */
export type StripeReturn = 'success' | 'refresh' | null;

const SUCCESS = 'stripe_success';
const REFRESH = 'stripe_refresh';
const STATE = 'stripe_state';
const CODE = 'stripe_code';
const ERROR = 'stripe_error';

export function stripeReturnOf(query: URLSearchParams): StripeReturn {
  if (query.get(SUCCESS) === 'true') return 'success';
  return query.get(REFRESH) === 'true' ? 'refresh' : null;
}

/** The response that the server's return route has put into the address; null without one. */
export function authorizationResponseOf(query: URLSearchParams): AuthorizationResponse | null {
  const state = query.get(STATE);
  const code = query.get(CODE);
  if (!state) return null;
  return code ? { state, code } : { state, error: query.get(ERROR) || 'unknown' };
}

/** The same address without the provider's parameters. */
export function withoutStripeReturn(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  for (const name of [SUCCESS, REFRESH, STATE, CODE, ERROR]) rest.delete(name);
  return rest;
}
