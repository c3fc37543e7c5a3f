import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { ANALYTICS_DIMENSIONS, ANALYTICS_PRESETS, type AnalyticsQuery } from '#domain/analytics.ts';
import { createPaymentTerms } from '#domain/checkout-page.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { monthlySales } from '#server/db/schema-plans.ts';
import { createApiClient } from '#server/testing/api-client.ts';
import { buyWithAttribution, insertPageViews, type PageViewInput } from '#server/testing/page-view-rows.ts';
import { sellerIdOf } from '#server/testing/seller-plans.ts';
import { moveClock, createSoldOrder, type SoldOrder, refundNewest } from '#server/testing/sold-orders.ts';
import { createTestApp, sellableConfig } from '#server/testing/test-app.ts';

const NOON = new Date('2026-11-21T12:00:00Z');
const noonOptions = { sandboxTime: () => NOON.getTime() };

/** Builds a page view of the page that was sold. */
async function buildView({ app, seller }: SoldOrder): Promise<PageViewInput> {
  const [page] = (await seller.rpc('get-analytics', { period: '7d' })).body.pages;
  const sellerId = await sellerIdOf(app, seller);
  return { sellerId, pageId: page?.id ?? '', version: 1, at: NOON, day: '2026-11-21', visitor: 'a' };
}

test('returns zero for every metric to a seller without a page', async () => {
  const app = await createTestApp(noonOptions);
  const seller = await app.signUpSeller();
  const { status, body } = await seller.rpc('get-analytics', { period: '7d' });
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
  const { seller, app } = await createSoldOrder({}, noonOptions);
  await refundNewest(app, seller, '10');
  for (const period of ANALYTICS_PRESETS) {
    const { body } = await seller.rpc('get-analytics', { period, compare: 'previous' });
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
      money: [{ currency: 'USD', orders: 1, orderTotal: 2900, received: 2900, refunded: 1000, lost: 0, net: 1900 }],
      usd: { received: 2900, back: 1000, net: 1900, orderTotal: 2900 },
      units: null,
      extras: null,
      paymentTerms: null,
      inBundles: null,
    });
    expect(body.points.filter(({ net }) => net !== 0)).toMatchObject([{ started: 1, paid: 1, net: 1900 }]);
    expect(body.before?.figures.paid).toBe(0);
  }
  for (const by of ANALYTICS_DIMENSIONS) {
    const { body } = await seller.rpc('get-breakdown', { period: 'all', by });
    expect(body, by).toMatchObject({ count: 1, page: 1, pages: 1, rows: [{ started: 1, paid: 1 }] });
  }
});

test('counts a checkout as started once it has a Stripe session, and counts a free order as paid', async () => {
  const coupons = {
    enableCoupon: true,
    validCoupons: [{ code: 'FREE', discount: 100, type: 'percentage' as const }],
  };
  const { seller, app } = await createSoldOrder(coupons, noonOptions);
  await app.rpc('create-checkout-session', { slug: 'taller' });
  const { body: freeCheckout } = await app.rpc('create-checkout-session', {
    slug: 'taller',
    appliedCoupon: 'FREE',
  });
  await app.payAtStripe(freeCheckout.url);
  const abandoned = await app.rpc('create-checkout-session', { slug: 'taller' });
  expect(abandoned.status).toBe(200);
  await app.context.db
    .update(checkoutAttempts)
    .set({ sessionId: null })
    .where(eq(checkoutAttempts.url, abandoned.body.url));
  const { figures } = (await seller.rpc('get-analytics', { period: 'today' })).body;
  expect(figures).toMatchObject({
    started: 3,
    paid: 2,
    money: [{ orders: 2, orderTotal: 2900, received: 2900 }],
  });
  const { rows } = (await seller.rpc('get-breakdown', { period: 'today', by: 'coupon' })).body;
  expect(rows.map(({ label, paid, usd }) => [label, paid, usd.net])).toEqual([
    ['No coupon', 1, 2900],
    ['FREE', 1, 0],
  ]);
});

