/** Connects an existing Stripe account the way a seller's browser does. Used by tests only. */
import type { RpcContract } from '#domain/rpc-contract.ts';

import type { TestSeller, TestApp } from './test-app.ts';

export type AuthorizationResponse = RpcContract['stripe-connect-complete']['body'];

/** Starts the connection; returns the URL of Stripe's consent page. */
export async function startConnection(seller: TestSeller): Promise<string> {
  const { status, body } = await seller.rpc('stripe-connect-authorize', {});
  if (!('url' in body) || !body.url) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.url;
}

/** Submits the consent page and follows Stripe's redirect to the builder; returns the parameters read there. */
export async function submitConsent(
  app: TestApp,
  url: string,
  fields: Record<string, string>,
): Promise<AuthorizationResponse> {
  const { pathname, search } = new URL(url);
  const body = new URLSearchParams(fields);
  const consent = await app.request(pathname + search, { method: 'POST', body });
  const returnUrl = new URL(consent.headers.get('location') ?? '');
  const builderUrl = new URL((await app.request(returnUrl.pathname + returnUrl.search)).headers.get('location') ?? '');
  if (builderUrl.pathname !== '/builder') throw new Error(`Sent to ${builderUrl.href}`);
  const [state, code, error] = ['state', 'code', 'error'].map((name) => builderUrl.searchParams.get(`stripe_${name}`));
  return code === null ? { state: state ?? '', error: error ?? '' } : { state: state ?? '', code: code ?? '' };
}

/** An account that its owner had before and that the platform cannot access yet. */
export const EXISTING_ACCOUNT = { account: 'another', business: 'Marlow Prints', action: 'connect' };

/** Starts, consents to and completes the connection. */
export async function connectExistingAccount(app: TestApp, seller: TestSeller, fields = EXISTING_ACCOUNT) {
  const response = await submitConsent(app, await startConnection(seller), fields);
  return seller.rpc('stripe-connect-complete', response);
}
