import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, test } from 'vitest';

import { UNKNOWN_ATTRIBUTION } from '#domain/attribution.ts';
import type { Database } from '#server/db/client.ts';
import { pageViewEvents, pageViews, visitorSalts } from '#server/db/schema-page-views.ts';
import {
  pageViewBody,
  BROWSER,
  readPageViews,
  sendThroughCache,
  sendThroughMiddleware,
} from '#server/testing/page-view-requests.ts';
import { createTestApp, TEST_ORIGIN, type TestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import { PageViewBuffer, type PageView } from './page-view-buffer.ts';
import { PageViewRecorder } from './page-view-recorder.ts';

/** The whole content of the database as text. */
async function dumpDatabase({ context: { db } }: TestApp): Promise<string> {
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
  const app = await createTestApp();
  const { slug } = await (await app.signUpSeller()).publishPage();
  const send = await sendThroughCache(app);
  const headers = { 'x-forwarded-for': '198.51.100.77', 'user-agent': `${BROWSER} Canary/4711` };
  const visit = {
    referrer: 'https://mail.example/secret-folder?token=canary-token',
    query: '?utm_source=mail&email=canary@example.com&gclid=canary-click',
    embed: 'https://studio.example/members/canary-page',
  };
  await send(`/c/${slug}/seen`, { body: pageViewBody(visit), headers });
  const referer = `${TEST_ORIGIN}/c/${slug}?email=canary@example.com`;
  await send(`/c/${slug}/seen.gif?v=1`, { method: 'GET', headers: { ...headers, referer } });
  expect((await readPageViews(app)).events).toHaveLength(2);
  const text = await dumpDatabase(app);
  expect(text).toContain('mail.example');
  expect(text).not.toMatch(/canary|198\.51|Chrome\/142|secret-folder|members/i);
  expect(Buffer.from(text).includes(Buffer.from('198.51.100.77').toString('hex'))).toBe(false);
});

/** A database that can become unavailable. */
async function openFaulty() {
  const database = await openTestDatabase();
  const state = { isUnavailable: false };
  const throwUnavailable = () => {
    throw new Error('The database is away');
  };
  const db = new Proxy(database.db, {
    get: (target, property) =>
      state.isUnavailable && ['select', 'insert', 'execute', 'transaction', 'delete'].includes(String(property))
        ? throwUnavailable
        : (Reflect.get(target, property, target) as unknown),
  });
  return { database: { ...database, db } satisfies Database, state };
}

test('buffers page views while the database is unavailable, without delaying responses', async () => {
  const { database, state } = await openFaulty();
  const app = await createTestApp({ database });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  const send = sendThroughMiddleware(app);
  state.isUnavailable = true;
  for (let i = 0; i < 20; i++) expect((await send('/c/taller/seen', { body: pageViewBody() })).status).toBe(204);
  app.context.wake('views');
  await expect.poll(() => app.context.pageViewBuffer.count).toBe(20);
  state.isUnavailable = false;
  const { events: single } = await readPageViews(app);
  expect([single.length, app.context.pageViewBuffer.count]).toEqual([20, 0]);
});

const createPageView = (slug: string): PageView => ({
  slug,
  version: 1,
  viewedAt: new Date(),
  address: '203.0.113.7',
  userAgent: BROWSER,
  origin: UNKNOWN_ATTRIBUTION,
});

test('buffers ten thousand page views and logs once that more are dropped', () => {
  const logLines: string[] = [];
  const buffer = new PageViewBuffer(pino({ level: 'warn' }, { write: (line: string) => void logLines.push(line) }));
  for (let i = 0; i < 12_000; i++) buffer.add(createPageView(`page-${i}`));
  expect([buffer.count, logLines.length]).toEqual([10_000, 1]);
  const takenViews = buffer.takeOldest(500);
  buffer.add(createPageView('late'));
  buffer.restore(takenViews);
  expect(buffer.count).toBe(10_000);
  expect(buffer.takeOldest(1)).toMatchObject([{ slug: 'page-0' }]);
  buffer.markWritten();
  for (let i = 0; i < 10; i++) buffer.add(createPageView('more'));
  expect(logLines).toHaveLength(2);
});

test('stores nothing for twenty thousand unknown paths', async () => {
  const app = await createTestApp({ env: { RATE_LIMITS: 'wide' } });
  const { context } = app;
  const recorder = new PageViewRecorder(context);
  const headers: Record<string, string> = {
    origin: TEST_ORIGIN,
    'content-type': 'text/plain',
    'user-agent': BROWSER,
  };
  for (let i = 0; i < 20_000; i++) {
    const viewRequest = {
      site: context.sites.mainSite,
      slug: `nowhere-${i}`,
      address: '203.0.113.7',
      country: '',
      header: (name: string) => headers[name],
    };
    expect(recorder.recordScriptView(viewRequest, '{"v":1}')).toBe(204);
  }
  expect(context.pageViewBuffer.count).toBe(10_000);
  await app.waitUntilIdle();
  const { db } = context;
  expect([
    context.pageViewBuffer.count,
    await db.$count(pageViewEvents),
    await db.$count(pageViews),
    await db.$count(visitorSalts),
  ]).toEqual([0, 0, 0, 0]);
});

test('writes buffered page views when the app closes', async () => {
  const database = await openTestDatabase();
  const sharedDatabase = { ...database, close: () => Promise.resolve() };
  const app = await createTestApp({ database: sharedDatabase });
  await (await app.signUpSeller()).publishPage({}, 'taller');
  await sendThroughMiddleware(app)('/c/taller/seen', { body: pageViewBody() });
  await app.close();
  const nextApp = await createTestApp({ database });
  expect((await readPageViews(nextApp)).events).toHaveLength(1);
});

test('recognizes a visitor with two processes', async () => {
  const database = await openTestDatabase();
  const firstApp = await createTestApp({ database });
  await (await firstApp.signUpSeller()).publishPage({}, 'taller');
  const otherApp = await createTestApp({
    database: { ...database, db: new Proxy(database.db, {}), close: () => Promise.resolve() },
  });
  for (const app of [firstApp, otherApp, firstApp]) {
    await sendThroughMiddleware(app)('/c/taller/seen', { body: pageViewBody() });
    await app.waitUntilIdle();
  }
  const { events: single } = await readPageViews(firstApp);
  expect(single.map(({ firstOnPage }) => firstOnPage)).toEqual([true, false, false]);
});
