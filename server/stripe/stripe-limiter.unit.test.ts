import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { StripeTimeoutError, StripeLimiter } from './stripe-limiter.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Schedules requests that the test completes or fails by hand. */
function createPendingRequests(limiter: StripeLimiter) {
  const started: { accountId: string; respond: () => void; fail: (error: Error) => void }[] = [];
  const schedule = (accountId: string, urgent = false) =>
    limiter.schedule(accountId, urgent, () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      started.push({ accountId, respond: () => resolve('an answer'), fail: reject });
      return promise;
    });
  const flush = () => vi.advanceTimersByTimeAsync(0);
  return { started, schedule, flush };
}

test('runs eight requests at once, four per account, and starts the next after each response', async () => {
  const { started, schedule, flush } = createPendingRequests(new StripeLimiter());
  const responses = ['a', 'b', 'c'].flatMap((account) => Array.from({ length: 6 }, () => schedule(account)));
  await flush();
  expect(started.map(({ accountId }) => accountId).join('')).toBe('aaaabbbb');
  started[0]?.respond();
  await flush();
  expect(started.map(({ accountId }) => accountId).join('')).toBe('aaaabbbba');
  for (let count = 1; count < responses.length; count++) {
    started[count]?.respond();
    await flush();
  }
  expect(new Set(await Promise.all(responses))).toEqual(new Set(['an answer']));
});

test('runs an urgent request before all background requests', async () => {
  const { started, schedule, flush } = createPendingRequests(new StripeLimiter());
  const background = ['a', 'b', 'c'].flatMap((account) => Array.from({ length: 100 }, () => schedule(account)));
  await flush();
  const urgentResponse = schedule('z', true);
  started[0]?.respond();
  await flush();
  expect(started).toHaveLength(9);
  expect(started[8]?.accountId).toBe('z');
  started[8]?.respond();
  expect(await urgentResponse).toBe('an answer');
  expect(background).toHaveLength(300);
});

test('starts nothing for a second after a 429 and then runs half as many requests at once', async () => {
  const { started, schedule, flush } = createPendingRequests(new StripeLimiter());
  const responses = ['a', 'b', 'c', 'd'].flatMap((account) => [
    schedule(account),
    schedule(account),
    schedule(account),
  ]);
  const allSettled = Promise.allSettled(responses);
  await flush();
  expect(started).toHaveLength(8);
  started[0]?.fail(new Stripe.errors.StripeRateLimitError({ message: 'Too many', type: 'rate_limit_error' }));
  for (const { respond } of started.slice(1)) respond();
  await vi.advanceTimersByTimeAsync(900);
  expect(started).toHaveLength(8);
  await vi.advanceTimersByTimeAsync(200);
  expect(started).toHaveLength(12);
  for (const { respond } of started) respond();
  expect((await allSettled).map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
});

test('gives up a request that times out and frees its slot', async () => {
  const { started, schedule } = createPendingRequests(new StripeLimiter());
  const scheduled = Promise.allSettled(Array.from({ length: 5 }, () => schedule('a')));
  await vi.advanceTimersByTimeAsync(6001);
  expect(started).toHaveLength(5);
  started[4]?.respond();
  const outcomes = await scheduled;
  expect(
    outcomes.filter((outcome) => outcome.status === 'rejected' && outcome.reason instanceof StripeTimeoutError),
  ).toHaveLength(4);
  expect(outcomes[4]).toMatchObject({ status: 'fulfilled' });
});
