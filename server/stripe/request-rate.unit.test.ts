import { expect, test } from 'vitest';

import { rateLimitedFetch, createRequestRate, REQUESTS_PER_SECOND } from './request-rate.ts';

/** A clock that only `advance` moves. */
function createFakeTime() {
  let nowMs = 0;
  const pendingWaits: { until: number; resolve: () => void }[] = [];
  const flush = () => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => nowMs,
    sleep: (ms: number) => new Promise<void>((resolve) => void pendingWaits.push({ until: nowMs + ms, resolve })),
    advance: async (ms: number) => {
      await flush();
      nowMs += ms;
      for (const pending of pendingWaits.filter(({ until }) => until <= nowMs)) pending.resolve();
      await flush();
    },
  };
}

test('never exceeds the rate for any number of concurrent requests', async () => {
  const fakeTime = createFakeTime();
  const requestRate = createRequestRate(fakeTime);
  const times: number[] = [];
  for (let index = 0; index < 40; index++) void requestRate.acquire().then(() => times.push(fakeTime.now()));
  for (let ms = 0; ms < 8000; ms += 20) await fakeTime.advance(20);
  expect(times).toHaveLength(40);
  for (const start of times) {
    const inWindow = times.filter((instant) => instant >= start && instant < start + 1000);
    expect(inWindow.length).toBeLessThanOrEqual(REQUESTS_PER_SECOND);
  }
});

test('slows down after a 429 and recovers afterwards', async () => {
  const fakeTime = createFakeTime();
  let isRateLimited = true;
  const transport = rateLimitedFetch(createRequestRate(fakeTime))(() =>
    Promise.resolve(new Response('', { status: isRateLimited ? 429 : 200 })),
  );
  let doneCount = 0;
  const sendRequest = () => void transport('https://api.example.com/').then(() => (doneCount += 1));
  for (let index = 0; index < 4; index++) sendRequest();
  for (let ms = 0; ms < 1200; ms += 20) await fakeTime.advance(20);
  const doneWhileLimited = doneCount;
  expect(doneWhileLimited).toBeLessThan(4);
  isRateLimited = false;
  await fakeTime.advance(10_000);
  await fakeTime.advance(120_000);
  doneCount = 0;
  for (let index = 0; index < 5; index++) sendRequest();
  for (let ms = 0; ms < 1000; ms += 20) await fakeTime.advance(20);
  expect(doneCount).toBe(5);
});
