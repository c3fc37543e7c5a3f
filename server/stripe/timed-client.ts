import type Stripe from 'stripe';

import type { Metrics } from '../core/metrics.ts';

/** An HTTP client for the Stripe SDK that measures each try. */
export function timedClient(client: Stripe.HttpClient, metrics: Metrics): Stripe.HttpClient {
  const makeTimedRequest: Stripe.HttpClient['makeRequest'] = async (...request) => {
    const started = performance.now();
    let outcome = 'failed';
    try {
      const response = await client.makeRequest(...request);
      outcome = outcomeOf(response.getStatusCode());
      return response;
    } finally {
      metrics.observeDuration('provider_call', { outcome }, (performance.now() - started) / 1000);
    }
  };
  return Object.create(client, { makeRequest: { value: makeTimedRequest } }) as Stripe.HttpClient;
}

const outcomeOf = (status: number): string => (status === 429 ? '429' : `${Math.floor(status / 100)}xx`);
