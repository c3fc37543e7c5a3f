import type Stripe from 'stripe';

import type { Context } from '#server/core/context.ts';
import type { Scope } from '#server/payments/event-row.ts';
import { API_VERSION } from '#server/stripe/client.ts';
import { callStripe } from '#server/stripe/stripe-errors.ts';

import { getPlanCatalog } from './plan-catalog.ts';
import { PLAN_EVENTS } from './plan-events.ts';

export const REQUIRED_EVENTS: Readonly<Record<Scope, readonly string[]>> = {
  platform: PLAN_EVENTS,
  connect: [
    'account.updated',
    'account.application.deauthorized',
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
    'invoice.paid',
    'invoice.payment_failed',
    'invoice.voided',
    'invoice.marked_uncollectible',
    'customer.subscription.created',
    'customer.subscription.updated',
    'customer.subscription.deleted',
    'customer.subscription.paused',
    'customer.subscription.resumed',
    'charge.failed',
    'payment_intent.payment_failed',
    'charge.refunded',
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.dispute.created',
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
  ],
};

type EndpointCheckContext = {
  config: Pick<Context['config'], 'appUrl'>;
  stripe: Pick<Context['stripe'], 'webhookEndpoints'>;
};

/** Lists what the operator must fix in the Stripe webhook endpoints. */
export async function checkWebhookEndpoints(context: EndpointCheckContext): Promise<string[]> {
  const { data } = await context.stripe.webhookEndpoints.list({ limit: 100 });
  return (['platform', 'connect'] as const).flatMap((scope) => {
    const url = `${context.config.appUrl}/webhooks/stripe/${scope}`;
    const endpoint = data.find((candidate) => candidate.url === url);
    return endpoint ? checkEndpoint(endpoint, scope) : [`There is no endpoint for ${url} (${SCOPE_LABELS[scope]})`];
  });
}

const SCOPE_LABELS: Record<Scope, string> = {
  platform: 'events on your account',
  connect: 'events on connected accounts',
};

function checkEndpoint(endpoint: Stripe.WebhookEndpoint, scope: Scope): string[] {
  const { url, status, application, api_version: apiVersion, enabled_events: enabledEvents } = endpoint;
  const missingEvents = enabledEvents.includes('*')
    ? []
    : REQUIRED_EVENTS[scope].filter((event) => !enabledEvents.includes(event));
  return [
    ...(status === 'enabled' ? [] : [`${url} is ${status}`]),
    ...((application !== null) === (scope === 'connect') ? [] : [`${url} must receive ${SCOPE_LABELS[scope]}`]),
    // An endpoint without its own API version uses the version of the account.
    ...(apiVersion === API_VERSION
      ? []
      : [`${url} uses ${apiVersion ?? 'the account’s API version'} instead of ${API_VERSION}`]),
    ...(missingEvents.length === 0 ? [] : [`${url} doesn’t receive ${missingEvents.join(', ')}`]),
  ];
}

/**
 * Prepares plans at Stripe at every start and checks the webhook endpoints. Never throws: selling works without it, and
 * missing objects are created at first use.
 */
export async function prepareBilling(context: Context): Promise<void> {
  try {
    await getPlanCatalog(context);
  } catch (error) {
    context.log.error({ err: error }, 'plan_catalog_failed');
  }
  if (context.mode === 'sandbox') return;
  try {
    for (const warning of await callStripe(() => checkWebhookEndpoints(context)))
      context.log.error({ problem: warning }, 'stripe_webhook_endpoint_misconfigured');
  } catch (error) {
    context.log.warn({ err: error }, 'stripe_webhook_endpoint_check_failed');
  }
}
