import { serve, type ServerType } from '@hono/node-server';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { rateBuckets } from '#server/db/schema-users.ts';
import { createTestAuth, createTestAuthOnce } from '#server/testing/test-auth.ts';

import { clientAddress, consumeLimits, type Bucket } from './rate-limits.ts';

const testEnv = await createTestAuth('live');
const { context, clock } = testEnv;

const bucket = (key: string, limit: number, windowMs = MINUTE_MS): Bucket => ({ key, limit, windowMs });

async function countAllowed(times: number, buckets: readonly Bucket[], inContext = context): Promise<number> {
  let allowed = 0;
  for (let time = 0; time < times; time += 1) if ((await consumeLimits(inContext, buckets)).allowed) allowed += 1;
  return allowed;
}

/** The client address for a peer and its headers. */
async function addressOf(peer: string | undefined, forwarded?: string): Promise<string> {
  const app = new Hono().get('/', (call) => call.text(clientAddress(call)));
  const headers = forwarded === undefined ? undefined : { 'x-forwarded-for': forwarded };
  const response = await app.request('/', { headers }, { incoming: { socket: { remoteAddress: peer } } });
  return response.text();
}

test('allows exactly the limit in a window', async () => {
  expect(await countAllowed(5, [bucket('exact', 3)])).toBe(3);
});

test('allows again in the next window and returns the time until then', async () => {
  clock.now = Math.ceil(clock.now / MINUTE_MS) * MINUTE_MS + 15_000;
  await countAllowed(2, [bucket('again', 2)]);
  expect(await consumeLimits(context, [bucket('again', 2)])).toEqual({ allowed: false, retryAfterS: 45 });
  clock.now += 44_999;
  expect((await consumeLimits(context, [bucket('again', 2)])).allowed).toBe(false);
  clock.now += 1;
  expect((await consumeLimits(context, [bucket('again', 2)])).allowed).toBe(true);
});

test('refuses when one of several buckets is used up', async () => {
  expect(await countAllowed(4, [bucket('wide', 10), bucket('narrow', 2)])).toBe(2);
  expect(await countAllowed(1, [bucket('wide', 10)])).toBe(1);
});

test('keeps separate limits per minute and per hour for the same key', async () => {
  clock.now = Math.ceil(clock.now / HOUR_MS) * HOUR_MS;
  const both = [bucket('both', 2), bucket('both', 3, HOUR_MS)];
  expect(await countAllowed(3, both)).toBe(2);
  clock.now += MINUTE_MS;
  expect(await countAllowed(3, both)).toBe(0);
});

test('never allows concurrent requests more than the limit', async () => {
  const secondContext = testEnv.createContext(testEnv.openSecondHandle(), 'live');
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, index) => consumeLimits(index % 2 ? secondContext : context, [bucket('crowd', 7)])),
  );
  expect(results.filter(({ allowed }) => allowed)).toHaveLength(7);
});

test('does not deadlock when requests use the same buckets in different orders', async () => {
  const buckets = [bucket('order:a', 1000), bucket('order:b', 1000)];
  const results = await Promise.all(
    Array.from({ length: 60 }, (_, index) => consumeLimits(context, index % 2 ? buckets : buckets.toReversed())),
  );
  expect(results.every(({ allowed }) => allowed)).toBe(true);
});

test('multiplies limits by 100 at level wide and disables them at level off', async () => {
  const wideContext = testEnv.createContext(context.db, 'wide');
  expect(await countAllowed(201, [bucket('wide level', 2)], wideContext)).toBe(200);
  const unlimitedContext = testEnv.createContext(context.db, 'off');
  expect(await countAllowed(50, [bucket('wide level', 2)], unlimitedContext)).toBe(50);
});

test('allows half of the limit per process while the database is unavailable', async () => {
  const offlineEnv = await createTestAuthOnce('live');
  await offlineEnv.close();
  expect(await countAllowed(20, [bucket('half', 10)], offlineEnv.context)).toBe(5);
  expect(await countAllowed(20, [bucket('least', 1)], offlineEnv.context)).toBe(1);
  offlineEnv.clock.now += MINUTE_MS;
  expect(await countAllowed(20, [bucket('half', 10)], offlineEnv.context)).toBe(5);
});

test('deletes expired buckets', async () => {
  await consumeLimits(context, [bucket('old', 5)]);
  clock.now += HOUR_MS;
  await consumeLimits(context, [bucket('new', 5)]);
  const keys = (await context.db.select().from(rateBuckets)).map(({ key }) => key);
  expect(keys).toEqual([`new/${MINUTE_MS}`]);
});

test('identifies a client by its socket', async () => {
  expect(await addressOf('203.0.113.7')).toBe('203.0.113.7');
  expect(await addressOf('::ffff:203.0.113.7')).toBe('203.0.113.7');
  expect(await addressOf(undefined)).toBe('unknown');
  const app = new Hono().get('/', (call) => call.text(clientAddress(call)));
  expect(await (await app.request('/')).text()).toBe('unknown');
});

test('identifies an IPv6 client by its /64 in any notation', async () => {
  const subjects = await Promise.all(
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff:1:2:3', '2001:db8:1:2:0:0:0:9%eth0'].map((peer) => addressOf(peer)),
  );
  expect(new Set(subjects)).toEqual(new Set(['2001:db8:1:2::/64']));
  expect(await addressOf('2001:db8:1:3::1')).not.toBe(subjects[0]);
  expect(await addressOf('fe80::1')).toBe('fe80:0:0:0::/64');
  expect(await addressOf('::1')).toBe('127.0.0.1');
});

test('trusts only the last X-Forwarded-For entry, and only from loopback', async () => {
  expect(await addressOf('127.0.0.1', '6.6.6.6, 203.0.113.7')).toBe('203.0.113.7');
  expect(await addressOf('::1', '2001:db8:1:2::1')).toBe('2001:db8:1:2::/64');
  expect(await addressOf('::ffff:127.0.0.1', '203.0.113.7')).toBe('203.0.113.7');
  expect(await addressOf('198.51.100.1', '203.0.113.7')).toBe('198.51.100.1');
  expect(await addressOf('127.0.0.1', 'nonsense')).toBe('127.0.0.1');
  expect(await addressOf('127.0.0.1', '')).toBe('127.0.0.1');
});

test('identifies the client of a real server', async () => {
  const app = new Hono().get('/', (call) => call.text(clientAddress(call)));
  const server = await new Promise<ServerType>((resolve) => {
    const started: ServerType = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(started));
  });
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('127.0.0.1');
});
