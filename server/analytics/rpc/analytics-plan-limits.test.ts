import { expect, test } from 'vitest';

import type { AnalyticsQuery } from '#domain/analytics.ts';
import { planSubscriptions } from '#server/db/schema-plans.ts';
import { buyWithAttribution } from '#server/testing/page-view-rows.ts';
import { createTrialSeller } from '#server/testing/seller-plans.ts';
import { createSoldOrder } from '#server/testing/sold-orders.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const NOON = new Date('2026-11-21T12:00:00Z');
const noonOptions = { sandboxTime: () => NOON.getTime() };

test('refuses analytics beyond the plan with a message, also after the plan has ended', async () => {
  const app = await createTestApp(noonOptions);
  const seller = await createTrialSeller(app, 'starter');
  const month: AnalyticsQuery = { period: '30d' };
  expect((await seller.rpc('get-analytics', month)).body.level).toBe('basic');
  const optional: AnalyticsQuery = { ...month, compare: 'previous', comparisonOptional: true };
  expect((await seller.rpc('get-analytics', optional)).body).toMatchObject({ level: 'basic', before: null });
  expect((await seller.rpc('get-breakdown', { ...month, by: 'page' })).status).toBe(200);
  const errorResponses = [
    await seller.rpc('get-analytics', { period: '90d' }),
    await seller.rpc('get-analytics', { ...month, compare: 'year' }),
    await seller.rpc('get-breakdown', { ...month, by: 'source' }),
    await seller.rpc('export-analytics', month),
  ];
  for (const { status, body } of errorResponses)
    expect([status, body.error]).toMatchObject([
      403,
      { code: 'plan_needed', message: expect.stringMatching(/Growth or Pro plan/) as string },
    ]);
  await seller.givePlan();
  const updatePlan = (change: Partial<typeof planSubscriptions.$inferInsert>) =>
    app.context.db.update(planSubscriptions).set(change);
  await updatePlan({ plan: 'growth', accessUntil: new Date('2027-01-01') });
  expect((await seller.rpc('export-analytics', { period: '90d', by: 'source' })).status).toBe(200);
  expect((await seller.rpc('get-analytics', optional)).body.before).toMatchObject({ to: '2026-10-22' });
  await updatePlan({ accessUntil: NOON });
  expect((await seller.rpc('get-analytics', { period: '90d' })).status).toBe(403);
});

test('counts days in the time zone that the seller chose and accepts only IANA time zones', async () => {
  const { seller } = await createSoldOrder({}, { sandboxTime: () => new Date('2026-11-21T23:30:00Z').getTime() });
  expect((await seller.rpc('set-time-zone', { timeZone: 'Mars/Olympus' })).status).toBe(400);
  expect((await seller.rpc('set-time-zone', { timeZone: 'Pacific/Auckland' })).body).toEqual({
    timeZone: 'Pacific/Auckland',
  });
  const { body } = await seller.rpc('get-analytics', { period: 'today' });
  expect(body).toMatchObject({
    from: '2026-11-22',
    timeZone: 'Pacific/Auckland',
    timeZoneChosen: true,
    figures: { paid: 1 },
  });
  expect(body.points[12]).toMatchObject({ at: '2026-11-22T12', paid: 1 });
});

test('exports the time series or the full breakdown, names the time zone, and escapes formulas', async () => {
  const { seller, app } = await createSoldOrder({}, noonOptions);
  await seller.publishPage({ currency: 'JPY', price: '500' }, 'yen');
  await buyWithAttribution(app, 'yen', { utmSource: '=HYPERLINK("http://x")' });
  await seller.rpc('set-time-zone', { timeZone: 'Asia/Tokyo' });
  const points = (await seller.rpc('export-analytics', { period: 'today' })).body;
  expect(points.fileName).toBe('analytics-2026-11-21-to-2026-11-21.csv');
  const lines = points.csv.split('\r\n');
  expect(lines[0]).toBe(
    '\ufeff"Time (Asia/Tokyo)",Views,Visitors,Checkouts started,Paid orders,Conversion %,Net (USD)',
  );
  expect(lines).toHaveLength(26);
  expect(lines[22]).toMatch(/^2026-11-21 21:00,0,0,2,2,,\d+\.\d\d$/);
  const rows = (await seller.rpc('export-analytics', { period: '7d', by: 'utm_source' })).body;
  expect(rows.fileName).toBe('analytics-utm-source-2026-11-15-to-2026-11-21.csv');
  const [headerLine, ...values] = rows.csv.trimEnd().split('\r\n');
  expect(headerLine).toMatch(/^\ufeff"UTM source \(2026-11-15 to 2026-11-21, Asia\/Tokyo\)",/);
  expect(headerLine).toMatch(/Net \(JPY\),Received \(USD\)/);
  expect(values).toHaveLength(2);
  expect(values.find((line) => line.includes('HYPERLINK'))).toMatch(
    /^"'=HYPERLINK\(""http:\/\/x""\)",0,0,1,1,,\d\.\d\d,500,0,0,500,/,
  );
});
