import { randomInt } from 'node:crypto';

import { and, eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { createBuckets } from '#domain/analytics-buckets.ts';
import {
  ANALYTICS_DIMENSIONS,
  hasNoViews,
  type Analytics,
  type BreakdownRow,
  type DayRange,
  type CurrencyRevenue,
} from '#domain/analytics.ts';
import { addDays } from '#domain/day-range.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import { getLocalDay } from '#domain/time-zone.ts';
import { inSnapshot } from '#server/analytics/analytics-scope.ts';
import { loadExtraChoices, loadRevenueBy } from '#server/analytics/load-revenue.ts';
import { countOrdersByExtras } from '#server/analytics/queries/extras.ts';
import { hasRevenueDays } from '#server/analytics/queries/revenue-days.ts';
import { sumPaidOrders, sumPayments, sumStartedCheckouts } from '#server/analytics/queries/revenue.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { pages } from '#server/db/schema-pages.ts';
import { monthlySales } from '#server/db/schema-plans.ts';
import { shortOrFull } from '#server/testing/cleanup.ts';
import {
  deliver,
  createSimulation,
  type LedgerSimulation,
  type SimulatedSeller,
} from '#server/testing/ledger-simulation.ts';
import { histories, performStep, type Step } from '#server/testing/ledger-steps.ts';
import { insertPageViews, type PageViewInput } from '#server/testing/page-view-rows.ts';
import { sellerIdOf } from '#server/testing/seller-plans.ts';

// `SEED=… HISTORIES=…` runs other histories, or repeats one.
const HISTORY_COUNT = Number(process.env.HISTORIES ?? shortOrFull(1, 2));
const SEED = Number(process.env.SEED ?? randomInt(2 ** 30));

const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati'];

type PeriodQuery = { zone: string; from: number; length: number; sellerIndex: number };
const periodQueries = fc.array(
  fc.record({
    zone: fc.constantFrom(...ZONES),
    from: fc.nat(120),
    length: fc.constantFrom(0, 0, 1, 6, 29, 60, 200),
    sellerIndex: fc.nat(1),
  }),
  { minLength: 3, maxLength: 3 },
);

/** All orders with their payments, as the API lists them one by one. */
async function listAllOrders({ seller }: SimulatedSeller): Promise<OrderDetail[]> {
  const list: OrderDetail[] = [];
  for (let page = 1; ; page++) {
    const { orders, pages: all } = (await seller.rpc('list-orders', { page })).body;
    for (const { id } of orders) list.push((await seller.rpc('get-order', { orderId: id })).body);
    if (page >= all) return list;
  }
}

type Sums = Record<string, Omit<CurrencyRevenue, 'currency'>>;

const sumsOf = (money: readonly CurrencyRevenue[]): Sums =>
  Object.fromEntries(money.map(({ currency, ...sum }) => [currency, sum]));

/** Expected sums of a period, computed from each order and payment. */
function expected(orderList: readonly OrderDetail[], { from, to }: DayRange, zone: string): Sums {
  const sums: Sums = {};
  const isInPeriod = (at: string): boolean => {
    const day = getLocalDay(zone, new Date(at));
    return day >= from && day <= to;
  };
  for (const { currency, state, paidAt, total, payments } of orderList) {
    const add = (more: Partial<Sums[string]>): void => {
      const sum = (sums[currency] ??= {
        orders: 0,
        orderTotal: 0,
        received: 0,
        refunded: 0,
        lost: 0,
        net: 0,
      });
      for (const [key, value] of Object.entries(more)) sum[key as keyof typeof sum] += value;
    };
    if (paidAt && isInPeriod(paidAt) && state !== 'pending' && state !== 'failed')
      add({ orders: 1, orderTotal: total });
    for (const { amount, refunded, lost } of payments.filter((one) => isInPeriod(one.paidAt)))
      add({ received: amount, refunded, lost, net: amount - refunded - lost });
  }
  return sums;
}

/** Sums of the rows of a breakdown. */
function sumRows(rows: readonly Pick<BreakdownRow, 'money'>[]): Sums {
  const all: Sums = {};
  for (const [currency, sum] of rows.flatMap(({ money }) => Object.entries(sumsOf(money)))) {
    const target = (all[currency] ??= {
      orders: 0,
      orderTotal: 0,
      received: 0,
      refunded: 0,
      lost: 0,
      net: 0,
    });
    for (const [key, value] of Object.entries(sum)) target[key as keyof typeof target] += value;
  }
  return all;
}

const total = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((all, row) => all + of(row), 0);

async function compareAllTime(play: LedgerSimulation, { seller }: SimulatedSeller): Promise<void> {
  const { body } = await seller.rpc('get-analytics', { period: 'all' });
  const { totals } = (await seller.rpc('list-orders', {})).body;
  const money = body.figures.money.map(({ currency, received, refunded, lost, net }) => ({
    currency,
    received,
    refunded,
    lost,
    net,
  }));
  const ofOrders = totals.map(({ count: _, ...sum }) => sum);
  const byCurrency = (first: { currency: string }, second: { currency: string }) =>
    first.currency < second.currency ? -1 : 1;
  expect(money.toSorted(byCurrency)).toEqual(ofOrders.toSorted(byCurrency));
  const months = await play.app.context.db
    .select()
    .from(monthlySales)
    .where(eq(monthlySales.sellerId, await sellerIdOf(play.app, seller)));
  await seller.rpc('set-time-zone', { timeZone: 'UTC' });
  for (const { month, usdCents } of months) {
    const period = { from: `${month}-01`, to: addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1) };
    const { figures } = (await seller.rpc('get-analytics', { period })).body;
    expect([month, figures.usd.net]).toEqual([month, usdCents]);
  }
}

