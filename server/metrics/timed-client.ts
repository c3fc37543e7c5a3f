import type Stripe from 'stripe';

import type { Metrics } from './metrics.ts';

/** An HTTP client for the Stripe SDK that measures each try. */
export function timedClient(client: Stripe.HttpClient, metrics: Metrics): Stripe.HttpClient {
  const ask: Stripe.HttpClient['makeRequest'] = async (...request) => {
    const started = performance.now();
    let outcome = 'failed';
    try {
      const answer = await client.makeRequest(...request);
      outcome = outcomeOf(answer.getStatusCode());
      return answer;
    } finally {
      metrics.time('provider_call', { outcome }, (performance.now() - started) / 1000);
    }
  };
  return Object.create(client, { makeRequest: { value: ask } }) as Stripe.HttpClient;
}

const outcomeOf = (status: number): string => (status === 429 ? '429' : `${Math.floor(status / 100)}xx`);
