import Stripe from 'stripe';

import type { Config } from '#server/config.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import { timedClient } from '#server/metrics/timed-client.ts';

import { keyWatchingClient, type KeyRefusal } from './key-refusal.ts';
import { rateLimitRetryingClient } from './rate-limit-retry.ts';
import { sellerStripeOf, type SellerStripe } from './seller-stripe.ts';

export const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 10_000;
/** For calls that charge a card: a bank may take 20 seconds. People wait no longer than for other calls (`inTime`). */
export const CHARGE_TIMEOUT_MS = 60_000;

/** Any key of the test kind: the sandbox takes them all. */
const SANDBOX_KEY = 'sk_test_sandbox';

/** What we ask of the provider as the platform. Whatever belongs to a seller is asked through `sellerStripe`. */
export type PlatformStripe = Pick<
  Stripe,
  'accounts' | 'accountLinks' | 'events' | 'oauth' | 'webhooks' | 'webhookEndpoints'
> & {
  /** What sellers pay us: on our own account, and never on theirs. */
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

export type Provider = { stripe: PlatformStripe; sellerStripe: (accountId: string) => SellerStripe };

type SandboxApi = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

export type StripeHooks = {
  /** Called for each call that Stripe refuses because of the key. */
  onKeyRefused: (refusal: KeyRefusal) => void;
  /** Called for each write that Stripe answers with 429. */
  onRateLimited: () => void;
};

type Road = StripeHooks & {
  /** The sandbox in this process; null: the provider is elsewhere. */
  api: SandboxApi | null;
  metrics: Metrics;
  /** What each request goes through. */
  around?: (next: typeof fetch) => typeof fetch;
};

/** The provider of this mode, as the platform sees it and as each seller's account does. */
export function openProvider(config: Config, road: Road): Provider {
  const stripe = openSdk(config, road);
  const knownCoupons = new Set<string>();
  const { accounts, accountLinks, events, oauth, webhooks, webhookEndpoints } = stripe;
  return {
    stripe: { accounts, accountLinks, events, oauth, webhooks, webhookEndpoints, plans: plansOf(stripe) },
    sellerStripe: (accountId) => sellerStripeOf(stripe, accountId, knownCoupons),
  };
}

function plansOf(stripe: Stripe): PlatformStripe['plans'] {
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

/** The official SDK: on Stripe itself, on a sandbox on another port, or on the one in this process. */
function openSdk(config: Config, { api, metrics, around, onKeyRefused, onRateLimited }: Road): Stripe {
  const next = api ?? (around && fetch);
  const client = next ? Stripe.createFetchHttpClient(around?.(next) ?? next) : Stripe.createNodeHttpClient();
  const common = {
    httpClient: rateLimitRetryingClient(
      keyWatchingClient(timedClient(client, metrics), onKeyRefused),
      onRateLimited,
    ),
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
  } as const;
  if (config.stripeKey) return new Stripe(config.stripeKey, common);
  if (config.sandboxUrl) return new Stripe(SANDBOX_KEY, { ...common, ...hostOf(config.sandboxUrl) });
  if (!api) throw new Error('The sandbox is not open');
  return new Stripe(SANDBOX_KEY, common);
}

function hostOf(address: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const url = new URL(address);
  const protocol = url.protocol === 'https:' ? 'https' : 'http';
  return { host: url.hostname, port: Number(url.port || (protocol === 'https' ? 443 : 80)), protocol };
}
