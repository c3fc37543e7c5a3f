import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { parse } from 'yaml';

import { shortOrFull } from '#server/testing-scale.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { cameFrom } from '#server/testing-peer.ts';

import { watchProcess } from './process-gauges.ts';

const TOKEN = 'a token of sixteen or more';

const asked = async (shop: TestShop, headers: Record<string, string> = {}, from = '127.0.0.1') =>
  shop.fetch(new Request('http://localhost:3000/metrics', { headers }), cameFrom(from));

/** All current metric values by name and labels. */
async function figuresOf(shop: TestShop): Promise<Map<string, number>> {
  const lines = (await (await asked(shop)).text()).split('\n').filter((line) => /^[a-z]/.test(line));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

test('serves metrics to this machine and to clients with the token', async () => {
  const shop = await openShop({ env: { METRICS_TOKEN: TOKEN } });
  expect((await asked(shop)).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const far = '203.0.113.9';
  const of = async (headers: Record<string, string>, from: string) =>
    (await asked(shop, headers, from)).status;
  expect(await of({ authorization: `Bearer ${TOKEN}` }, far)).toBe(200);
  expect(await of({}, far)).toBe(404);
  expect(await of({ authorization: `Bearer ${TOKEN}x` }, far)).toBe(404);
  expect(await of({ authorization: TOKEN }, far)).toBe(404);
  expect(await of({ 'x-forwarded-for': far }, '127.0.0.1')).toBe(404);
  expect(await of({ host: 'shop.example' }, '127.0.0.1')).toBe(200);
});

test('accepts a scraper under an unknown host name, with the token only', async () => {
  const shop = await openShop({ env: { METRICS_TOKEN: TOKEN } });
  const at = (headers: Record<string, string>) =>
    shop.fetch(
      new Request('http://10.0.0.7:3000/metrics', { headers }),
      cameFrom('10.0.0.2', '10.0.0.7:3000'),
    );
  expect((await at({ authorization: `Bearer ${TOKEN}` })).status).toBe(200);
  expect((await at({})).status).toBe(404);
});

test('serves no metrics remotely without a configured token', async () => {
  const shop = await openShop();
  expect((await asked(shop, { authorization: 'Bearer ' }, '203.0.113.9')).status).toBe(404);
  expect((await asked(shop, { authorization: 'Bearer null' }, '203.0.113.9')).status).toBe(404);
});

test('keeps the number of metrics small for many different paths', async () => {
  const shop = await openShop({ pagesEntry: { render: async () => new Response('', { status: 404 }) } });
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
  for (const path of paths(0)) await shop.request(path, { method: path.length % 2 ? 'GET' : 'POST' });
  for (const path of paths(0)) await shop.request(path, { method: path.length % 2 ? 'POST' : 'GET' });
  const before = (await figuresOf(shop)).size;
  const times = shortOrFull(100, 1000);
  for (let n = 1; n <= times; n++)
    for (const path of paths(n)) await shop.request(path, { method: n % 2 ? 'GET' : 'POST' });
  const after = await figuresOf(shop);
  expect(after.size - before).toBeLessThanOrEqual(20);
  const told = [...after.keys()].join('\n');
  expect(told).not.toMatch(/page-\d|made-up|[0-9a-f]{8}-[0-9a-f]{4}/);
  expect(
    after.get('tillwright_http_requests_total{route="/api/v1/orders/{orderId}",method="GET",status="4xx"}'),
  ).toBe(times / 2 + 1);
}, 60_000);

test('counts a sale from checkout to order without naming people', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { slug } = await seller.publish();
  const { body } = await shop.call('create-checkout-session', { slug: slug ?? '' });
  await shop.pay(body.url);
  const figures = await figuresOf(shop);
  expect(figures.get('tillwright_checkouts_begun_total')).toBe(1);
  expect(figures.get('tillwright_orders_paid_total')).toBe(1);
  expect(figures.get('tillwright_events_total{outcome="kept"}')).toBeGreaterThan(0);
  expect(figures.get('tillwright_event_acknowledgement_seconds_count')).toBe(
    figures.get('tillwright_events_total{outcome="kept"}'),
  );
  expect(figures.get('tillwright_provider_call_seconds_count{outcome="2xx"}')).toBeGreaterThan(0);
  expect(figures.get('tillwright_database_up')).toBe(1);
  expect(figures.get('tillwright_events_waiting')).toBe(0);
  const told = [...figures.keys()].join('\n');
  for (const secret of [seller.email, 'buyer@example.com', slug ?? '', seller.session.user.id])
    expect(told).not.toContain(secret);
});

test('counts refused events separately', async () => {
  const shop = await openShop();
  await shop.request('/webhooks/stripe/connect', { method: 'POST', body: '{}' });
  expect((await figuresOf(shop)).get('tillwright_events_total{outcome="refused"}')).toBe(1);
});

test('counts refused requests by the kind of rate limit only', async () => {
  const shop = await openShop({ env: { RATE_LIMITS: 'live' }, still: true });
  const body = { email: 'nobody@example.com', password: 'brass-till-27' };
  for (let n = 0; n < 8; n++)
    await shop.request('/auth/v1/signup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, email: `nobody${n}@example.com` }),
    });
  const refused = [...(await figuresOf(shop))].filter(([name]) =>
    name.startsWith('tillwright_limits_refused'),
  );
  expect(refused).toEqual([['tillwright_limits_refused_total{kind="sign-up"}', expect.any(Number)]]);
});

test('exports process metrics and no queue metrics while the database is unavailable', async () => {
  const shop = await openShop();
  Object.assign(shop.context, { db: null });
  const figures = await figuresOf(shop);
  expect(figures.get('tillwright_database_up')).toBe(0);
  expect(figures.has('tillwright_events_waiting')).toBe(false);
  expect(figures.has('tillwright_documents_kept')).toBe(true);
});

type Rule = { alert: string; expr: string; annotations: { summary: string } };

test('exports every metric that an alert rule uses', async () => {
  const shop = await openShop();
  watchProcess(shop.context.metrics);
  await shop.context.metrics.registry.metrics();
  shop.context.metrics.note('invariants_broken', 0);
  const told = await (await asked(shop)).text();
  const names = new Set([...told.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '']) => name));
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
