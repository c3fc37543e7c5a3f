import { expect, onTestFinished, test, vi } from 'vitest';

import { openShop } from '#server/testing.ts';

import { watchLoop } from './loop-watch.ts';

/** Lets all due timers run. */
const turn = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Blocks the event loop. */
function stall(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

/** A clock on which timers always fire on time. */
function evenClock(): () => number {
  let now = 0;
  return () => (now += 50);
}

test('reports hard overload while the event loop is blocked, until it has recovered', async () => {
  const watch = watchLoop();
  onTestFinished(watch.close);
  expect(watch.isLate()).toBe(false);
  for (let turns = 0; turns < 6 && !watch.isLate(); turns += 1) {
    stall(600);
    await turn();
  }
  expect(watch.isLate()).toBe(true);
  await vi.waitUntil(() => !watch.isLate(), 20_000);
});

test('reports soft overload for a long queue of database queries, but not for one burst', async () => {
  const seen: boolean[] = [];
  const bursts = watchLoop(() => {
    seen.push(bursts.isBehind());
    return seen.length % 3 === 0 ? 30 : 0;
  }, evenClock());
  onTestFinished(bursts.close);
  let waiting = 30;
  const line = watchLoop(() => waiting, evenClock());
  onTestFinished(line.close);
  await vi.waitUntil(() => line.isBehind(), 20_000);
  expect(line.isLate()).toBe(false);
  waiting = 3;
  await vi.waitUntil(() => !line.isBehind(), 20_000);
  await vi.waitUntil(() => seen.length > 9, 20_000);
  expect(seen).not.toContain(true);
});

test('rejects RPC and API requests under hard overload, but accepts checkouts and Stripe events', async () => {
  let isLate = true;
  const shop = await openShop({
    loop: { isLate: () => isLate, isBehind: () => isLate, close: () => undefined },
  });
  const json = { 'content-type': 'application/json' };
  for (const path of ['/functions/v1/list-orders', '/functions/v1/save-checkout-page', '/api/v1/pages']) {
    const answer = await shop.request(path, {
      method: path.startsWith('/api') ? 'GET' : 'POST',
      headers: json,
    });
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '1']);
  }
  for (const [path, status] of [
    ['/functions/v1/create-checkout-session', 400],
    ['/functions/v1/apply-coupon', 400],
    ['/webhooks/stripe/connect', 400],
    ['/healthz', 404],
  ] as const)
    expect([path, (await shop.request(path, { method: 'POST', headers: json })).status]).toEqual([
      path,
      status,
    ]);
  isLate = false;
  expect((await shop.request('/functions/v1/list-orders', { method: 'POST', headers: json })).status).toBe(
    401,
  );
});
