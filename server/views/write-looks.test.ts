import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';

import { UNKNOWN_ORIGIN } from '#domain/visit.ts';
import type { Database } from '#server/db/client.ts';
import { newViews, views, visitSalts } from '#server/db/schema-views.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { beacon, BROWSER, countedOf, theShortWay, theWholeWay } from '#server/testing-looks.ts';
import { openShop, TEST_ORIGIN, type TestShop } from '#server/testing.ts';
import { Looks, type Look } from './looks.ts';
import { LookTaker } from './take-look.ts';

/** The whole content of the database as text. */
async function everythingIn({ context: { db } }: TestShop): Promise<string> {
  const { rows: tables } = (await db.execute(
    sql`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
  )) as { rows: { name: string }[] };
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = (await db.execute(sql.raw(`select whole::text as text from ${name} as whole`))) as {
      rows: { text: string }[];
    };
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

test('stores neither addresses nor user agents, nor the rest of a query or referrer', async () => {
  const shop = await openShop();
  const { slug } = await (await shop.seller()).publish();
  const send = await theShortWay(shop);
  const headers = { 'x-forwarded-for': '198.51.100.77', 'user-agent': `${BROWSER} Canary/4711` };
  const hint = {
    referrer: 'https://mail.example/secret-folder?token=canary-token',
    query: '?utm_source=mail&email=canary@example.com&gclid=canary-click',
    embed: 'https://studio.example/members/canary-page',
  };
  await send(`/c/${slug}/seen`, { body: beacon(hint), headers });
  const referer = `${TEST_ORIGIN}/c/${slug}?email=canary@example.com`;
  await send(`/c/${slug}/seen.gif?v=1`, { method: 'GET', headers: { ...headers, referer } });
  expect((await countedOf(shop)).single).toHaveLength(2);
  const text = await everythingIn(shop);
  expect(text).toContain('mail.example');
  expect(text).not.toMatch(/canary|198\.51|Chrome\/142|secret-folder|members/i);
  expect(Buffer.from(text).includes(Buffer.from('198.51.100.77').toString('hex'))).toBe(false);
});

/** A database that can become unavailable. */
async function openFaulty() {
  const database = await openTestDatabase();
  const state = { away: false };
  const fails = () => {
    throw new Error('The database is away');
  };
  const db = new Proxy(database.db, {
    get: (target, property) =>
      state.away && ['select', 'insert', 'execute', 'transaction', 'delete'].includes(String(property))
        ? fails
        : (Reflect.get(target, property, target) as unknown),
  });
  return { database: { ...database, db } satisfies Database, state };
}

test('buffers page views while the database is unavailable, without delaying responses', async () => {
  const { database, state } = await openFaulty();
  const shop = await openShop({ database });
  await (await shop.seller()).publish({}, 'taller');
  const send = theWholeWay(shop);
  state.away = true;
  for (let turn = 0; turn < 20; turn++)
    expect((await send('/c/taller/seen', { body: beacon() })).status).toBe(204);
  shop.context.ring('views');
  await expect.poll(() => shop.context.looks.count).toBe(20);
  state.away = false;
  const { single } = await countedOf(shop);
  expect([single.length, shop.context.looks.count]).toEqual([20, 0]);
});

const look = (slug: string): Look => ({
  slug,
  version: 1,
  at: new Date(),
  address: '203.0.113.7',
  userAgent: BROWSER,
  origin: UNKNOWN_ORIGIN,
});

test('buffers ten thousand page views and logs once that more are dropped', () => {
  const said: string[] = [];
  const looks = new Looks(pino({ level: 'warn' }, { write: (line: string) => void said.push(line) }));
  for (let turn = 0; turn < 12_000; turn++) looks.add(look(`page-${turn}`));
  expect([looks.count, said.length]).toEqual([10_000, 1]);
  const taken = looks.take(500);
  looks.add(look('late'));
  looks.giveBack(taken);
  expect(looks.count).toBe(10_000);
  expect(looks.take(1)).toMatchObject([{ slug: 'page-0' }]);
  looks.done();
  for (let turn = 0; turn < 10; turn++) looks.add(look('more'));
  expect(said).toHaveLength(2);
});

test('stores nothing for twenty thousand unknown paths', async () => {
  const shop = await openShop({ env: { RATE_LIMITS: 'wide' } });
  const { context } = shop;
  const taker = new LookTaker(context);
  const headers: Record<string, string> = {
    origin: TEST_ORIGIN,
    'content-type': 'text/plain',
    'user-agent': BROWSER,
  };
  for (let turn = 0; turn < 20_000; turn++) {
    const knock = {
      site: context.sites.shop,
      slug: `nowhere-${turn}`,
      address: '203.0.113.7',
      country: '',
      header: (name: string) => headers[name],
    };
    expect(taker.beacon(knock, '{"v":1}')).toBe(204);
  }
  expect(context.looks.count).toBe(10_000);
  await shop.settled();
  const { db } = context;
  expect([
    context.looks.count,
    await db.$count(newViews),
    await db.$count(views),
    await db.$count(visitSalts),
  ]).toEqual([0, 0, 0, 0]);
});

test('writes buffered page views when the app closes', async () => {
  const database = await openTestDatabase();
  const kept = { ...database, close: () => Promise.resolve() };
  const shop = await openShop({ database: kept });
  await (await shop.seller()).publish({}, 'taller');
  await theWholeWay(shop)('/c/taller/seen', { body: beacon() });
  await shop.close();
  const next = await openShop({ database });
  expect((await countedOf(next)).single).toHaveLength(1);
});

test('recognizes a visitor with two processes', async () => {
  const database = await openTestDatabase();
  const one = await openShop({ database });
  await (await one.seller()).publish({}, 'taller');
  const other = await openShop({
    database: { ...database, db: new Proxy(database.db, {}), close: () => Promise.resolve() },
  });
  for (const shop of [one, other, one]) {
    await theWholeWay(shop)('/c/taller/seen', { body: beacon() });
    await shop.settled();
  }
  const { single } = await countedOf(one);
  expect(single.map(({ firstOnPage }) => firstOnPage)).toEqual([true, false, false]);
});
