import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { MAX_VALUES_OF_A_DAY, OTHER_VALUES, versionValue } from '#domain/analytics.ts';

import { countNewViews } from '#server/db/view-counts.ts';
import { insertNewViews, type NewView } from '#server/db/new-views.ts';
import { sellers } from '#server/db/schema-pages.ts';
import { ALL_PAGES, newViews, viewDays, views, visitSalts } from '#server/db/schema-views.ts';
import { beacon, BROWSER, countedOf, sumsOf, theWholeWay } from '#server/testing-looks.ts';
import { moveClock } from '#server/testing-orders.ts';
import { openShop, type TestShop } from '#server/testing.ts';
import { recountViews } from './recount-views.ts';
import { UNKNOWN_ORIGIN } from '#domain/visit.ts';

async function openTwoPages() {
  const shop = await openShop();
  const seller = await shop.seller();
  const one = await seller.publish({}, 'one');
  const two = await seller.publish({}, 'two');
  const send = theWholeWay(shop);
  const look = (slug: string, who = '', hint = {}) =>
    send(`/c/${slug}/seen`, { body: beacon(hint), headers: { 'user-agent': BROWSER + who } });
  const [row] = await shop.context.db
    .select()
    .from(sellers)
    .where(eq(sellers.userId, seller.session.user.id));
  return { shop, seller, look, one: one.pageId, two: two.pageId, sellerId: row?.id ?? '' };
}

/** A page view that waits to be counted. */
const newView = (of: { sellerId: string; pageId: string }, change: Partial<NewView> = {}): NewView => ({
  ...UNKNOWN_ORIGIN,
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
  const { shop, look, one, two } = await openTwoPages();
  for (const slug of ['one', 'one', 'two']) await look(slug, ' A');
  await shop.settled();
  await look('two', ' A');
  await look('one', ' B', { query: '?utm_source=mail' });
  const { days, single, waiting } = await countedOf(shop);
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
    [versionValue(one, 1)]: [3, 2],
    [versionValue(two, 1)]: [2, 0],
  });
  expect(sumsOf(days, ALL_PAGES, 'device')).toEqual({ desktop: [5, 2] });
});

test('counts the same total in every dimension', async () => {
  const { shop, look, one } = await openTwoPages();
  for (let turn = 0; turn < 30; turn++)
    await look(turn % 3 ? 'one' : 'two', ` ${turn % 7}`, {
      query: `?utm_source=s${turn % 5}&utm_medium=m${turn % 2}&utm_campaign=c${turn % 4}`,
      referrer: `https://r${turn % 6}.example`,
      embed: `https://e${turn % 2}.example`,
    });
  const { days } = await countedOf(shop);
  const dimensions = new Set(days.map(({ dimension }) => dimension));
  expect(dimensions.size).toBe(13);
  for (const pageId of [ALL_PAGES, one])
    for (const dimension of dimensions) {
      if (dimension === 'page') continue;
      const rows = Object.values(sumsOf(days, pageId, dimension));
      const sum = [0, 1].map((at) => rows.reduce((all, row) => all + (row[at] ?? 0), 0));
      expect([dimension, sum]).toEqual([dimension, sumsOf(days, pageId, 'all')['']]);
    }
});

test('counts a visitor separately for another day, seller or address', async () => {
  const { shop, look } = await openTwoPages();
  const theirs = await (await shop.seller()).publish({}, 'theirs');
  await look('one');
  await look('theirs');
  await shop.settled();
  await moveClock(shop, 25);
  await look('one');
  const { single } = await countedOf(shop);
  expect(new Set(single.map(({ visitor }) => Buffer.from(visitor).toString('hex'))).size).toBe(3);
  expect(single.map(({ firstWithSeller }) => firstWithSeller)).toEqual([true, true, true]);
  expect(theirs.pageId).toBe(single[1]?.pageId);
});

test('groups values beyond the daily maximum', async () => {
  const { shop, one, two, sellerId } = await openTwoPages();
  const { db } = shop.context;
  const most = MAX_VALUES_OF_A_DAY;
  const put = (from: number, to: number, pageId = one) =>
    insertNewViews(
      db,
      Array.from({ length: to - from }, (_, index) =>
        newView(
          { sellerId, pageId },
          { utmCampaign: `c${from + index}`, visitor: visitorNumber(from + index) },
        ),
      ),
    );
  await put(0, most - 10);
  await countNewViews(db, 5000);
  await put(most - 20, most + 90);
  await countNewViews(db, 5000);
  const { days } = await countedOf(shop);
  const campaigns = sumsOf(days, one, 'utm_campaign');
  expect(Object.keys(campaigns)).toHaveLength(most + 1);
  expect(campaigns[OTHER_VALUES]).toEqual([90, 90]);
  expect(campaigns[`c${most - 15}`]).toEqual([2, 1]);
  await put(5000, 5010, two);
  const after = await countedOf(shop);
  expect(Object.keys(sumsOf(after.days, two, 'utm_campaign'))).toHaveLength(10);
  expect(sumsOf(after.days, ALL_PAGES, 'utm_campaign')[OTHER_VALUES]).toEqual([100, 100]);
});