async function compareBreakdowns({ seller }: SimulatedSeller, period: DayRange, response: Analytics): Promise<void> {
  const { figures } = response;
  for (const by of ANALYTICS_DIMENSIONS) {
    const { rows } = (await seller.rpc('get-breakdown', { period, by })).body;
    expect(sumRows(rows), by).toEqual(sumsOf(figures.money));
    expect(total(rows, ({ usd }) => usd.net)).toBe(figures.usd.net);
    expect(total(rows, ({ usd }) => usd.orderTotal)).toBe(figures.usd.orderTotal);
    expect(total(rows, (row) => row.started)).toBe(figures.started);
    expect(total(rows, (row) => row.paid)).toBe(figures.paid);
    if (hasNoViews(by)) continue;
    expect(total(rows, ({ views }) => views)).toBe(figures.views);
    const visitors = total(rows, (row) => row.visitors);
    if (by === 'page') expect(visitors).toBeGreaterThanOrEqual(figures.visitors);
    else expect(visitors).toBe(figures.visitors);
  }
}

const byKey = (sums: readonly { key: string; currency?: string }[]) =>
  sums.toSorted((one, other) => `${one.key} ${one.currency}`.localeCompare(`${other.key} ${other.currency}`));

/** Sums by day are by currency as well. */
const countByKey = (sums: readonly { key: string; started: number }[]) =>
  byKey(
    [...Map.groupBy(sums, ({ key }) => key)].map(([key, ofKey]) => ({
      key,
      started: total(ofKey, (sum) => sum.started),
    })),
  );

let comparedRevenue = 0;
const ALL_TIME = { from: '2020-01-01', to: '2039-12-31' };

/** Compares the sums by day, with the changes that are not in them yet, with those of the rows, in one snapshot. */
async function compareRevenueDays(play: LedgerSimulation, sellerId: string, period: DayRange, zone: string) {
  const { context } = play.app;
  const target = { sellerId, mode: context.mode, pageId: null };
  const { starts, end } = createBuckets(period, 'month', zone);
  const span = { starts: starts.slice(0, 1), end };
  await inSnapshot(context, async (tx) => {
    if (!(await hasRevenueDays(tx, target, zone))) return;
    comparedRevenue += 1;
    for (const by of ANALYTICS_DIMENSIONS) {
      if (by === 'bump') continue;
      const { started, orders, sales } = await loadRevenueBy(tx, target, { range: period, zone, span }, by);
      const grouping = { span, by };
      expect(countByKey(started)).toEqual(countByKey(await sumStartedCheckouts(tx, target, grouping)));
      expect(byKey(orders)).toMatchObject(byKey(await sumPaidOrders(tx, target, grouping)));
      expect(byKey(sales)).toMatchObject(byKey(await sumPayments(tx, target, grouping)));
    }
    const toKeys = (choices: Awaited<ReturnType<typeof loadExtraChoices>>) =>
      choices.map(({ versionId, plan, bumps, orders }) => JSON.stringify([versionId, plan, bumps, orders])).toSorted();
    const choices = await loadExtraChoices(tx, target, { range: period, zone, span });
    expect(toKeys(choices)).toEqual(toKeys(await countOrdersByExtras(tx, target, span)));
  });
}

