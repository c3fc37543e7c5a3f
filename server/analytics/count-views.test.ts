import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { MAX_VALUES_PER_DAY, OTHER_VALUES, formatVersionValue } from '#domain/analytics.ts';
import { UNKNOWN_ATTRIBUTION } from '#domain/attribution.ts';
import { countPageViewEvents } from '#server/analytics/queries/page-view-counts.ts';
import { insertPageViewEvents, type NewPageView } from '#server/analytics/queries/page-view-events.ts';
import { ALL_PAGES, pageViewEvents, pageViewDays, pageViews, visitorSalts } from '#server/db/schema-page-views.ts';
import { sellers } from '#server/db/schema-pages.ts';
import {
  pageViewBody,
  BROWSER,
  readPageViews,
  sumsOf,
  sendThroughMiddleware,
} from '#server/testing/page-view-requests.ts';
import { moveClock } from '#server/testing/sold-orders.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import { recountViews } from './recount-views.ts';

async function openTwoPages() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const one = await seller.publishPage({}, 'one');
  const two = await seller.publishPage({}, 'two');
  const send = sendThroughMiddleware(app);
  const viewPage = (slug: string, userAgentSuffix = '', visit = {}) =>
    send(`/c/${slug}/seen`, { body: pageViewBody(visit), headers: { 'user-agent': BROWSER + userAgentSuffix } });
  const [row] = await app.context.db.select().from(sellers).where(eq(sellers.userId, seller.session.user.id));
  return { app, seller, viewPage, one: one.pageId, two: two.pageId, sellerId: row?.id ?? '' };
}

/** A page view that waits to be counted. */
const newView = (of: { sellerId: string; pageId: string }, change: Partial<NewPageView> = {}): NewPageView => ({
  ...UNKNOWN_ATTRIBUTION,
  ...of,
  mode: 'sandbox',
  version: 1,
  at: new Date('2026-05-01T12:00:00Z'),
  day: '2026-05-01',
  visitor: new Uint8Array(8),
  ...change,
});

const visitorNumber = (number: number): Uint8Array => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32BE(number, 4);
  return new Uint8Array(bytes);
};

test('counts a visitor once a day for each page, and once for all pages', async () => {
  const { app, viewPage, one, two } = await openTwoPages();
  for (const slug of ['one', 'one', 'two']) await viewPage(slug, ' A');
  await app.waitUntilIdle();
  await viewPage('two', ' A');
  await viewPage('one', ' B', { query: '?utm_source=mail' });
  const { days, events: single, uncounted: waiting } = await readPageViews(app);
  expect(waiting).toBe(0);
  expect(single.map((row) => [row.firstOnPage, row.firstWithSeller])).toEqual([
    [true, true],
    [false, false],
    [true, false],
    [false, false],
    [true, true],
  ]);
  expect(sumsOf(days, ALL_PAGES, 'all')).toEqual({ '': [5, 2] });
  expect(sumsOf(days, one, 'all')).toEqual({ '': [3, 2] });
  expect(sumsOf(days, two, 'all')).toEqual({ '': [2, 1] });
  expect(sumsOf(days, ALL_PAGES, 'page')).toEqual({ [one]: [3, 2], [two]: [2, 1] });
  expect(sumsOf(days, ALL_PAGES, 'source')).toEqual({ direct: [4, 1], mail: [1, 1] });
  expect(sumsOf(days, ALL_PAGES, 'version')).toEqual({
    [formatVersionValue(one, 1)]: [3, 2],
    [formatVersionValue(two, 1)]: [2, 0],
  });
  expect(sumsOf(days, ALL_PAGES, 'device')).toEqual({ desktop: [5, 2] });
});

