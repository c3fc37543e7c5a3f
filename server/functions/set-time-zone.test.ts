import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { dayIn, startOfDay } from '#domain/time-zone.ts';
import { openShop } from '#server/testing.ts';
import { openSold } from '#server/testing-orders.ts';
import { sellerIdOf } from '#server/testing-plans.ts';
import { writeViews } from '#server/testing-views.ts';

const NOON = new Date('2026-11-21T12:00:00Z');

test('recounts views by the days of a new time zone without losing any', async () => {
  const { shop, seller } = await openSold({}, { sandboxTime: () => NOON.getTime() });
  const pageId = (await seller.call('get-analytics', { period: 'today' })).body.pages[0]?.id ?? '';
  const sellerId = await sellerIdOf(shop, seller);
  const seen = (at: string, visitor: string) => {
    return { sellerId, pageId, version: 1, at: new Date(at), day: at.slice(0, 10), visitor };
  };
  await writeViews(shop.context.db, [
    seen('2026-11-20T21:00:00Z', 'a'),
    seen('2026-11-20T23:30:00Z', 'b'),
    seen('2026-11-21T08:00:00Z', 'c'),
  ]);
  const days = async () => {
    const { points } = (await seller.call('get-analytics', { period: '7d' })).body;
    return points.filter(({ views }) => views > 0).map(({ at, views }) => `${at}: ${views}`);
  };
  expect(await days()).toEqual(['2026-11-20: 2', '2026-11-21: 1']);
  await seller.call('set-time-zone', { timeZone: 'Europe/Berlin' });
  expect(await days()).toEqual(['2026-11-20: 1', '2026-11-21: 2']);
  const { body } = await seller.call('get-analytics', { period: 'today' });
  expect(body.points.filter(({ views }) => views > 0).map(({ at }) => at)).toEqual([
    '2026-11-21T00',
    '2026-11-21T09',
  ]);
  await seller.call('set-time-zone', { timeZone: 'UTC' });
  expect(await days()).toEqual(['2026-11-20: 2', '2026-11-21: 1']);
});

// Compares past years only: the database and Node.js learn of future time zone changes at different times.
test('uses the same time zones and the same days in the database and in Node.js', async () => {
  const { context } = await openShop();
  const days = [2022, 2023, 2024].flatMap((year) =>
    ['01-01', '03-29', '04-24', '10-25'].map((day) => `${year}-${day}`),
  );
  const moments = Intl.supportedValuesOf('timeZone').flatMap((zone) =>
    days.flatMap((day) => {
      const start = startOfDay(zone, day).getTime();
      return [start, start - 1000].map((ms) => ({ zone, at: new Date(ms).toISOString() }));
    }),
  );
  const { rows } = (await context.db.execute(
    sql`select zone, at, ((at::timestamptz at time zone zone)::date)::text as day
      from json_to_recordset(${JSON.stringify(moments)}::json) as moments(zone text, at text)`,
  )) as { rows: { zone: string; at: string; day: string }[] };
  expect(rows).toHaveLength(moments.length);
  expect(rows.filter(({ zone, at, day }) => dayIn(zone, new Date(at)) !== day)).toEqual([]);
});
