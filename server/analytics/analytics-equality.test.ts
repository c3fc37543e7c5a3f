import { randomInt } from 'node:crypto';

import { and, eq, inArray } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  ANALYTICS_DIMENSIONS,
  type Analytics,
  type BreakdownRow,
  type DayRange,
  type MoneySum,
} from '#domain/analytics.ts';
import { addDays } from '#domain/day-range.ts';
import type { OrderDetail } from '#domain/order-detail.ts';
import { dayIn } from '#domain/time-zone.ts';
import { attempts } from '#server/db/schema-money.ts';
import { monthlySales } from '#server/db/schema-plans.ts';
import { pages } from '#server/db/schema-pages.ts';
import { deliver, openPlay, type Play, type PlayedSeller } from '#server/ledger/testing-ledger-play.ts';
import { histories, perform, type Step } from '#server/ledger/testing-ledger-steps.ts';
import { sellerIdOf } from '#server/testing-plans.ts';
import { shortOrFull } from '#server/testing-scale.ts';
import { writeViews, type SeenView } from '#server/testing-views.ts';

// `SEED=… HISTORIES=…` runs other histories, or repeats one.
const HISTORIES = Number(process.env.HISTORIES ?? shortOrFull(1, 2));
const SEED = Number(process.env.SEED ?? randomInt(2 ** 30));

const ZONES = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati'];

type Asked = { zone: string; from: number; length: number; which: number };
const questions = fc.array(
  fc.record({
    zone: fc.constantFrom(...ZONES),
    from: fc.nat(120),
    length: fc.constantFrom(0, 0, 1, 6, 29, 60, 200),
    which: fc.nat(1),
  }),
  { minLength: 3, maxLength: 3 },
);

/** All orders with their payments, as the API lists them one by one. */
async function orderBook({ seller }: PlayedSeller): Promise<OrderDetail[]> {
  const list: OrderDetail[] = [];
  for (let page = 1; ; page++) {
    const { orders, pages: all } = (await seller.call('list-orders', { page })).body;
    for (const { id } of orders) list.push((await seller.call('get-order', { orderId: id })).body);
    if (page >= all) return list;
  }
}

type Sums = Record<string, Omit<MoneySum, 'currency'>>;

const sumsOf = (money: readonly MoneySum[]): Sums =>
  Object.fromEntries(money.map(({ currency, ...sum }) => [currency, sum]));

/** Expected sums of a period, computed from each order and payment. */
function expected(book: readonly OrderDetail[], { from, to }: DayRange, zone: string): Sums {
  const sums: Sums = {};
  const within = (at: string): boolean => {
    const day = dayIn(zone, new Date(at));
    return day >= from && day <= to;
  };
  for (const { currency, state, paidAt, total, payments } of book) {
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
    if (paidAt && within(paidAt) && state !== 'pending' && state !== 'failed')
      add({ orders: 1, orderTotal: total });
    for (const { amount, refunded, lost } of payments.filter((one) => within(one.paidAt)))
      add({ received: amount, refunded, lost, net: amount - refunded - lost });
  }
  return sums;
}

/** Sums of the rows of a breakdown. */
function together(rows: readonly Pick<BreakdownRow, 'money'>[]): Sums {
  const all: Sums = {};
  for (const [currency, sum] of rows.flatMap(({ money }) => Object.entries(sumsOf(money)))) {
    const into = (all[currency] ??= { orders: 0, orderTotal: 0, received: 0, refunded: 0, lost: 0, net: 0 });
    for (const [key, value] of Object.entries(sum)) into[key as keyof typeof into] += value;
  }
  return all;
}

const total = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((all, row) => all + of(row), 0);

async function compareAllTime(play: Play, { seller }: PlayedSeller): Promise<void> {
  const { body } = await seller.call('get-analytics', { period: 'all' });
  const { totals } = (await seller.call('list-orders', {})).body;
  const money = body.figures.money.map(({ currency, received, refunded, lost, net }) => ({
    currency,
    received,
    refunded,
    lost,
    net,
  }));
  const ofOrders = totals.map(({ count: _, ...sum }) => sum);
  const byCurrency = (one: { currency: string }, other: { currency: string }) =>
    one.currency < other.currency ? -1 : 1;
  expect(money.toSorted(byCurrency)).toEqual(ofOrders.toSorted(byCurrency));
  const months = await play.shop.context.db
    .select()
    .from(monthlySales)
    .where(eq(monthlySales.sellerId, await sellerIdOf(play.shop, seller)));
  await seller.call('set-time-zone', { timeZone: 'UTC' });
  for (const { month, usdCents } of months) {
    const period = { from: `${month}-01`, to: addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1) };
    const { figures } = (await seller.call('get-analytics', { period })).body;
    expect([month, figures.usd.net]).toEqual([month, usdCents]);
  }
}

