/** What the provider's way back says in the builder's address. Only a hint: the state itself is asked for. */
export type StripeReturn = 'success' | 'refresh' | null;

const SUCCESS = 'stripe_success';
const REFRESH = 'stripe_refresh';

export function stripeReturnOf(query: URLSearchParams): StripeReturn {
  if (query.get(SUCCESS) === 'true') return 'success';
  return query.get(REFRESH) === 'true' ? 'refresh' : null;
}

/** The same address without the provider's two parameters. */
export function withoutStripeReturn(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  rest.delete(SUCCESS);
  rest.delete(REFRESH);
  return rest;
}
