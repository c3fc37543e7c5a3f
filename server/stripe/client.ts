import Stripe from 'stripe';

import type { Config } from '#server/core/config.ts';
import type { Metrics } from '#server/core/metrics.ts';

import { withKeyMonitoring, type KeyRejection } from './key-rejection.ts';
import { createSellerStripe, type SellerStripe } from './seller-stripe.ts';

/** An HTTP client for the Stripe SDK that measures each try. */
function timedClient(client: Stripe.HttpClient, metrics: Metrics): Stripe.HttpClient {
  const makeTimedRequest: Stripe.HttpClient['makeRequest'] = async (...request) => {
    const started = performance.now();
    let outcome = 'failed';
    try {
      const response = await client.makeRequest(...request);
      outcome = outcomeOf(response.getStatusCode());
      return response;
    } finally {
      metrics.observeDuration('stripe_request', { outcome }, (performance.now() - started) / 1000);
    }
  };
  return Object.create(client, { makeRequest: { value: makeTimedRequest } }) as Stripe.HttpClient;
}

const outcomeOf = (status: number): string => (status === 429 ? '429' : `${Math.floor(status / 100)}xx`);

/**
 * Wraps an SDK client to retry writes after a 429: this header makes the SDK retry with backoff, jitter and the same
 * idempotency key. Reads are not retried here, because background work has its own rate limit.
 */
function withRateLimitRetry(client: Stripe.HttpClient, onRateLimited: () => void): Stripe.HttpClient {
  const makeRequest: Stripe.HttpClient['makeRequest'] = async (...request) => {
    const response = await client.makeRequest(...request);
    const [, , , method] = request;
    if (method !== 'POST' || response.getStatusCode() !== 429) return response;
    onRateLimited();
    const getHeaders = () => ({ ...response.getHeaders(), 'stripe-should-retry': 'true' });
    return Object.create(response, { getHeaders: { value: getHeaders } }) as typeof response;
  };
  return Object.create(client, { makeRequest: { value: makeRequest } }) as Stripe.HttpClient;
}

export const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 10_000;
/** Timeout of calls that charge a card: a bank may take 20 seconds. Users still wait no longer (`withTimeout`). */
export const CHARGE_TIMEOUT_MS = 60_000;

/** The sandbox accepts any test key. */
const SANDBOX_KEY = 'sk_test_sandbox';

/** Stripe's API for the platform account. Everything of a seller goes through `sellerStripe`. */
export type PlatformStripe = Pick<
  Stripe,
  'accounts' | 'accountLinks' | 'events' | 'oauth' | 'webhooks' | 'webhookEndpoints'
> & {
  /** APIs for the sellers' own plans, on our account only. */
  plans: Pick<
    Stripe,
    | 'billingPortal'
    | 'customers'
    | 'invoicePayments'
    | 'invoices'
    | 'paymentMethods'
    | 'prices'
    | 'products'
    | 'subscriptions'
    | 'subscriptionSchedules'
  >;
};

export type StripeClients = { stripe: PlatformStripe; sellerStripe: (accountId: string) => SellerStripe };

type SandboxApi = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

export type StripeHooks = {
  onKeyRejected: (rejection: KeyRejection) => void;
  /** Called for each write that Stripe answers with 429. */
  onRateLimited: () => void;
};

type StripeOptions = StripeHooks & {
  /** The sandbox in this process; null if Stripe or the sandbox is remote. */
  api: SandboxApi | null;
  metrics: Metrics;
  wrapFetch?: (innerFetch: typeof fetch) => typeof fetch;
};

/** Opens the clients of this mode: for the platform and for each connected account. */
export function createStripeClients(config: Config, options: StripeOptions): StripeClients {
  const stripe = createSdk(config, options);
  const knownObjects = new Set<string>();
  const { accounts, accountLinks, events, oauth, webhooks, webhookEndpoints } = stripe;
  return {
    stripe: { accounts, accountLinks, events, oauth, webhooks, webhookEndpoints, plans: planApis(stripe) },
    sellerStripe: (accountId) => createSellerStripe(stripe, accountId, knownObjects),
  };
}

function planApis(stripe: Stripe): PlatformStripe['plans'] {
  const { billingPortal, customers, invoicePayments, invoices, paymentMethods } = stripe;
  const { prices, products, subscriptions, subscriptionSchedules } = stripe;
  return {
    billingPortal,
    customers,
    invoicePayments,
    invoices,
    paymentMethods,
    prices,
    products,
    subscriptions,
    subscriptionSchedules,
  };
}

/** Opens the official SDK for Stripe, for a sandbox at another URL, or for the sandbox in this process. */
function createSdk(config: Config, { api, metrics, wrapFetch, onKeyRejected, onRateLimited }: StripeOptions): Stripe {
  const innerFetch = api ?? (wrapFetch && fetch);
  const client = innerFetch
    ? Stripe.createFetchHttpClient(wrapFetch?.(innerFetch) ?? innerFetch)
    : Stripe.createNodeHttpClient();
  const sdkOptions = {
    httpClient: withRateLimitRetry(withKeyMonitoring(timedClient(client, metrics), onKeyRejected), onRateLimited),
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
  } as const;
  if (config.stripeKey) return new Stripe(config.stripeKey, sdkOptions);
  if (config.sandboxUrl) return new Stripe(SANDBOX_KEY, { ...sdkOptions, ...parseHost(config.sandboxUrl) });
  if (!api) throw new Error('The sandbox is not open');
  return new Stripe(SANDBOX_KEY, sdkOptions);
}

function parseHost(address: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const url = new URL(address);
  const protocol = url.protocol === 'https:' ? 'https' : 'http';
  return { host: url.hostname, port: Number(url.port || (protocol === 'https' ? 443 : 80)), protocol };
}
