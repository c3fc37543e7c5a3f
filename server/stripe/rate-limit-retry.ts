import type Stripe from 'stripe';

/**
 * Wraps an SDK client to retry writes after a 429: this header makes the SDK retry with backoff, jitter and the same
 * idempotency key. Reads are not retried here, because background work has its own rate limit.
 */
export function withRateLimitRetry(client: Stripe.HttpClient, onRateLimited: () => void): Stripe.HttpClient {
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
