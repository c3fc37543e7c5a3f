/** Connects an existing Stripe account the way a seller's browser does. Used by tests only. */
import type { Calls } from '#domain/calls.ts';

import type { TestSeller, TestShop } from './testing.ts';

export type AuthorizationResponse = Calls['stripe-connect-complete']['body'];

/** Starts the connection; returns the URL of Stripe's consent page. */
export async function startConnecting(seller: TestSeller): Promise<string> {
  const { status, body } = await seller.call('stripe-connect-authorize', {});
  if (!('url' in body) || !body.url) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.url;
}

/** Submits the consent page and follows Stripe's redirect to the builder; returns the parameters read there. */
export async function answerConsent(
  shop: TestShop,
  url: string,
  fields: Record<string, string>,
): Promise<AuthorizationResponse> {
  const { pathname, search } = new URL(url);
  const body = new URLSearchParams(fields);
  const consent = await shop.request(pathname + search, { method: 'POST', body });
  const back = new URL(consent.headers.get('location') ?? '');
  const builder = new URL((await shop.request(back.pathname + back.search)).headers.get('location') ?? '');
  if (builder.pathname !== '/builder') throw new Error(`Sent to ${builder.href}`);
  const [state, code, error] = ['state', 'code', 'error'].map((name) =>
    builder.searchParams.get(`stripe_${name}`),
  );
  return code === null
    ? { state: state ?? '', error: error ?? '' }
    : { state: state ?? '', code: code ?? '' };
}

/** An account that its owner had before and that the platform cannot access yet. */
export const ANOTHER = { account: 'another', business: 'Marlow Prints', action: 'connect' };

/** Starts, consents to and completes the connection. */
export async function connectExistingAccount(shop: TestShop, seller: TestSeller, fields = ANOTHER) {
  const response = await answerConsent(shop, await startConnecting(seller), fields);
  return seller.call('stripe-connect-complete', response);
}
