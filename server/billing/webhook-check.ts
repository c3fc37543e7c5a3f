import type Stripe from 'stripe';

import type { Context } from '#server/context.ts';
import { API_VERSION } from '#server/stripe/client.ts';
import type { Scope } from '#server/webhooks/event-row.ts';
import { PLAN_EVENTS } from './plan-events.ts';

/** Events that each webhook endpoint must receive. */
export const EVENTS: Readonly<Record<Scope, readonly string[]>> = {
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

type Asked = {
  config: Pick<Context['config'], 'appUrl'>;
  stripe: Pick<Context['stripe'], 'webhookEndpoints'>;
};

/** Lists what the operator must fix in the Stripe webhook endpoints. */
export async function webhookProblems(context: Asked): Promise<string[]> {
  const { data } = await context.stripe.webhookEndpoints.list({ limit: 100 });
  return (['platform', 'connect'] as const).flatMap((scope) => {
    const url = `${context.config.appUrl}/webhooks/stripe/${scope}`;
    const endpoint = data.find((one) => one.url === url);
    return endpoint ? problemsOf(endpoint, scope) : [`No endpoint for ${url} (${scopeWords[scope]})`];
  });
}

const scopeWords: Record<Scope, string> = {
  platform: 'events on your account',
  connect: 'events on connected accounts',
};

function problemsOf(endpoint: Stripe.WebhookEndpoint, scope: Scope): string[] {
  const { url, status, application, api_version: version, enabled_events: enabled } = endpoint;
  const missing = enabled.includes('*') ? [] : EVENTS[scope].filter((event) => !enabled.includes(event));
  return [
    ...(status === 'enabled' ? [] : [`${url} is ${status}`]),
    ...((application !== null) === (scope === 'connect') ? [] : [`${url} must hear ${scopeWords[scope]}`]),
    // An endpoint without its own API version uses the version of the account.
    ...(version === API_VERSION
      ? []
      : [`${url} speaks ${version ?? 'the account’s version'}, not ${API_VERSION}`]),
    ...(missing.length === 0 ? [] : [`${url} is not sent ${missing.join(', ')}`]),
  ];
}
