import { createHmac } from 'node:crypto';

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { stripeEvents } from '#server/db/schema-stripe-events.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const eventOf = (id: string, change: object = {}): string =>
  JSON.stringify({
    id,
    object: 'event',
    account: 'acct_1',
    type: 'customer.created',
    created: 1_800_000_000,
    livemode: false,
    data: { object: { id: 'cus_1' } },
    ...change,
  });

function post(app: TestApp, body: string): Promise<Response> {
  const at = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', 'whsec_connect').update(`${at}.${body}`).digest('hex');
  const headers = { 'stripe-signature': `t=${at},v1=${digest}` };
  return app.request('/webhooks/stripe/connect', { method: 'POST', body, headers });
}

const statusesOf = async (responses: Promise<Response>[]) => (await Promise.all(responses)).map(({ status }) => status);

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `evt_${index}`);

test('commits concurrent events together', async () => {
  const app = await createTestApp();
  // The worker is stopped, because it would update each row in another commit.
  await app.workers.inbox.close();
  const statuses = await statusesOf(ids(60).map((id) => post(app, eventOf(id))));
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  const { rows } = (await app.context.db.execute(
    sql`select count(*)::integer as rows, count(distinct xmin::text)::integer as commits from stripe_events`,
  )) as { rows: { rows: number; commits: number }[] };
  expect(rows[0]?.rows).toBe(60);
  expect(rows[0]?.commits).toBeLessThan(20);
});

test('stores a repeated event once among concurrent ones and acknowledges all', async () => {
  const app = await createTestApp();
  const repeatedIds = [...ids(20), ...ids(20), ...ids(20).toReversed()];
  const statuses = await statusesOf(repeatedIds.map((id) => post(app, eventOf(id))));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await app.context.db.select().from(stripeEvents)).toHaveLength(20);
});

test('rejects an event that the database cannot store and stores the others', async () => {
  const app = await createTestApp();
  const bodies = ids(30).map((id, index) => eventOf(id, index % 10 === 3 ? { type: undefined } : {}));
  const statuses = await statusesOf(bodies.map((body) => post(app, body)));
  expect(statuses).toEqual(bodies.map((_, index) => (index % 10 === 3 ? 503 : 200)));
  expect(await app.context.db.select().from(stripeEvents)).toHaveLength(27);
});
