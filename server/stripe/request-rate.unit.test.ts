import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { rateLimitedFetch, REQUESTS_PER_SECOND } from './request-rate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('never exceeds the rate for any number of concurrent requests', async () => {
  const times: number[] = [];
  const transport = rateLimitedFetch()(async () => {
    times.push(Date.now());
    return new Response('');
  });
  for (let index = 0; index < 40; index++) void transport('https://api.example.com/');
  await vi.advanceTimersByTimeAsync(9000);
  expect(times).toHaveLength(40);
  for (const start of times) {
    const inWindow = times.filter((instant) => instant >= start && instant < start + 1000);
    expect(inWindow.length).toBeLessThanOrEqual(REQUESTS_PER_SECOND);
  }
});

test('starts nothing for a second after a 429 and continues afterwards', async () => {
  let isRateLimited = true;
  let sentCount = 0;
  const transport = rateLimitedFetch()(async () => {
    sentCount++;
    return new Response('', { status: isRateLimited ? 429 : 200 });
  });
  for (let index = 0; index < 4; index++) void transport('https://api.example.com/');
  await vi.advanceTimersByTimeAsync(900);
  expect(sentCount).toBe(1);
  await vi.advanceTimersByTimeAsync(1200);
  expect(sentCount).toBeLessThan(4);
  isRateLimited = false;
  await vi.advanceTimersByTimeAsync(3000);
  expect(sentCount).toBe(4);
});

test('does not delay requests without a limit', async () => {
  let sentCount = 0;
  const transport = rateLimitedFetch(Infinity)(async () => {
    sentCount++;
    return new Response('');
  });
  for (let index = 0; index < 20; index++) void transport('https://api.example.com/');
  await vi.advanceTimersByTimeAsync(0);
  expect(sentCount).toBe(20);
});
