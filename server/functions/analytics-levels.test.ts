import { expect, test } from 'vitest';

import type { AnalyticsAsk } from '#domain/analytics.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { openShop } from '#server/testing.ts';
import { openSold } from '#server/testing-orders.ts';
import { sellerOnTrial } from '#server/testing-plans.ts';
import { buyFrom } from '#server/testing-views.ts';

const NOON = new Date('2026-11-21T12:00:00Z');
const atNoon = { sandboxTime: () => NOON.getTime() };

test('refuses analytics beyond the plan with a message, also after the plan has ended', async () => {
  const shop = await openShop(atNoon);
  const seller = await sellerOnTrial(shop, 'starter');
  const month: AnalyticsAsk = { period: '30d' };
  expect((await seller.call('get-analytics', month)).body.level).toBe('basic');
  expect((await seller.call('get-breakdown', { ...month, by: 'page' })).status).toBe(200);
  const refused = [
    await seller.call('get-analytics', { period: '90d' }),
    await seller.call('get-analytics', { ...month, compare: 'year' }),
    await seller.call('get-breakdown', { ...month, by: 'source' }),
    await seller.call('export-analytics', month),
  ];
  for (const { status, body } of refused)
    expect([status, body.error]).toMatchObject([
      403,
      { code: 'plan_needed', message: expect.stringMatching(/Growth plan/) as string },
    ]);
  await seller.takePlan();
  const plan = (change: Partial<typeof planSubscriptions.$inferInsert>) =>
    shop.context.db.update(planSubscriptions).set(change);
  await plan({ plan: 'growth', accessUntil: new Date('2027-01-01') });
  expect((await seller.call('export-analytics', { period: '90d', by: 'source' })).status).toBe(200);
  await plan({ accessUntil: NOON });
  expect((await seller.call('get-analytics', { period: '90d' })).status).toBe(403);
});

test('counts days in the time zone that the seller chose and accepts only IANA time zones', async () => {
  const { seller } = await openSold({}, { sandboxTime: () => new Date('2026-11-21T23:30:00Z').getTime() });
  expect((await seller.call('set-time-zone', { timeZone: 'Mars/Olympus' })).status).toBe(400);
  expect((await seller.call('set-time-zone', { timeZone: 'Pacific/Auckland' })).body).toEqual({
    timeZone: 'Pacific/Auckland',
  });
  const { body } = await seller.call('get-analytics', { period: 'today' });
  expect(body).toMatchObject({
    from: '2026-11-22',
    timeZone: 'Pacific/Auckland',
    timeZoneChosen: true,
    figures: { paid: 1 },
  });
  expect(body.points[12]).toMatchObject({ at: '2026-11-22T12', paid: 1 });
});

test('exports the time series or the full breakdown, names the time zone, and escapes formulas', async () => {
  const { seller, shop } = await openSold({}, atNoon);
  await seller.publish({ currency: 'JPY', price: '500' }, 'yen');
  await buyFrom(shop, 'yen', { utmSource: '=HYPERLINK("http://x")' });
  await seller.call('set-time-zone', { timeZone: 'Asia/Tokyo' });
  const points = (await seller.call('export-analytics', { period: 'today' })).body;
  expect(points.fileName).toBe('analytics-2026-11-21-to-2026-11-21.csv');
  const lines = points.csv.split('\r\n');
  expect(lines[0]).toBe(
    '\ufeff"Time (Asia/Tokyo)",Views,Visitors,Checkouts started,Paid orders,Conversion %,Net (USD)',
  );
  expect(lines).toHaveLength(26);
  expect(lines[22]).toMatch(/^2026-11-21 21:00,0,0,2,2,,\d+\.\d\d$/);
  const rows = (await seller.call('export-analytics', { period: '7d', by: 'utm_source' })).body;
  expect(rows.fileName).toBe('analytics-utm-source-2026-11-15-to-2026-11-21.csv');
  const [head, ...values] = rows.csv.trimEnd().split('\r\n');
  expect(head).toMatch(/^\ufeff"UTM source \(2026-11-15 to 2026-11-21, Asia\/Tokyo\)",/);
  expect(head).toMatch(/Net \(JPY\),Received \(USD\)/);
  expect(values).toHaveLength(2);
  expect(values.find((line) => line.includes('HYPERLINK'))).toMatch(
    /^"'=HYPERLINK\(""http:\/\/x""\)",0,0,1,1,,\d\.\d\d,500,0,0,500,/,
  );
});