test('counts each payment of a plan, and each after a free trial, once and in its month', async () => {
  const app = await createTestApp(noonOptions);
  const seller = await app.signUpSeller();
  const terms = createPaymentTerms();
  const subscription = { paymentType: 'subscription', billingFrequency: 'monthly' } as const;
  const pages = {
    plan: { ...subscription, paymentType: 'payment-plan' as const, price: '105' },
    taster: { ...subscription, price: '9', paymentTerms: { ...terms, trialDays: 14 } },
    'with-fee': { ...subscription, price: '29', paymentTerms: { ...terms, trialDays: 14, setupFee: '99' } },
  };
  for (const [slug, config] of Object.entries(pages)) {
    await seller.publishPage(config, slug);
    const { body } = await app.rpc('create-checkout-session', { slug, email: 'ada@example.com' });
    await app.payAtStripe(body.url);
  }
  // From November 21 to February 25, stopping after each payment.
  for (const days of [15, 16, 15, 16, 15, 19]) await moveClock(app, days * 24);
  const months = [
    { month: '2026-11', lastDay: '30', orders: 3, orderTotal: 20_400, received: 10_500 + 9900, payments: 2 },
    { month: '2026-12', lastDay: '31', orders: 0, orderTotal: 0, received: 10_500 + 900 + 2900, payments: 3 },
    { month: '2027-01', lastDay: '31', orders: 0, orderTotal: 0, received: 10_500 + 900 + 2900, payments: 3 },
    { month: '2027-02', lastDay: '25', orders: 0, orderTotal: 0, received: 900 + 2900, payments: 2 },
  ];
  for (const { month, lastDay, orders, orderTotal, received } of months) {
    const period = { from: `${month}-01`, to: `${month}-${lastDay}` };
    const { figures } = (await seller.rpc('get-analytics', { period })).body;
    expect([month, figures.paid, figures.money]).toEqual([
      month,
      orders,
      [{ currency: 'USD', orders, orderTotal, received, refunded: 0, lost: 0, net: received }],
    ]);
  }
  expect(await app.context.db.select().from(monthlySales).orderBy(monthlySales.month)).toMatchObject(
    months.map(({ month, received, payments }) => ({ month, usdCents: received, transactions: payments })),
  );
});

test('says what has become of the free trials and payment plans that started in a period', async () => {
  const app = await createTestApp(noonOptions);
  const [seller, otherSeller] = [await app.signUpSeller(), await app.signUpSeller()];
  await otherSeller.givePlan();
  const terms = createPaymentTerms();
  const club = { paymentType: 'subscription', billingFrequency: 'monthly', price: '29' } as const;
  const pages = {
    plan: { ...club, paymentType: 'payment-plan' as const, paymentTerms: { ...terms, installments: 2 } },
    'with-fee': { ...club, paymentTerms: { ...terms, trialDays: 14, setupFee: '99' } },
    'without-card': { ...club, paymentTerms: { ...terms, trialDays: 14, trialNeedsCard: false } },
    club,
  };
  const pageIds = new Map<string, string>();
  for (const [slug, config] of Object.entries(pages)) {
    const { pageId } = await seller.publishPage(config, slug);
    pageIds.set(slug, pageId);
  }
  const { send } = await createApiClient(app, seller);
  const buy = async (slug: string, card: Record<string, string> = {}) => {
    const { body } = await app.rpc('create-checkout-session', { slug, email: 'ada@example.com' });
    await app.payAtStripe(body.url, card);
  };
  await buy('plan');
  await moveClock(app, 1);
  const [subscription] = await app.context.db.select().from(buyerSubscriptions);
  await seller.rpc('cancel-buyer-subscription', { subscriptionId: subscription?.id ?? '', now: false });
  for (const slug of ['plan', 'with-fee', 'club']) await buy(slug);
  await buy('without-card', { number: '', expiry: '', cvc: '' });
  const period = { from: '2026-11-21', to: '2026-11-21' };
  const count = async (query: AnalyticsQuery = { period }, by = seller) =>
    (await by.rpc('get-analytics', query)).body.figures.paymentTerms;
  expect(await count()).toEqual({
    trials: { started: 2, paid: 0, ended: 0 },
    plans: { started: 2, complete: 0, overdue: 0, endedEarly: 1 },
  });
  for (const days of [15, 17]) await moveClock(app, days * 24);
  const plans = { started: 2, complete: 1, overdue: 0, endedEarly: 1 };
  expect(await count()).toEqual({ trials: { started: 2, paid: 1, ended: 1 }, plans });
  const { body } = await send<{ metrics: object }>('GET', '/analytics?from=2026-11-21&to=2026-11-21');
  expect(body.metrics).toMatchObject({
    paymentTerms: {
      freeTrialCount: 2,
      paidFreeTrialCount: 1,
      endedFreeTrialCount: 1,
      paymentPlanCount: 2,
      completePaymentPlanCount: 1,
      overduePaymentPlanCount: 0,
      endedEarlyPaymentPlanCount: 1,
    },
  });
  expect(await count({ period, pageId: pageIds.get('plan') ?? '' })).toEqual({
    trials: { started: 0, paid: 0, ended: 0 },
    plans,
  });
  expect(await count({ period, pageId: pageIds.get('club') ?? '' })).toBeNull();
  expect(await count({ period: '30d' })).toBeNull();
  expect(await count({ period }, otherSeller)).toBeNull();
});

