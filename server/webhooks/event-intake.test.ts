import { createHmac } from 'node:crypto';

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { providerEvents } from '#server/db/schema-events.ts';
import { openShop, type TestShop } from '#server/testing.ts';

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

function post(shop: TestShop, body: string): Promise<Response> {
  const at = Math.floor(Date.now() / 1000);
  const digest = createHmac('sha256', 'whsec_connect').update(`${at}.${body}`).digest('hex');
  const headers = { 'stripe-signature': `t=${at},v1=${digest}` };
  return shop.request('/webhooks/stripe/connect', { method: 'POST', body, headers });
}

const statusesOf = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `evt_${index}`);

test('commits concurrent events together', async () => {
  const shop = await openShop();
  // The worker is stopped, because it would update each row in another commit.
  await shop.workers.inbox.close();
  const statuses = await statusesOf(ids(60).map((id) => post(shop, eventOf(id))));
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  const { rows } = (await shop.context.db.execute(
    sql`select count(*)::integer as rows, count(distinct xmin::text)::integer as commits from provider_events`,
  )) as { rows: { rows: number; commits: number }[] };
  expect(rows[0]?.rows).toBe(60);
  expect(rows[0]?.commits).toBeLessThan(20);
});

test('stores a repeated event once among concurrent ones and acknowledges all', async () => {
  const shop = await openShop();
  const twice = [...ids(20), ...ids(20), ...ids(20).toReversed()];
  const statuses = await statusesOf(twice.map((id) => post(shop, eventOf(id))));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await shop.context.db.select().from(providerEvents)).toHaveLength(20);
});

test('rejects an event that the database cannot store and stores the others', async () => {
  const shop = await openShop();
  const bodies = ids(30).map((id, index) => eventOf(id, index % 10 === 3 ? { type: undefined } : {}));
  const statuses = await statusesOf(bodies.map((body) => post(shop, body)));
  expect(statuses).toEqual(bodies.map((_, index) => (index % 10 === 3 ? 503 : 200)));
  expect(await shop.context.db.select().from(providerEvents)).toHaveLength(27);
});