test('counts the same total in every dimension', async () => {
  const { app, viewPage, one } = await openTwoPages();
  for (let i = 0; i < 30; i++)
    await viewPage(i % 3 ? 'one' : 'two', ` ${i % 7}`, {
      query: `?utm_source=s${i % 5}&utm_medium=m${i % 2}&utm_campaign=c${i % 4}`,
      referrer: `https://r${i % 6}.example`,
      embed: `https://e${i % 2}.example`,
    });
  const { days } = await readPageViews(app);
  const dimensions = new Set(days.map(({ dimension }) => dimension));
  expect(dimensions.size).toBe(13);
  for (const pageId of [ALL_PAGES, one])
    for (const dimension of dimensions) {
      if (dimension === 'page') continue;
      const rows = Object.values(sumsOf(days, pageId, dimension));
      const sum = [0, 1].map((index) => rows.reduce((all, row) => all + (row[index] ?? 0), 0));
      expect([dimension, sum]).toEqual([dimension, sumsOf(days, pageId, 'all')['']]);
    }
});

test('counts a visitor separately for another day, seller or address', async () => {
  const { app, viewPage } = await openTwoPages();
  const otherPage = await (await app.signUpSeller()).publishPage({}, 'theirs');
  await viewPage('one');
  await viewPage('theirs');
  await app.waitUntilIdle();
  await moveClock(app, 25);
  await viewPage('one');
  const { events: single } = await readPageViews(app);
  expect(new Set(single.map(({ visitor }) => Buffer.from(visitor).toString('hex'))).size).toBe(3);
  expect(single.map(({ firstWithSeller }) => firstWithSeller)).toEqual([true, true, true]);
  expect(otherPage.pageId).toBe(single[1]?.pageId);
});

test('groups values beyond the daily maximum', async () => {
  const { app, one, two, sellerId } = await openTwoPages();
  const { db } = app.context;
  const maxValues = MAX_VALUES_PER_DAY;
  const insertCampaigns = (from: number, to: number, pageId = one) =>
    insertPageViewEvents(
      db,
      Array.from({ length: to - from }, (_, index) =>
        newView({ sellerId, pageId }, { utmCampaign: `c${from + index}`, visitor: visitorNumber(from + index) }),
      ),
    );
  await insertCampaigns(0, maxValues - 10);
  await countPageViewEvents(db, 5000);
  await insertCampaigns(maxValues - 20, maxValues + 90);
  await countPageViewEvents(db, 5000);
  const { days } = await readPageViews(app);
  const campaigns = sumsOf(days, one, 'utm_campaign');
  expect(Object.keys(campaigns)).toHaveLength(maxValues + 1);
  expect(campaigns[OTHER_VALUES]).toEqual([90, 90]);
  expect(campaigns[`c${maxValues - 15}`]).toEqual([2, 1]);
  await insertCampaigns(5000, 5010, two);
  const after = await readPageViews(app);
  expect(Object.keys(sumsOf(after.days, two, 'utm_campaign'))).toHaveLength(10);
  expect(sumsOf(after.days, ALL_PAGES, 'utm_campaign')[OTHER_VALUES]).toEqual([100, 100]);
});

test('counts each view once with concurrent counting', async () => {
  const { app, one, two, sellerId } = await openTwoPages();
  const { db } = app.context;
  for (let i = 0; i < 5; i++)
    await insertPageViewEvents(
      db,
      Array.from({ length: 100 }, (_, index) =>
        newView({ sellerId, pageId: index % 2 ? one : two }, { visitor: visitorNumber(index % 20) }),
      ),
    );
  const count = async () => {
    for (let i = 0; i < 12; i++) await countPageViewEvents(db, 60);
  };
  await Promise.all([count(), count(), count(), count()]);
  const { days, events: single } = await readPageViews(app);
  expect(single).toHaveLength(500);
  expect(sumsOf(days, ALL_PAGES, 'all')).toEqual({ '': [500, 20] });
  expect(sumsOf(days, one, 'all')).toEqual({ '': [250, 10] });
});