async function comparePeriod(play: LedgerSimulation, { zone, from, length, sellerIndex }: PeriodQuery): Promise<void> {
  const playedSeller = play.sellers[sellerIndex];
  if (!playedSeller) return;
  const { seller } = playedSeller;
  await seller.rpc('set-time-zone', { timeZone: zone });
  await play.app.waitUntilIdle();
  const begin = addDays(getLocalDay(zone, new Date(play.now())), -from);
  const period = { from: begin, to: addDays(begin, length) };
  await compareRevenueDays(play, await sellerIdOf(play.app, seller), period, zone);
  const orderList = await listAllOrders(playedSeller);
  const response = (await seller.rpc('get-analytics', { period, compare: 'previous' })).body;
  expect(sumsOf(response.figures.money), zone).toEqual(expected(orderList, period, zone));
  expect(sumsOf(response.before?.figures.money ?? [])).toEqual(
    expected(orderList, { from: addDays(begin, -length - 1), to: addDays(begin, -1) }, zone),
  );
  expect(total(response.points, ({ net }) => net)).toBe(response.figures.usd.net);
  expect(total(response.points, ({ paid }) => paid)).toBe(response.figures.paid);
  expect(total(response.points, ({ started }) => started)).toBe(response.figures.started);
  await compareBreakdowns(playedSeller, period, response);
  const pageRows = (await seller.rpc('get-breakdown', { period, by: 'page' })).body.rows;
  for (const { value, money, paid } of pageRows) {
    const ofPage = (await seller.rpc('get-analytics', { period, pageId: value })).body.figures;
    expect([sumsOf(ofPage.money), ofPage.paid]).toEqual([sumsOf(money), paid]);
  }
}

const SOURCES = ['google', 'newsletter', 'direct', ''] as const;
const DEVICES = ['desktop', 'mobile', 'other'] as const;

/** Gives attempts different attributions, before any event of their orders is delivered. */
async function assignAttributions(play: LedgerSimulation): Promise<void> {
  const { db } = play.app.context;
  const attemptRows = await db
    .select({ id: checkoutAttempts.id })
    .from(checkoutAttempts)
    .orderBy(checkoutAttempts.createdAt, checkoutAttempts.id);
  for (const [index, { id }] of attemptRows.entries()) {
    const [source, device] = [SOURCES[index % 4] ?? '', DEVICES[index % 3] ?? 'other'];
    const origin = { source, utmSource: source, device, visitCountry: index % 2 ? 'DE' : '' };
    await db
      .update(checkoutAttempts)
      .set(origin)
      .where(and(eq(checkoutAttempts.id, id)));
  }
}

async function createForgedViews({ app, sellers, now }: LedgerSimulation): Promise<PageViewInput[]> {
  const ids = await Promise.all(sellers.map(({ seller }) => sellerIdOf(app, seller)));
  const all = await app.context.db.select().from(pages).where(inArray(pages.sellerId, ids));
  return Array.from({ length: 120 }, (_, index) => {
    const { id: pageId, sellerId } = all[index % all.length] ?? { id: '', sellerId: '' };
    const at = new Date(now() - index * 7 * 3_600_000);
    const source = SOURCES[index % 3] ?? '';
    const visitor = 'abc'[index % 3] ?? 'a';
    return {
      sellerId,
      pageId,
      version: 1,
      at,
      day: getLocalDay('UTC', at),
      visitor,
      source,
      device: 'tablet' as const,
    };
  });
}

type PlayedHistory = readonly [steps: readonly Step[], queries: readonly PeriodQuery[]];

async function playThrough([actions, queries]: PlayedHistory): Promise<void> {
  const play = await createSimulation();
  try {
    const sellerIds = await Promise.all(play.sellers.map(({ seller }) => sellerIdOf(play.app, seller)));
    for (const one of actions) {
      if (one.act !== 'deliver') await performStep(play, one);
      for (const id of sellerIds) await compareRevenueDays(play, id, ALL_TIME, 'UTC');
    }
    await play.app.sandbox?.waitForDeliveries();
    await assignAttributions(play);
    await deliver(play, () => 0.5, 0);
    for (const id of sellerIds) await compareRevenueDays(play, id, ALL_TIME, 'UTC');
    await play.app.waitUntilIdle();
    for (const id of sellerIds) await compareRevenueDays(play, id, ALL_TIME, 'UTC');
    const before = await Promise.all(play.sellers.map(moneyOf));
    await insertPageViews(play.app.context.db, await createForgedViews(play));
    expect(await Promise.all(play.sellers.map(moneyOf))).toEqual(before);
    for (const one of play.sellers) await compareAllTime(play, one);
    for (const one of queries) await comparePeriod(play, one);
  } finally {
    await play.app.close();
  }
}

const moneyOf = async ({ seller }: SimulatedSeller) => {
  const { money, usd, paid, started, refunds } = (await seller.rpc('get-analytics', { period: 'all' })).body.figures;
  return { money, usd, paid, started, refunds };
};

test(
  `reports the same sums as the orders, whatever was sold, refunded and lost (seed ${SEED})`,
  { timeout: HISTORY_COUNT * 120_000 },
  async () => {
    await fc.assert(fc.asyncProperty(fc.tuple(histories, periodQueries), playThrough), {
      seed: SEED,
      numRuns: HISTORY_COUNT,
      endOnFailure: true,
    });
    expect(comparedRevenue).toBeGreaterThan(HISTORY_COUNT);
  },
);
