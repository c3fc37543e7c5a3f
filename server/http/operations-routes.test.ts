import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { shortOrFull } from '#server/testing/cleanup.ts';
import { nodeEnvFrom } from '#server/testing/listening-server.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { watchProcess } from './app-metrics.ts';

const TOKEN = 'a token of sixteen or more';

const requestMetrics = async (app: TestApp, headers: Record<string, string> = {}, from = '127.0.0.1') =>
  app.fetch(new Request('http://localhost:3000/metrics', { headers }), nodeEnvFrom(from));

/** All current metric values by name and labels. */
async function readMetrics(app: TestApp): Promise<Map<string, number>> {
  const lines = (await (await requestMetrics(app)).text()).split('\n').filter((line) => /^[a-z]/.test(line));
  return new Map(
    lines.map((line) => {
      const requestFrom = line.lastIndexOf(' ');
      return [line.slice(0, requestFrom), Number(line.slice(requestFrom + 1))];
    }),
  );
}

test('serves metrics to this machine and to clients with the token', async () => {
  const app = await createTestApp({ env: { METRICS_TOKEN: TOKEN } });
  expect((await requestMetrics(app)).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const remoteAddress = '203.0.113.9';
  const statusOf = async (headers: Record<string, string>, from: string) =>
    (await requestMetrics(app, headers, from)).status;
  expect(await statusOf({ authorization: `Bearer ${TOKEN}` }, remoteAddress)).toBe(200);
  expect(await statusOf({}, remoteAddress)).toBe(404);
  expect(await statusOf({ authorization: `Bearer ${TOKEN}x` }, remoteAddress)).toBe(404);
  expect(await statusOf({ authorization: TOKEN }, remoteAddress)).toBe(404);
  expect(await statusOf({ 'x-forwarded-for': remoteAddress }, '127.0.0.1')).toBe(404);
  expect(await statusOf({ host: 'shop.example' }, '127.0.0.1')).toBe(200);
});

test('accepts a scraper under an unknown host name, with the token only', async () => {
  const app = await createTestApp({ env: { METRICS_TOKEN: TOKEN } });
  const requestFrom = (headers: Record<string, string>) =>
    app.fetch(new Request('http://10.0.0.7:3000/metrics', { headers }), nodeEnvFrom('10.0.0.2', '10.0.0.7:3000'));
  expect((await requestFrom({ authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  expect((await requestFrom({})).status).toBe(404);
});

test('serves no metrics remotely without a configured token', async () => {
  const app = await createTestApp();
  expect((await requestMetrics(app, { authorization: 'Bearer ' }, '203.0.113.9')).status).toBe(404);
  expect((await requestMetrics(app, { authorization: 'Bearer null' }, '203.0.113.9')).status).toBe(404);
});

test('keeps the number of metrics small for many different paths', async () => {
  const app = await createTestApp({ pagesEntry: { render: async () => new Response('', { status: 404 }) } });
  const paths = (n: number) => [
    `/c/page-${n}`,
    `/nowhere/${n}`,
    `/functions/v1/made-up-${n}`,
    `/api/v1/orders/${crypto.randomUUID()}`,
    `/api/v1/made-up/${n}`,
    `/auth/v1/${n}`,
    `/media/${n}`,
    `/c/page-${n}/pay/${crypto.randomUUID()}`,
    `/webhooks/${n}`,
    `/sandbox/${n}`,
  ];
  for (const path of paths(0)) await app.request(path, { method: path.length % 2 ? 'GET' : 'POST' });
  for (const path of paths(0)) await app.request(path, { method: path.length % 2 ? 'POST' : 'GET' });
  const before = (await readMetrics(app)).size;
  const times = shortOrFull(100, 1000);
  for (let n = 1; n <= times; n++)
    for (const path of paths(n)) await app.request(path, { method: n % 2 ? 'GET' : 'POST' });
  const after = await readMetrics(app);
  expect(after.size - before).toBeLessThanOrEqual(20);
  const metricsText = [...after.keys()].join('\n');
  expect(metricsText).not.toMatch(/page-\d|made-up|[0-9a-f]{8}-[0-9a-f]{4}/);
  expect(after.get('tillwright_http_requests_total{route="/api/v1/orders/{orderId}",method="GET",status="4xx"}')).toBe(
    times / 2 + 1,
  );
}, 60_000);

test('counts a sale from checkout to order without naming people', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { slug } = await seller.publishPage();
  const { body } = await app.rpc('create-checkout-session', { slug: slug ?? '' });
  await app.payAtStripe(body.url);
  const metrics = await readMetrics(app);
  expect(metrics.get('tillwright_checkouts_started_total')).toBe(1);
  expect(metrics.get('tillwright_orders_paid_total')).toBe(1);
  expect(metrics.get('tillwright_events_total{outcome="stored"}')).toBeGreaterThan(0);
  expect(metrics.get('tillwright_event_acknowledgement_seconds_count')).toBe(
    metrics.get('tillwright_events_total{outcome="stored"}'),
  );
  expect(metrics.get('tillwright_stripe_request_seconds_count{outcome="2xx"}')).toBeGreaterThan(0);
  expect(metrics.get('tillwright_database_up')).toBe(1);
  expect(metrics.get('tillwright_events_waiting')).toBe(0);
  const metricsText = [...metrics.keys()].join('\n');
  for (const secret of [seller.email, 'buyer@example.com', slug ?? '', seller.session.user.id])
    expect(metricsText).not.toContain(secret);
});

test('counts refused events separately', async () => {
  const app = await createTestApp();
  await app.request('/webhooks/stripe/connect', { method: 'POST', body: '{}' });
  expect((await readMetrics(app)).get('tillwright_events_total{outcome="rejected"}')).toBe(1);
});

test('counts refused requests by the kind of rate limit only', async () => {
  const app = await createTestApp({ env: { RATE_LIMITS: 'live' }, freezeClock: true });
  const body = { email: 'nobody@example.com', password: 'brass-till-27' };
  for (let n = 0; n < 8; n++)
    await app.request('/auth/v1/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, email: `nobody${n}@example.com` }),
    });
  const refusedMetrics = [...(await readMetrics(app))].filter(([name]) =>
    name.startsWith('tillwright_requests_rate_limited'),
  );
  expect(refusedMetrics).toEqual([['tillwright_requests_rate_limited_total{kind="sign-up"}', expect.any(Number)]]);
});

test('exports process metrics and no queue metrics while the database is unavailable', async () => {
  const app = await createTestApp();
  Object.assign(app.context, { db: null });
  const metrics = await readMetrics(app);
  expect(metrics.get('tillwright_database_up')).toBe(0);
  expect(metrics.has('tillwright_events_waiting')).toBe(false);
  expect(metrics.has('tillwright_page_cache_documents')).toBe(true);
});

type Rule = { alert: string; expr: string; annotations: { summary: string } };

test('exports every metric that an alert rule uses', async () => {
  const app = await createTestApp();
  watchProcess(app.context.metrics);
  await app.context.metrics.registry.metrics();
  app.context.metrics.record('invariant_violations', 0);
  const metricsText = await (await requestMetrics(app)).text();
  const names = new Set([...metricsText.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '']) => name));
  const { groups } = parse(readFileSync('deploy/prometheus-rules.yml', 'utf8')) as {
    groups: { rules: Rule[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, expr, annotations } of rules) {
    expect([alert, annotations.summary]).toEqual([alert, expect.stringMatching(/\.$/)]);
    for (const [name] of expr.matchAll(/\b(?:tillwright|nodejs|process)_\w+/g))
      expect([alert, name, names.has(name.replace(/_(bucket|count|sum)$/, ''))]).toEqual([alert, name, true]);
  }
});