test('rolls back a failed count and repeats it', async () => {
  const { app, one, sellerId } = await openTwoPages();
  const { db } = app.context;
  await app.workers.views.close();
  await insertPageViewEvents(db, [newView({ sellerId, pageId: one })]);
  await db.execute(sql`alter table page_view_days add constraint full_today check (views < 0)`);
  await expect(countPageViewEvents(db, 100)).rejects.toThrow();
  expect([await db.$count(pageViewEvents), await db.$count(pageViews), await db.$count(pageViewDays)]).toEqual([
    1, 0, 0,
  ]);
  await db.execute(sql`alter table page_view_days drop constraint full_today`);
  expect(await countPageViewEvents(db, 100)).toBe(1);
  expect([await db.$count(pageViewEvents), await db.$count(pageViews)]).toEqual([0, 1]);
});

/** All daily counts and single views, for comparison. */
async function snapshotOf(app: TestApp) {
  const { days, events: single } = await readPageViews(app);
  const sortedDays = days.map((row) => JSON.stringify(row)).toSorted();
  return { sortedDays, single: single.map(({ visitor, ...row }) => ({ ...row, visitor: [...visitor] })) };
}

test('recounts single views for another time zone, and back again to the same counts', async () => {
  const { app, seller, one, two, sellerId } = await openTwoPages();
  const { db } = app.context;
  const now = app.context.now().getTime();
  const hour = (index: number) => new Date(now - index * 3_600_000);
  await insertPageViewEvents(
    db,
    Array.from({ length: 200 }, (_, index) => {
      const viewedAt = hour(199 - index);
      return newView(
        { sellerId, pageId: index % 3 ? one : two },
        {
          at: viewedAt,
          day: viewedAt.toISOString().slice(0, 10),
          visitor: visitorNumber(Number(viewedAt.toISOString().slice(8, 10)) * 10 + (index % 5)),
          source: `s${index % 4}`,
        },
      );
    }),
  );
  const utc = await snapshotOf(app);
  for (const timeZone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu']) {
    await seller.rpc('set-time-zone', { timeZone });
    await recountViews(app.context, sellerId);
    const { days } = await readPageViews(app);
    expect(sumsOf(days, ALL_PAGES, 'all')['']?.[0]).toBe(200);
    const { rows } = (await db.execute(
      sql`select (at at time zone ${timeZone})::date::text as day, count(*)::integer as views from page_views group by 1 order by 1`,
    )) as { rows: { day: string; views: number }[] };
    const rowsOfAllPages = days.filter((row) => row.pageId === ALL_PAGES && row.dimension === 'all');
    expect(
      rowsOfAllPages.map(({ day, views: sum }) => ({ day, views: sum })).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    ).toEqual(rows);
  }
  await seller.rpc('set-time-zone', { timeZone: 'UTC' });
  await recountViews(app.context, sellerId);
  expect(await snapshotOf(app)).toEqual(utc);
});

test('deletes single views after ninety days and salts after two, but keeps the counts', async () => {
  const { app, viewPage } = await openTwoPages();
  const { db } = app.context;
  await viewPage('one');
  await app.waitUntilIdle();
  expect(await db.$count(visitorSalts)).toBe(1);
  await moveClock(app, 2 * 24);
  await app.waitUntilIdle();
  expect([await db.$count(visitorSalts), await db.$count(pageViews)]).toEqual([0, 1]);
  await moveClock(app, 89 * 24);
  const { events: single, days } = await readPageViews(app);
  expect(single).toEqual([]);
  expect(sumsOf(days, ALL_PAGES, 'all')).toEqual({ '': [1, 1] });
});

test('deletes the views of a seller who deletes their account', async () => {
  const { app, seller, viewPage } = await openTwoPages();
  const { db } = app.context;
  const otherSeller = await app.signUpSeller();
  await otherSeller.publishPage({}, 'theirs');
  await viewPage('one');
  await viewPage('theirs');
  await app.waitUntilIdle();
  await viewPage('two');
  expect((await seller.rpc('delete-account', { email: seller.email })).status).toBe(200);
  const { events: single } = await readPageViews(app);
  expect(single).toHaveLength(1);
  expect(new Set((await db.select().from(pageViewDays)).map(({ sellerId }) => sellerId)).size).toBe(1);
});
