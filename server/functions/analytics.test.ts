import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { ANALYTICS_DIMENSIONS, ANALYTICS_PRESETS, type AnalyticsAsk } from '#domain/analytics.ts';
import { attempts } from '#server/db/schema-money.ts';
import { openShop, sellableConfig } from '#server/testing.ts';
import { moveClock, openSold, type Sold } from '#server/testing-orders.ts';
import { sellerIdOf } from '#server/testing-plans.ts';
import { refundNewest } from '#server/testing-refunds.ts';
import { buyFrom, writeViews, type SeenView } from '#server/testing-views.ts';

const NOON = new Date('2026-11-21T12:00:00Z');
const atNoon = { sandboxTime: () => NOON.getTime() };

/** Builds a page view of the page that was sold. */
async function viewOf({ shop, seller }: Sold): Promise<SeenView> {
  const [page] = (await seller.call('get-analytics', { period: '7d' })).body.pages;
  const sellerId = await sellerIdOf(shop, seller);
  return { sellerId, pageId: page?.id ?? '', version: 1, at: NOON, day: '2026-11-21', visitor: 'a' };
}

test('returns zero for every metric to a seller without a page', async () => {
  const shop = await openShop(atNoon);
  const seller = await shop.seller();
  const { status, body } = await seller.call('get-analytics', { period: '7d' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    level: 'basic',
    from: '2026-11-15',
    to: '2026-11-21',
    asOf: NOON.toISOString(),
    timeZone: 'UTC',
    timeZoneChosen: false,
    unit: 'day',
    before: null,
    notes: [],
    pages: [],
    figures: { views: 0, visitors: 0, started: 0, paid: 0, refunds: 0, money: [] },
  });
  expect(body.points).toHaveLength(7);
});

test('counts a sale with a refund in every period that contains it and in every dimension', async () => {
  const { seller, shop } = await openSold({}, atNoon);
  await refundNewest(shop, seller, '10');
  for (const period of ANALYTICS_PRESETS) {
    const { body } = await seller.call('get-analytics', { period, compare: 'previous' });
    if (period === 'yesterday' || period === 'last_month') {
      expect(body.figures).toMatchObject({ started: 0, paid: 0, money: [], usd: { net: 0 } });
      continue;
    }
    expect(body.figures, period).toEqual({
      views: 0,
      visitors: 0,
      started: 1,
      paid: 1,
      refunds: 1,
      money: [
        { currency: 'USD', orders: 1, orderTotal: 2900, received: 2900, refunded: 1000, lost: 0, net: 1900 },
      ],
      usd: { received: 2900, back: 1000, net: 1900, orderTotal: 2900 },
    });
    expect(body.points.filter(({ net }) => net !== 0)).toMatchObject([{ started: 1, paid: 1, net: 1900 }]);
    expect(body.before?.figures.paid).toBe(0);
  }
  for (const by of ANALYTICS_DIMENSIONS) {
    const { body } = await seller.call('get-breakdown', { period: 'all', by });
    expect(body, by).toMatchObject({ count: 1, page: 1, pages: 1, rows: [{ started: 1, paid: 1 }] });
  }
});

test('counts a checkout as started once it has a Stripe session, and counts a free order as paid', async () => {
  const coupons = {
    enableCoupon: true,
    validCoupons: [{ code: 'FREE', discount: 100, type: 'percentage' as const }],
  };
  const { seller, shop } = await openSold(coupons, atNoon);
  await shop.call('create-checkout-session', { slug: 'taller' });
  const { body: free } = await shop.call('create-checkout-session', {
    slug: 'taller',
    appliedCoupon: 'FREE',
  });
  await shop.pay(free.url);
  const lost = await shop.call('create-checkout-session', { slug: 'taller' });
  expect(lost.status).toBe(200);
  await shop.context.db.update(attempts).set({ sessionId: null }).where(eq(attempts.url, lost.body.url));
  const { figures } = (await seller.call('get-analytics', { period: 'today' })).body;
  expect(figures).toMatchObject({
    started: 3,
    paid: 2,
    money: [{ orders: 2, orderTotal: 2900, received: 2900 }],
  });
  const { rows } = (await seller.call('get-breakdown', { period: 'today', by: 'coupon' })).body;
  expect(rows.map(({ label, paid, usd }) => [label, paid, usd.net])).toEqual([
    ['No coupon', 1, 2900],
    ['FREE', 1, 0],
  ]);
});