test('counts each view once with concurrent counting', async () => {
  const { shop, one, two, sellerId } = await openTwoPages();
  const { db } = shop.context;
  for (let turn = 0; turn < 5; turn++)
    await insertNewViews(
      db,
      Array.from({ length: 100 }, (_, index) =>
        newView({ sellerId, pageId: index % 2 ? one : two }, { visitor: visitorNumber(index % 20) }),
      ),
    );
  const count = async () => {
    for (let turn = 0; turn < 12; turn++) await countNewViews(db, 60);
  };
  await Promise.all([count(), count(), count(), count()]);
  const { days, single } = await countedOf(shop);
  expect(single).toHaveLength(500);
  expect(sumsOf(days, ALL_PAGES, 'all')).toEqual({ '': [500, 20] });
  expect(sumsOf(days, one, 'all')).toEqual({ '': [250, 10] });
});

test('rolls back a failed count and repeats it', async () => {
  const { shop, one, sellerId } = await openTwoPages();
  const { db } = shop.context;
  await shop.workers.views.close();
  await insertNewViews(db, [newView({ sellerId, pageId: one })]);
  await db.execute(sql`alter table view_days add constraint full_today check (views < 0)`);
  await expect(countNewViews(db, 100)).rejects.toThrow();
  expect([await db.$count(newViews), await db.$count(views), await db.$count(viewDays)]).toEqual([1, 0, 0]);
  await db.execute(sql`alter table view_days drop constraint full_today`);
  expect(await countNewViews(db, 100)).toBe(1);
  expect([await db.$count(newViews), await db.$count(views)]).toEqual([0, 1]);
});

/** All daily counts and single views, for comparison. */
async function booksOf(shop: TestShop) {
  const { days, single } = await countedOf(shop);
  const inOrder = days.map((row) => JSON.stringify(row)).toSorted();
  return { inOrder, single: single.map(({ visitor, ...row }) => ({ ...row, visitor: [...visitor] })) };
}

test('recounts single views for another time zone, and back again to the same counts', async () => {
  const { shop, seller, one, two, sellerId } = await openTwoPages();
  const { db } = shop.context;
  const now = shop.context.now().getTime();
  const hour = (index: number) => new Date(now - index * 3_600_000);
  await insertNewViews(
    db,
    Array.from({ length: 200 }, (_, index) => {
      const at = hour(199 - index);
      return newView(
        { sellerId, pageId: index % 3 ? one : two },
        {
          at,
          day: at.toISOString().slice(0, 10),
          visitor: visitorNumber(Number(at.toISOString().slice(8, 10)) * 10 + (index % 5)),
          source: `s${index % 4}`,
        },
      );
    }),
  );
  const utc = await booksOf(shop);
  for (const timeZone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu']) {
    await seller.call('set-time-zone', { timeZone });
    await recountViews(shop.context, sellerId);
    const { days } = await countedOf(shop);
    expect(sumsOf(days, ALL_PAGES, 'all')['']?.[0]).toBe(200);
    const { rows } = (await db.execute(
      sql`select (at at time zone ${timeZone})::date::text as day, count(*)::integer as views from views group by 1 order by 1`,
    )) as { rows: { day: string; views: number }[] };
    const counted = days.filter((row) => row.pageId === ALL_PAGES && row.dimension === 'all');
    expect(
      counted
        .map(({ day, views: sum }) => ({ day, views: sum }))
        .toSorted((a, b) => (a.day < b.day ? -1 : 1)),
    ).toEqual(rows);
  }
  await seller.call('set-time-zone', { timeZone: 'UTC' });
  await recountViews(shop.context, sellerId);
  expect(await booksOf(shop)).toEqual(utc);
});

test('deletes single views after ninety days and salts after two, but keeps the counts', async () => {
  const { shop, look } = await openTwoPages();
  const { db } = shop.context;
  await look('one');
  await shop.settled();
  expect(await db.$count(visitSalts)).toBe(1);
  await moveClock(shop, 2 * 24);
  await shop.settled();
  expect([await db.$count(visitSalts), await db.$count(views)]).toEqual([0, 1]);
  await moveClock(shop, 89 * 24);
  const { single, days } = await countedOf(shop);
  expect(single).toEqual([]);
  expect(sumsOf(days, ALL_PAGES, 'all')).toEqual({ '': [1, 1] });
});

test('deletes the views of a seller who deletes their account', async () => {
  const { shop, seller, look } = await openTwoPages();
  const { db } = shop.context;
  const theirs = await shop.seller();
  await theirs.publish({}, 'theirs');
  await look('one');
  await look('theirs');
  await shop.settled();
  await look('two');
  expect((await seller.call('delete-account', { email: seller.email })).status).toBe(200);
  const { single } = await countedOf(shop);
  expect(single).toHaveLength(1);
  expect(new Set((await db.select().from(viewDays)).map(({ sellerId }) => sellerId)).size).toBe(1);
});
