import { expect, onTestFinished, test, vi } from 'vitest';

import { createTestApp } from '#server/testing/test-app.ts';

import { startLoadMonitor } from './load-monitor.ts';

/** Lets all due timers run. */
const runTimers = () => new Promise((resolve) => setTimeout(resolve, 1));

/** Blocks the event loop. */
function blockEventLoop(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** A clock on which timers always fire on time. */
function createSteadyClock(): () => number {
  let now = 0;
  return () => (now += 50);
}

test('reports hard overload while the event loop is blocked, until it has recovered', async () => {
  const monitor = startLoadMonitor();
  onTestFinished(monitor.close);
  expect(monitor.isHardOverloaded()).toBe(false);
  for (let stalls = 0; stalls < 6 && !monitor.isHardOverloaded(); stalls += 1) {
    blockEventLoop(600);
    await runTimers();
  }
  expect(monitor.isHardOverloaded()).toBe(true);
  await vi.waitUntil(() => !monitor.isHardOverloaded(), 20_000);
});

test('reports soft overload for a long queue of database queries, but not for one burst', async () => {
  const samples: boolean[] = [];
  const burstMonitor = startLoadMonitor(() => {
    samples.push(burstMonitor.isSoftOverloaded());
    return samples.length % 3 === 0 ? 30 : 0;
  }, createSteadyClock());
  onTestFinished(burstMonitor.close);
  let queueLength = 30;
  const queueMonitor = startLoadMonitor(() => queueLength, createSteadyClock());
  onTestFinished(queueMonitor.close);
  await vi.waitUntil(() => queueMonitor.isSoftOverloaded(), 20_000);
  expect(queueMonitor.isHardOverloaded()).toBe(false);
  queueLength = 3;
  await vi.waitUntil(() => !queueMonitor.isSoftOverloaded(), 20_000);
  await vi.waitUntil(() => samples.length > 9, 20_000);
  expect(samples).not.toContain(true);
});

test('rejects RPC and API requests under hard overload, but accepts checkouts and Stripe events', async () => {
  let isHardOverloaded = true;
  const app = await createTestApp({
    loadMonitor: {
      isHardOverloaded: () => isHardOverloaded,
      isSoftOverloaded: () => isHardOverloaded,
      close: () => undefined,
    },
  });
  const json = { 'content-type': 'application/json' };
  for (const path of ['/functions/v1/list-orders', '/functions/v1/save-checkout-page', '/api/v1/pages']) {
    const response = await app.request(path, {
      method: path.startsWith('/api') ? 'GET' : 'POST',
      headers: json,
    });
    expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '1']);
  }
  for (const [path, status] of [
    ['/functions/v1/create-checkout-session', 400],
    ['/functions/v1/apply-coupon', 400],
    ['/webhooks/stripe/connect', 400],
    ['/healthz', 404],
  ] as const)
    expect([path, (await app.request(path, { method: 'POST', headers: json })).status]).toEqual([path, status]);
  isHardOverloaded = false;
  expect((await app.request('/functions/v1/list-orders', { method: 'POST', headers: json })).status).toBe(401);
});
