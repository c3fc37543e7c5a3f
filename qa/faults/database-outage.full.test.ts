import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import type { Db } from '#server/db/client.ts';
import { isDatabaseUnavailable } from '#server/db/database-errors.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { withRequestDeadline } from '#server/db/query-deadline.ts';

import { startFaultProxy } from '../../e2e/support/fault-proxy.ts';
import { openOwnPostgres, type OwnPostgres } from '../../scripts/test-postgres.ts';

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await openOwnPostgres();
});
afterAll(() => postgres.close());

/** The limit is three seconds, with a margin for a busy machine. */
const SOON_MS = 4500;

/** A pool of four connections and one of two, behind a fault proxy. */
async function openProxy() {
  const { hostname, port } = new URL(postgres.url);
  const proxy = await startFaultProxy({ host: hostname, port: Number(port) });
  const changes: string[] = [];
  const database = openPostgres(
    proxy.getProxyUrl(postgres.url),
    'drizzle',
    (reason) => changes.push(reason === null ? 'back' : 'away'),
    6,
  );
  onTestFinished(async () => {
    await database.close();
    await proxy.close();
  });
  return { proxy, database, changes };
}

const ask = (db: Db) => withRequestDeadline(async () => db.execute(sql`select 1`));

/** The outcome of a query and its duration. */
async function outcome(pending: Promise<unknown>): Promise<{ status: string; ms: number }> {
  const started = performance.now();
  const status = await pending.then(
    () => 'answered',
    (error: unknown) => (isDatabaseUnavailable(error) ? 'away' : `failed: ${String(error)}`),
  );
  return { status, ms: performance.now() - started };
}

const answers = async (db: Db) =>
  expect.poll(() => outcome(ask(db)).then(({ status }) => status), { timeout: 10_000 }).toBe('answered');

test.each([
  ['connections are refused', { connections: 'refuse' }],
  ['all traffic is discarded', { connections: 'blackhole' }],
  ['each answer takes three seconds', { latencyMs: 1500 }],
  ['connections are cut', { connections: 'reset' }],
] as const)(
  'no query waits longer than three seconds while %s, and queries succeed again afterwards',
  async (_, fault) => {
    const { proxy, database, changes } = await openProxy();
    const { db } = database;
    await Promise.all(Array.from({ length: 10 }, () => ask(db)));
    await proxy.set(fault);
    const inTransaction = withRequestDeadline(() => db.transaction((tx) => tx.execute(sql`select 1`)));
    const pending = [...Array.from({ length: 10 }, () => ask(db)), inTransaction].map(outcome);
    for (const { status, ms } of await Promise.all(pending)) expect([status, ms < SOON_MS]).toEqual(['away', true]);
    await expect.poll(() => database.dbHealth.state(), { timeout: 8000 }).toBe('unavailable');
    // The outage is known now, so queries fail at once.
    const { status, ms } = await outcome(ask(db));
    expect([status, ms < 1500]).toEqual(['away', true]);
    await proxy.set({});
    await answers(db);
    expect(changes).toEqual(['away', 'back']);
    // No connection is lost permanently.
    const all = Array.from({ length: 30 }, () =>
      outcome(withRequestDeadline(() => db.transaction((tx) => tx.execute(sql`select 1`)))),
    );
    expect(new Set((await Promise.all(all)).map((one) => one.status))).toEqual(new Set(['answered']));
  },
);

test('excess queries are rejected while all connections are in use, and events are still processed', async () => {
  const { database } = await openProxy();
  const { db, reserved } = database;
  const slow = Array.from({ length: 4 }, () => outcome(withRequestDeadline(() => db.execute(sql`select pg_sleep(4)`))));
  const waiting = Array.from({ length: 500 }, () => outcome(ask(db)));
  await ask(reserved);
  const outcomes = await Promise.all(waiting);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(['away']));
  expect(Math.max(...outcomes.map(({ ms }) => ms))).toBeLessThan(SOON_MS);
  // Two hundred queries may wait; the others are rejected at once.
  expect(outcomes.filter(({ ms }) => ms > 1500)).toHaveLength(200);
  expect(database.dbHealth.state()).not.toBe('unavailable');
  for (const { status, ms } of await Promise.all(slow)) expect([status, ms < SOON_MS]).toEqual(['away', true]);
  await answers(db);
});

test('queries do not wait for a lock that is held for long', async () => {
  const { database } = await openProxy();
  const { db } = database;
  await db.execute(sql`create table if not exists one as select 1 as id`);
  const release = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const holder = db.transaction(async (tx) => {
    await tx.execute(sql`select id from one for update`);
    locked.resolve();
    await release.promise;
  });
  await locked.promise;
  const change = () => withRequestDeadline(() => db.transaction((tx) => tx.execute(sql`update one set id = 2`)));
  for (const { status, ms } of await Promise.all([outcome(change()), outcome(change())]))
    expect([status, ms < SOON_MS]).toEqual(['away', true]);
  release.resolve();
  await holder;
  expect((await outcome(change())).status).toBe('answered');
});

test('a transaction whose connection dies does not crash the process', async () => {
  const { database, proxy } = await openProxy();
  const { db } = database;
  const pending = withRequestDeadline(() =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      proxy.resetConnections();
      await new Promise((resolve) => setTimeout(resolve, 50));
      await tx.execute(sql`select 1`);
    }),
  );
  expect((await outcome(pending)).status).toBe('away');
  await answers(db);
});

test('a dead listening connection is detected within seconds, and all others are reopened', async () => {
  const { database, proxy } = await openProxy();
  const notifications: string[] = [];
  const listening = database.listen({
    onChange: () => undefined,
    onConnected: () => notifications.push('connected'),
    onDisconnected: () => notifications.push('lost'),
  });
  onTestFinished(() => listening.close());
  await listening.waitForReplication();
  await ask(database.db);
  await proxy.set({ connections: 'blackhole' });
  await expect.poll(() => database.dbHealth.state(), { timeout: 8000 }).toBe('unavailable');
  expect(notifications).toContain('lost');
  await proxy.set({});
  await expect.poll(() => notifications.at(-1), { timeout: 10_000 }).toBe('connected');
  await answers(database.db);
});

test('all queries succeed after a server restart', async () => {
  const { database } = await openProxy();
  for (const how of ['fast', 'immediate', 'kill'] as const) {
    await ask(database.db);
    await postgres.stop(how);
    const { status, ms } = await outcome(ask(database.db));
    expect([status, ms < SOON_MS]).toEqual(['away', true]);
    await postgres.start();
    await answers(database.db);
  }
});
