import { expect, test } from 'vitest';

import { atPace, openPace, REQUESTS_PER_SECOND } from './pace.ts';

/** A clock that only `advance` moves. */
function timing() {
  let at = 0;
  const waits: { until: number; go: () => void }[] = [];
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => at,
    wait: (ms: number) => new Promise<void>((go) => void waits.push({ until: at + ms, go })),
    pass: async (ms: number) => {
      await settled();
      at += ms;
      for (const wait of waits.filter(({ until }) => until <= at)) wait.go();
      await settled();
    },
  };
}

test('never exceeds the rate for any number of concurrent requests', async () => {
  const time = timing();
  const pace = openPace(time);
  const times: number[] = [];
  for (let index = 0; index < 40; index++) void pace.take().then(() => times.push(time.now()));
  for (let ms = 0; ms < 8000; ms += 20) await time.pass(20);
  expect(times).toHaveLength(40);
  for (const from of times) {
    const within = times.filter((one) => one >= from && one < from + 1000);
    expect(within.length).toBeLessThanOrEqual(REQUESTS_PER_SECOND);
  }
});

test('slows down after a 429 and recovers afterwards', async () => {
  const time = timing();
  let refuse = true;
  const road = atPace(openPace(time))(() =>
    Promise.resolve(new Response('', { status: refuse ? 429 : 200 })),
  );
  let done = 0;
  const ask = () => void road('https://api.example.com/').then(() => (done += 1));
  for (let index = 0; index < 4; index++) ask();
  for (let ms = 0; ms < 1200; ms += 20) await time.pass(20);
  const slowed = done;
  expect(slowed).toBeLessThan(4);
  refuse = false;
  await time.pass(10_000);
  await time.pass(120_000);
  done = 0;
  for (let index = 0; index < 5; index++) ask();
  for (let ms = 0; ms < 1000; ms += 20) await time.pass(20);
  expect(done).toBe(5);
});
