import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { getLocalDay, getStartOfDay } from '#domain/time-zone.ts';
import { insertPageViews } from '#server/testing/page-view-rows.ts';
import { sellerIdOf } from '#server/testing/seller-plans.ts';
import { createSoldOrder } from '#server/testing/sold-orders.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const NOON = new Date('2026-11-21T12:00:00Z');

test('recounts views by the days of a new time zone without losing any', async () => {
  const { app, seller } = await createSoldOrder({}, { sandboxTime: () => NOON.getTime() });
  const pageId = (await seller.rpc('get-analytics', { period: 'today' })).body.pages[0]?.id ?? '';
  const sellerId = await sellerIdOf(app, seller);
  const viewAt = (at: string, visitor: string) => {
    return { sellerId, pageId, version: 1, at: new Date(at), day: at.slice(0, 10), visitor };
  };
  await insertPageViews(app.context.db, [
    viewAt('2026-11-20T21:00:00Z', 'a'),
    viewAt('2026-11-20T23:30:00Z', 'b'),
    viewAt('2026-11-21T08:00:00Z', 'c'),
  ]);
  const listDays = async () => {
    const { points } = (await seller.rpc('get-analytics', { period: '7d' })).body;
    return points.filter(({ views }) => views > 0).map(({ at, views }) => `${at}: ${views}`);
  };
  expect(await listDays()).toEqual(['2026-11-20: 2', '2026-11-21: 1']);
  await seller.rpc('set-time-zone', { timeZone: 'Europe/Berlin' });
  expect(await listDays()).toEqual(['2026-11-20: 1', '2026-11-21: 2']);
  const { body } = await seller.rpc('get-analytics', { period: 'today' });
  expect(body.points.filter(({ views }) => views > 0).map(({ at }) => at)).toEqual(['2026-11-21T00', '2026-11-21T09']);
  await seller.rpc('set-time-zone', { timeZone: 'UTC' });
  expect(await listDays()).toEqual(['2026-11-20: 2', '2026-11-21: 1']);
});

// Compares past years only: the database and Node.js learn of future time zone changes at different times.
test('uses the same time zones and the same days in the database and in Node.js', async () => {
  const { context } = await createTestApp();
  const days = [2022, 2023, 2024].flatMap((year) =>
    ['01-01', '03-29', '04-24', '10-25'].map((day) => `${year}-${day}`),
  );
  const instants = Intl.supportedValuesOf('timeZone').flatMap((zone) =>
    days.flatMap((day) => {
      const start = getStartOfDay(zone, day).getTime();
      return [start, start - 1000].map((ms) => ({ zone, at: new Date(ms).toISOString() }));
    }),
  );
  const { rows } = (await context.db.execute(
    sql`select zone, at, ((at::timestamptz at time zone zone)::date)::text as day
      from json_to_recordset(${JSON.stringify(instants)}::json) as moments(zone text, at text)`,
  )) as { rows: { zone: string; at: string; day: string }[] };
  expect(rows).toHaveLength(instants.length);
  expect(rows.filter(({ zone, at, day }) => getLocalDay(zone, new Date(at)) !== day)).toEqual([]);
});