test('sums the sales with generated codes under their coupon', async () => {
  const batch = { code: 'FAIR', discount: 20, type: 'percentage' as const, batch: true };
  const { seller, app } = await createSoldOrder({ enableCoupon: true, validCoupons: [batch] }, noonOptions);
  const pageId = (await seller.rpc('list-pages', {})).body.pages[0]?.id ?? '';
  const { codes } = (await seller.rpc('create-coupon-codes', { pageId, code: 'FAIR', count: 2 })).body;
  for (const appliedCoupon of codes) {
    const { body } = await app.rpc('create-checkout-session', { slug: 'taller', appliedCoupon });
    await app.payAtStripe(body.url);
  }
  const { rows } = (await seller.rpc('get-breakdown', { period: 'today', by: 'coupon' })).body;
  expect(rows.map(({ label, started, paid, usd }) => [label, started, paid, usd.net])).toEqual([
    ['FAIR', 2, 2, 4640],
    ['No coupon', 1, 1, 2900],
  ]);
});

test('splits a day into hours and counts a visitor in the hour of the first view', async () => {
  const soldOrder = await createSoldOrder({}, noonOptions);
  const { seller, app } = soldOrder;
  const view = await buildView(soldOrder);
  const viewAt = (at: string, visitor: string): PageViewInput => ({ ...view, at: new Date(at), visitor });
  await insertPageViews(app.context.db, [
    viewAt('2026-11-21T00:10:00Z', 'a'),
    viewAt('2026-11-21T00:50:00Z', 'b'),
    viewAt('2026-11-21T09:30:00Z', 'a'),
    { ...viewAt('2026-11-20T23:59:59Z', 'a'), day: '2026-11-20' },
  ]);
  for (const pageId of [undefined, view.pageId]) {
    const { body } = await seller.rpc('get-analytics', {
      period: 'today',
      compare: 'year',
      ...(pageId && { pageId }),
    });
    expect(body).toMatchObject({ unit: 'hour', figures: { views: 3, visitors: 2, paid: 1 } });
    expect(body.points).toHaveLength(24);
    const viewedPoints = body.points.filter(({ views }) => views > 0);
    expect(viewedPoints.map(({ at, views, visitors }) => [at, views, visitors])).toEqual([
      ['2026-11-21T00', 2, 2],
      ['2026-11-21T09', 1, 0],
    ]);
    expect(body.points[12]).toMatchObject({ at: '2026-11-21T12', started: 1, paid: 1, net: 2900 });
    // Page view events of a year ago are no longer stored.
    expect(body.before).toMatchObject({ from: '2025-11-21', points: [] });
  }
  const olderPeriod = { from: '2026-08-23', to: '2026-08-23' };
  expect((await seller.rpc('get-analytics', { period: olderPeriod })).body.unit).toBe('day');
  const retainedPeriod = { from: '2026-08-24', to: '2026-08-24' };
  expect((await seller.rpc('get-analytics', { period: retainedPeriod })).body.unit).toBe('hour');
});

