import { Hono } from 'hono';
import { expect, onTestFinished, test, vi } from 'vitest';

import { toErrorBody } from '#domain/errors.ts';
import { requestAt, ECHO, addVerifiedDomain } from '#server/testing/sites.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { PRIVATE_EXPECTED, listWrongHeaders } from '../testing/expected-headers.ts';
import { shedLoad, startLoadMonitor, type Load } from './overload.ts';

const IDLE: Load = { delayMs: 0, waitingQueries: 0 };
/** Below the limits of checkout requests. */
const LATE: Load = { delayMs: 200, waitingQueries: 0 };
const [LIST, PAGES] = ['/functions/v1/list-pages', '/api/v1/pages'];
const [PAY, COUPON, EVENT] = [
  '/functions/v1/create-checkout-session',
  '/functions/v1/apply-coupon',
  '/webhooks/stripe/connect',
];

const JSON_HEADERS = { 'content-type': 'application/json' };

/** A server whose accepted requests wait until `finishAll` is called. */
async function createLoadedServer(initialLoad: Load) {
  let load = initialLoad;
  const { context } = await createTestApp();
  const waiting: (() => void)[] = [];
  const routes = new Hono()
    .use(
      shedLoad(
        context,
        () => load,
        (_, error) => toErrorBody(error, 'Error'),
      ),
    )
    .all('*', async (c) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return c.text('done');
    });
  const post = async (path: string) => routes.request(path, { method: 'POST', body: '{}' });
  const startRequests = async (count: number, path: string) => {
    const before = waiting.length;
    const pending = Array.from({ length: count }, () => post(path));
    await expect.poll(() => waiting.length, { timeout: 10_000 }).toBe(before + count);
    return pending;
  };
  const finishAll = async (pending: Promise<Response>[]) => {
    for (const finish of waiting.splice(0)) finish();
    return (await Promise.all(pending)).map(({ status }) => status);
  };
  return { context, post, startRequests, finishAll, setLoad: (next: Load) => void (load = next) };
}

test('limits concurrent RPC and API requests under overload and rejects further ones with 503', async () => {
  const { context, post, startRequests, finishAll } = await createLoadedServer(LATE);
  const pending = await startRequests(32, LIST);
  for (const path of [LIST, PAGES]) {
    const response = await post(path);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await response.json()).toMatchObject({ error: { code: 'unavailable', retryAfter: 1 } });
  }
  expect(await context.metrics.registry.metrics()).toContain('requests_shed_total{kind="api"} 1');
  await finishAll(pending);
  expect(await finishAll(await startRequests(1, LIST))).toEqual([200]);
});

test('rejects checkout requests and Stripe events only at a higher load, and never rejects documents', async () => {
  const { post, startRequests, finishAll, setLoad } = await createLoadedServer(LATE);
  const pending = [
    ...(await startRequests(32, LIST)),
    ...(await startRequests(80, PAY)),
    ...(await startRequests(40, '/c/a-page?coupon=X')),
  ];
  for (const load of [
    { ...IDLE, delayMs: 501 },
    { ...IDLE, waitingQueries: 48 },
  ]) {
    setLoad(load);
    for (const path of [PAY, COUPON, EVENT]) {
      const response = await post(path);
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '1']);
    }
  }
  pending.push(...(await startRequests(40, '/c/a-page?coupon=X')));
  await finishAll(pending);
  expect(await finishAll(await startRequests(64, PAY))).not.toContain(503);
});

test('accepts any number of requests without overload', async () => {
  const { startRequests, finishAll } = await createLoadedServer(IDLE);
  expect(await finishAll(await startRequests(100, LIST))).toEqual(Array.from({ length: 100 }, () => 200));
});

test('sends the common headers with a rejection, and HSTS of the matching host only', async () => {
  const app = await createTestApp({
    pagesEntry: ECHO,
    env: { APP_URL: 'https://shop.example' },
    loadMonitor: { read: () => ({ ...IDLE, delayMs: 1000 }), close: () => undefined },
  });
  const { pageId } = await (await app.signUpSeller()).publishPage({}, 'taller');
  await addVerifiedDomain(app, 'pay.example.com', pageId);
  const expectedHsts = {
    'shop.example': 'max-age=63072000; includeSubDomains',
    'pay.example.com': 'max-age=31536000',
  };
  for (const [host, expected] of Object.entries(expectedHsts)) {
    const endBodies: (() => void)[] = [];
    const sendSlowly = async () => {
      const body = new ReadableStream({ start: (controller) => void endBodies.push(() => controller.close()) });
      const init = { method: 'POST', headers: JSON_HEADERS, body, duplex: 'half' };
      return requestAt(app, host)(PAY, init);
    };
    const pending = Array.from({ length: 64 }, sendSlowly);
    const send = async () => requestAt(app, host)(PAY, { method: 'POST', headers: JSON_HEADERS, body: '{}' });
    await expect.poll(async () => (await send()).status, { timeout: 20_000 }).toBe(503);
    const expectedHeaders = { ...PRIVATE_EXPECTED, 'strict-transport-security': expected };
    expect(listWrongHeaders((await send()).headers, expectedHeaders)).toEqual([]);
    for (const end of endBodies) end();
    expect(new Set((await Promise.all(pending)).map(({ status }) => status))).toEqual(new Set([400]));
  }
});

test('answers programs in the shape of the API while it is overloaded', async () => {
  const app = await createTestApp({ loadMonitor: { read: () => LATE, close: () => undefined } });
  const endBodies: (() => void)[] = [];
  const sendSlowly = async () => {
    const body = new ReadableStream({ start: (controller) => void endBodies.push(() => controller.close()) });
    const init = { method: 'POST', headers: JSON_HEADERS, body, duplex: 'half' };
    return app.request('/functions/v1/report-page', init as RequestInit);
  };
  const pending = Array.from({ length: 32 }, sendSlowly);
  await expect.poll(async () => (await app.request(PAGES)).status, { timeout: 20_000 }).toBe(503);
  const response = await app.request(PAGES);
  expect(await response.json()).toEqual({
    error: {
      type: 'server',
      code: 'unavailable',
      message: expect.stringContaining('busy'),
      retryAfter: 1,
      documentationUrl: 'http://localhost:3000/developers#error-unavailable',
      requestId: response.headers.get('x-request-id'),
    },
  });
  for (const end of endBodies) end();
  await Promise.all(pending);
});

/** Blocks the event loop, then lets all due timers run. */
async function blockEventLoop(ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (performance.now() < end);
  await new Promise((resolve) => setTimeout(resolve, 1));
}

test('measures the delay while the event loop is blocked repeatedly, until it has recovered', async () => {
  const monitor = startLoadMonitor();
  onTestFinished(monitor.close);
  expect(monitor.read().delayMs).toBe(0);
  for (let stalls = 0; stalls < 10 && monitor.read().delayMs < 500; stalls += 1) await blockEventLoop(600);
  expect(monitor.read().delayMs).toBeGreaterThan(500);
  await vi.waitUntil(() => monitor.read().delayMs < 100, 20_000);
});

test('counts waiting queries when they wait for longer than one burst', async () => {
  let [samples, isBurst] = [0, true];
  const monitor = startLoadMonitor(() => (isBurst && samples++ % 2 === 0 ? 0 : 30));
  onTestFinished(monitor.close);
  for (let seen = 0; seen < 4; seen = samples) {
    expect(monitor.read().waitingQueries).toBe(0);
    await vi.waitUntil(() => samples > seen, 20_000);
  }
  isBurst = false;
  await vi.waitUntil(() => monitor.read().waitingQueries === 30, 20_000);
});
