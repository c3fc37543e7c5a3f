import type Stripe from 'stripe';

/**
 * An SDK client that retries a write after Stripe's rate limit (429). The SDK retries it, with backoff and jitter and under
 * the same idempotency key, when this header asks for that. Reads are not retried here: background work has a pace of its own.
 */
export function rateLimitRetryingClient(
  client: Stripe.HttpClient,
  onRateLimited: () => void,
): Stripe.HttpClient {
  const makeRequest: Stripe.HttpClient['makeRequest'] = async (...request) => {
    const answer = await client.makeRequest(...request);
    const [, , , method] = request;
    if (method !== 'POST' || answer.getStatusCode() !== 429) return answer;
    onRateLimited();
    const getHeaders = () => ({ ...answer.getHeaders(), 'stripe-should-retry': 'true' });
    return Object.create(answer, { getHeaders: { value: getHeaders } }) as typeof answer;
  };
  return Object.create(client, { makeRequest: { value: makeRequest } }) as Stripe.HttpClient;
}