test('splits a day into hours and counts a visitor in the hour of the first view', async () => {
  const sold = await openSold({}, atNoon);
  const { seller, shop } = sold;
  const view = await viewOf(sold);
  const hour = (at: string, visitor: string): SeenView => ({ ...view, at: new Date(at), visitor });
  await writeViews(shop.context.db, [
    hour('2026-11-21T00:10:00Z', 'a'),
    hour('2026-11-21T00:50:00Z', 'b'),
    hour('2026-11-21T09:30:00Z', 'a'),
    { ...hour('2026-11-20T23:59:59Z', 'a'), day: '2026-11-20' },
  ]);
  for (const pageId of [undefined, view.pageId]) {
    const { body } = await seller.call('get-analytics', {
      period: 'today',
      compare: 'year',
      ...(pageId && { pageId }),
    });
    expect(body).toMatchObject({ unit: 'hour', figures: { views: 3, visitors: 2, paid: 1 } });
    expect(body.points).toHaveLength(24);
    const seen = body.points.filter(({ views }) => views > 0);
    expect(seen.map(({ at, views, visitors }) => [at, views, visitors])).toEqual([
      ['2026-11-21T00', 2, 2],
      ['2026-11-21T09', 1, 0],
    ]);
    expect(body.points[12]).toMatchObject({ at: '2026-11-21T12', started: 1, paid: 1, net: 2900 });
    // Page view events of a year ago are no longer stored.
    expect(body.before).toMatchObject({ from: '2025-11-21', points: [] });
  }
  const old = { from: '2026-08-23', to: '2026-08-23' };
  expect((await seller.call('get-analytics', { period: old })).body.unit).toBe('day');
  const kept = { from: '2026-08-24', to: '2026-08-24' };
  expect((await seller.call('get-analytics', { period: kept })).body.unit).toBe('hour');
});

test('lists values that only have views or only have orders, and puts the rest last', async () => {
  const sold = await openSold({}, atNoon);
  const { seller, shop } = sold;
  await buyFrom(shop, 'taller', { source: 'newsletter', visitCountry: 'DE', device: 'mobile' });
  const view = await viewOf(sold);
  const seen = (visitor: string, source: string) => ({ ...view, visitor, source, visitCountry: 'T1' });
  await writeViews(shop.context.db, [
    seen('a', 'direct'),
    seen('b', 'direct'),
    seen('c', '(other)'),
    seen('d', '(other)'),
    seen('e', '(other)'),
  ]);
  const rowsBy = async (by: 'source' | 'country' | 'device' | 'version' | 'page') =>
    (await seller.call('get-breakdown', { period: '30d', by })).body.rows.map(
      ({ label, views, visitors, paid }) => `${label}: ${views} ${visitors} ${paid}`,
    );
  expect(await rowsBy('source')).toEqual(['Direct: 2 2 1', 'newsletter: 0 0 1', 'All others: 3 3 0']);
  expect(await rowsBy('country')).toEqual(['T1: 5 5 0', 'Not known: 0 0 1', 'Germany: 0 0 1']);
  expect(await rowsBy('device')).toEqual(['Others: 5 5 1', 'Phones: 0 0 1']);
  expect(await rowsBy('version')).toEqual(['Throwing Taller, version 1: 5 5 2']);
  await seller.call('delete-page', { pageId: view.pageId });
  expect(await rowsBy('page')).toEqual(['Throwing Taller (deleted): 5 5 2']);
});

test('notes each publication and its changes at the point in time that it belongs to', async () => {
  const { seller, shop } = await openSold({ enableCoupon: true }, atNoon);
  const pageId = (await seller.call('list-pages', {})).body.pages[0]?.id ?? '';
  await moveClock(shop, 24);
  const config = sellableConfig({
    enableCoupon: true,
    price: '39',
    validCoupons: [{ code: 'SAVE20', discount: 20, type: 'percentage' }],
  });
  await seller.call('save-checkout-page', { pageId, config, slug: 'taller' });
  const { notes } = (await seller.call('get-analytics', { period: '7d' })).body;
  expect(notes).toMatchObject([
    { point: '2026-11-21', pageId, pageName: 'Throwing Taller', version: 1, changes: ['First published'] },
    { point: '2026-11-22', pageId, version: 2 },
  ]);
  expect(notes[1]?.changes.join()).toMatch(/SAVE20/);
  const { body } = await seller.call('get-analytics', { period: 'today' });
  expect(body.notes).toMatchObject([{ point: '2026-11-22T12', version: 2 }]);
  const other = (await seller.publish({}, 'other')).pageId;
  const ofOther = (await seller.call('get-analytics', { period: '7d', pageId: other })).body;
  expect(ofOther.notes.map((note) => note.pageId)).toEqual([other]);
  expect(ofOther.figures.paid).toBe(0);
});

test('answers another seller’s page like a missing one and refuses invalid input', async () => {
  const sold = await openSold({}, atNoon);
  const { pageId } = await viewOf(sold);
  const other = await sold.shop.seller();
  await other.takePlan();
  const foreign = await other.call('get-analytics', { period: '7d', pageId });
  expect(foreign).toEqual(await other.call('get-analytics', { period: '7d', pageId: crypto.randomUUID() }));
  expect(foreign.status).toBe(404);
  expect((await other.call('get-breakdown', { period: '7d', by: 'page' })).body.rows).toEqual([]);
  const bad: unknown[] = [
    {},
    { period: 'decade' },
    { period: { from: '2026-11-21' } },
    { period: { from: '2026-11-22', to: '2026-11-21' } },
    { period: { from: '2026-02-30', to: '2026-03-01' } },
    { period: { from: '0001-01-01', to: '9999-12-31' } },
    { period: '7d', compare: 'both' },
    { period: '7d', pageId: "1' or true" },
    { period: '7d', sellerId: pageId },
  ];
  for (const body of bad)
    expect([body, (await other.call('get-analytics', body as AnalyticsAsk)).status]).toEqual([body, 400]);
});
