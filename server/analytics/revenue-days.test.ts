import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { addDays } from '#domain/day-range.ts';
import { orders } from '#server/db/schema-orders.ts';
import { NOTHING_SUMMED, revenueChanges, revenueDays, revenueProgress } from '#server/db/schema-revenue.ts';
import { sellerIdOf } from '#server/testing/seller-plans.ts';
import { createSoldOrder, insertOrders, type SoldOrder } from '#server/testing/sold-orders.ts';

import { loadRevenueBy } from './load-revenue.ts';
import { findPartEnd, findUnsummedSeller, hasRevenueDays, sumRows } from './queries/revenue-days.ts';
import { sumPaidOrders } from './queries/revenue.ts';

const FIRST_DAY = '2026-01-01';
const at = (day: number, time = '12:00'): Date => new Date(`${addDays(FIRST_DAY, day)}T${time}:00Z`);
const PERIOD = { range: { from: FIRST_DAY, to: addDays(FIRST_DAY, 400) }, zone: 'UTC' };
const SPAN = { starts: [at(0, '00:00')], end: at(401, '00:00') };

/** As after an update from a version without sums. */
async function deleteSums({ app }: SoldOrder): Promise<void> {
  const { db } = app.context;
  await db.transaction(async (tx) => {
    await tx.delete(revenueChanges);
    await tx.delete(revenueDays);
    await tx.update(revenueProgress).set({ summedUntil: NOTHING_SUMMED });
  });
}

async function createOrdersOfDays(days: readonly number[]) {
  const soldOrder = await createSoldOrder();
  const { app, seller } = soldOrder;
  const ids = await insertOrders(
    soldOrder,
    days.map((day) => ({ createdAt: at(day), paidAt: at(day), total: 100 + day, source: `source-${day % 2}` })),
  );
  const target = { sellerId: await sellerIdOf(app, seller), mode: app.context.mode, pageId: null };
  const { db } = app.context;
  const readSums = async (tx = db) => {
    expect(await hasRevenueDays(tx, target, 'UTC')).toBe(true);
    const { orders: sums } = await loadRevenueBy(tx, target, { ...PERIOD, span: SPAN }, 'source');
    return sums.map(({ key, orders: count, total }) => ({ key, orders: count, total })).toSorted(compareKeys);
  };
  const readRows = async (tx = db) =>
    (await sumPaidOrders(tx, target, { span: SPAN, by: 'source' }))
      .map(({ key, orders: count, total }) => ({ key, orders: count, total }))
      .toSorted(compareKeys);
  return { soldOrder, app, db, ids, target, readSums, readRows };
}

const compareKeys = (one: { key: string }, other: { key: string }): number => (one.key < other.key ? -1 : 1);

test('sums the rows of an earlier version part by part', async () => {
  const { soldOrder, app, db, readSums, readRows } = await createOrdersOfDays([0, 0, 0, 0, 1, 2, 3, 9, 20]);
  const { mode } = app.context;
  await deleteSums(soldOrder);
  for (;;) {
    const seller = await findUnsummedSeller(db, mode);
    if (!seller) break;
    await sumRows(db, mode, seller, await findPartEnd(db, mode, seller, 2));
  }
  expect(await readSums()).toEqual(await readRows());
});

test('counts what changes in a summed part and in one that is not summed yet once', async () => {
  const { soldOrder, app, db, ids, readSums, readRows } = await createOrdersOfDays([0, 1, 10, 11]);
  await deleteSums(soldOrder);
  const seller = await findUnsummedSeller(db, app.context.mode);
  if (!seller) throw new Error('No seller is to be summed');
  await sumRows(db, app.context.mode, seller, at(5));
  for (const [index, total] of [7, 8, 9].entries())
    await db
      .update(orders)
      .set({ total, paidAt: at(12 - 5 * index) })
      .where(eq(orders.id, ids[index] ?? ''));
  // Another process, which has read the same progress.
  await sumRows(db, app.context.mode, seller, at(5));
  await app.waitUntilIdle();
  expect(await readSums()).toEqual(await readRows());
});

test('sums again by the days of a new time zone', async () => {
  const { soldOrder, app, db, target, readSums } = await createOrdersOfDays([0, 1]);
  await app.waitUntilIdle();
  const before = await readSums();
  await soldOrder.seller.rpc('set-time-zone', { timeZone: 'Asia/Tokyo' });
  await app.waitUntilIdle();
  expect(await hasRevenueDays(db, target, 'Asia/Tokyo')).toBe(true);
  await soldOrder.seller.rpc('set-time-zone', { timeZone: 'UTC' });
  await app.waitUntilIdle();
  expect(await readSums()).toEqual(before);
});

test('reads changes that no worker has summed yet', async () => {
  const { app, db, ids, readSums, readRows } = await createOrdersOfDays([0, 1]);
  await app.waitUntilIdle();
  const before = await readSums();
  await db.transaction(async (tx) => {
    await tx
      .update(orders)
      .set({ state: 'failed' })
      .where(eq(orders.id, ids[0] ?? ''));
    expect(await readSums(tx)).toEqual(await readRows(tx));
    expect(await readSums(tx)).not.toEqual(before);
  });
});