test('lists values that only have views or only have orders, and puts the rest last', async () => {
  const soldOrder = await createSoldOrder({}, noonOptions);
  const { seller, app } = soldOrder;
  await buyWithAttribution(app, 'taller', { source: 'newsletter', visitCountry: 'DE', device: 'mobile' });
  const view = await buildView(soldOrder);
  const viewFrom = (visitor: string, source: string) => ({ ...view, visitor, source, visitCountry: 'T1' });
  await insertPageViews(app.context.db, [
    viewFrom('a', 'direct'),
    viewFrom('b', 'direct'),
    viewFrom('c', '(other)'),
    viewFrom('d', '(other)'),
    viewFrom('e', '(other)'),
  ]);
  const listRowsBy = async (by: 'source' | 'country' | 'device' | 'version' | 'page') =>
    (await seller.rpc('get-breakdown', { period: '30d', by })).body.rows.map(
      ({ label, views, visitors, paid }) => `${label}: ${views} ${visitors} ${paid}`,
    );
  expect(await listRowsBy('source')).toEqual(['Direct: 2 2 1', 'newsletter: 0 0 1', 'All others: 3 3 0']);
  expect(await listRowsBy('country')).toEqual(['T1: 5 5 0', 'Not known: 0 0 1', 'Germany: 0 0 1']);
  expect(await listRowsBy('device')).toEqual(['Other: 5 5 1', 'Phones: 0 0 1']);
  expect(await listRowsBy('version')).toEqual(['Throwing Taller, version 1: 5 5 2']);
  await seller.rpc('delete-page', { pageId: view.pageId });
  expect(await listRowsBy('page')).toEqual(['Throwing Taller (deleted): 5 5 2']);
});

test('notes each publication and its changes at the point in time that it belongs to', async () => {
  const { seller, app } = await createSoldOrder({ enableCoupon: true }, noonOptions);
  const pageId = (await seller.rpc('list-pages', {})).body.pages[0]?.id ?? '';
  await moveClock(app, 24);
  const config = sellableConfig({
    enableCoupon: true,
    price: '39',
    validCoupons: [{ code: 'SAVE20', discount: 20, type: 'percentage' }],
  });
  await seller.rpc('save-checkout-page', { pageId, config, slug: 'taller' });
  const { notes } = (await seller.rpc('get-analytics', { period: '7d' })).body;
  expect(notes).toMatchObject([
    { point: '2026-11-21', pageId, pageName: 'Throwing Taller', version: 1, changes: ['First published'] },
    { point: '2026-11-22', pageId, version: 2 },
  ]);
  expect(notes[1]?.changes.join()).toMatch(/SAVE20/);
  const { body } = await seller.rpc('get-analytics', { period: 'today' });
  expect(body.notes).toMatchObject([{ point: '2026-11-22T12', version: 2 }]);
  const otherPageId = (await seller.publishPage({}, 'other')).pageId;
  const otherPageAnalytics = (await seller.rpc('get-analytics', { period: '7d', pageId: otherPageId })).body;
  expect(otherPageAnalytics.notes.map((note) => note.pageId)).toEqual([otherPageId]);
  expect(otherPageAnalytics.figures.paid).toBe(0);
});

test('answers another seller’s page like a missing one and refuses invalid input', async () => {
  const soldOrder = await createSoldOrder({}, noonOptions);
  const { pageId } = await buildView(soldOrder);
  const otherSeller = await soldOrder.app.signUpSeller();
  await otherSeller.givePlan();
  const foreignResponse = await otherSeller.rpc('get-analytics', { period: '7d', pageId });
  expect(foreignResponse).toEqual(
    await otherSeller.rpc('get-analytics', { period: '7d', pageId: crypto.randomUUID() }),
  );
  expect(foreignResponse.status).toBe(404);
  expect((await otherSeller.rpc('get-breakdown', { period: '7d', by: 'page' })).body.rows).toEqual([]);
  const invalidBodies: unknown[] = [
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
  for (const body of invalidBodies)
    expect([body, (await otherSeller.rpc('get-analytics', body as AnalyticsQuery)).status]).toEqual([body, 400]);
});