async function compareBreakdowns({ seller }: PlayedSeller, period: DayRange, told: Analytics): Promise<void> {
  const { figures } = told;
  for (const by of ANALYTICS_DIMENSIONS) {
    const { rows } = (await seller.call('get-breakdown', { period, by })).body;
    expect(together(rows), by).toEqual(sumsOf(figures.money));
    expect(total(rows, ({ usd }) => usd.net)).toBe(figures.usd.net);
    expect(total(rows, ({ usd }) => usd.orderTotal)).toBe(figures.usd.orderTotal);
    expect(total(rows, (row) => row.started)).toBe(figures.started);
    expect(total(rows, (row) => row.paid)).toBe(figures.paid);
    if (by === 'coupon') continue;
    expect(total(rows, ({ views }) => views)).toBe(figures.views);
    const visitors = total(rows, (row) => row.visitors);
    if (by === 'page') expect(visitors).toBeGreaterThanOrEqual(figures.visitors);
    else expect(visitors).toBe(figures.visitors);
  }
}

async function comparePeriod(play: Play, { zone, from, length, which }: Asked): Promise<void> {
  const one = play.sellers[which];
  if (!one) return;
  const { seller } = one;
  await seller.call('set-time-zone', { timeZone: zone });
  const begin = addDays(dayIn(zone, new Date(play.now())), -from);
  const period = { from: begin, to: addDays(begin, length) };
  const book = await orderBook(one);
  const told = (await seller.call('get-analytics', { period, compare: 'previous' })).body;
  expect(sumsOf(told.figures.money), zone).toEqual(expected(book, period, zone));
  expect(sumsOf(told.before?.figures.money ?? [])).toEqual(
    expected(book, { from: addDays(begin, -length - 1), to: addDays(begin, -1) }, zone),
  );
  expect(total(told.points, ({ net }) => net)).toBe(told.figures.usd.net);
  expect(total(told.points, ({ paid }) => paid)).toBe(told.figures.paid);
  expect(total(told.points, ({ started }) => started)).toBe(told.figures.started);
  await compareBreakdowns(one, period, told);
  const pageRows = (await seller.call('get-breakdown', { period, by: 'page' })).body.rows;
  for (const { value, money, paid } of pageRows) {
    const ofPage = (await seller.call('get-analytics', { period, pageId: value })).body.figures;
    expect([sumsOf(ofPage.money), ofPage.paid]).toEqual([sumsOf(money), paid]);
  }
}

const SOURCES = ['google', 'newsletter', 'direct', ''] as const;
const DEVICES = ['desktop', 'mobile', 'other'] as const;

/** Gives attempts different attributions, before any event of their orders is delivered. */
async function scatter(play: Play): Promise<void> {
  const { db } = play.shop.context;
  const begun = await db.select({ id: attempts.id }).from(attempts).orderBy(attempts.createdAt, attempts.id);
  for (const [place, { id }] of begun.entries()) {
    const [source, device] = [SOURCES[place % 4] ?? '', DEVICES[place % 3] ?? 'other'];
    const origin = { source, utmSource: source, device, visitCountry: place % 2 ? 'DE' : '' };
    await db
      .update(attempts)
      .set(origin)
      .where(and(eq(attempts.id, id)));
  }
}

async function forgedViews({ shop, sellers, now }: Play): Promise<SeenView[]> {
  const ids = await Promise.all(sellers.map(({ seller }) => sellerIdOf(shop, seller)));
  const all = await shop.context.db.select().from(pages).where(inArray(pages.sellerId, ids));
  return Array.from({ length: 120 }, (_, place) => {
    const { id: pageId, sellerId } = all[place % all.length] ?? { id: '', sellerId: '' };
    const at = new Date(now() - place * 7 * 3_600_000);
    const source = SOURCES[place % 3] ?? '';
    const visitor = 'abc'[place % 3] ?? 'a';
    return {
      sellerId,
      pageId,
      version: 1,
      at,
      day: dayIn('UTC', at),
      visitor,
      source,
      device: 'tablet' as const,
    };
  });
}

type Played = readonly [steps: readonly Step[], asked: readonly Asked[]];

async function playThrough([steps, asked]: Played): Promise<void> {
  const play = await openPlay();
  try {
    for (const one of steps) if (one.act !== 'deliver') await perform(play, one);
    await play.shop.sandbox?.settled();
    await scatter(play);
    await deliver(play, () => 0.5, 0);
    const before = await Promise.all(play.sellers.map(moneyOf));
    await writeViews(play.shop.context.db, await forgedViews(play));
    expect(await Promise.all(play.sellers.map(moneyOf))).toEqual(before);
    for (const one of play.sellers) await compareAllTime(play, one);
    for (const one of asked) await comparePeriod(play, one);
  } finally {
    await play.shop.close();
  }
}

const moneyOf = async ({ seller }: PlayedSeller) => {
  const { money, usd, paid, started, refunds } = (await seller.call('get-analytics', { period: 'all' })).body
    .figures;
  return { money, usd, paid, started, refunds };
};

test(
  `reports the same sums as the orders, whatever was sold, refunded and lost (seed ${SEED})`,
  { timeout: HISTORIES * 120_000 },
  async () => {
    await fc.assert(fc.asyncProperty(fc.tuple(histories, questions), playThrough), {
      seed: SEED,
      numRuns: HISTORIES,
      endOnFailure: true,
    });
  },
);
