import { expect, test } from 'vitest';

import type { RpcContract } from '#domain/rpc-contract.ts';
import { auditEntries } from '#server/db/schema-protection.ts';
import { createSoldOrder, type SoldOrder, insertOrders } from '#server/testing/sold-orders.ts';

type Filter = Omit<RpcContract['export-orders']['body'], 'after' | 'upTo'>;

/** Fetches all batches and joins them as the browser does. `afterFirstBatch` runs after the first one. */
async function exportAll({ seller }: SoldOrder, filter: Filter = {}, afterFirstBatch?: () => Promise<unknown>) {
  const batches: RpcContract['export-orders']['response'][] = [];
  let nextBatch: { after?: number; upTo?: number } | null = {};
  while (nextBatch) {
    const { status, body }: { status: number; body: RpcContract['export-orders']['response'] } = await seller.rpc(
      'export-orders',
      { ...filter, ...nextBatch },
    );
    expect(status).toBe(200);
    batches.push(body);
    nextBatch = body.next === null ? null : { after: body.next, upTo: body.upTo };
    if (batches.length === 1) await afterFirstBatch?.();
  }
  const lines = batches
    .map((batch) => batch.lines)
    .join('')
    .split('\r\n')
    .slice(0, -1);
  return {
    batches,
    headerLine: lines[0] ?? '',
    numbers: lines.slice(1).map((line) => Number(line.split(',')[0])),
  };
}

test('exports every order once in number order while new orders arrive', async () => {
  const soldOrder = await createSoldOrder();
  await insertOrders(
    soldOrder,
    Array.from({ length: 2600 }, () => ({})),
  );
  const { batches, headerLine, numbers } = await exportAll(soldOrder, {}, () => insertOrders(soldOrder, [{}, {}]));
  expect(batches.map(({ orders }) => orders)).toEqual([2500, 101]);
  expect(headerLine.startsWith('\ufeffNumber,')).toBe(true);
  expect(numbers).toEqual(Array.from({ length: 2601 }, (_, index) => index + 1));
});

test('exports only the orders that match the filter', async () => {
  const soldOrder = await createSoldOrder();
  await insertOrders(soldOrder, [
    { state: 'refunded', refunded: 2900, buyerName: 'Aiko' },
    { state: 'refunded', refunded: 2900, buyerName: 'Bram' },
    { buyerName: 'Aikido' },
    ...Array.from({ length: 30 }, () => ({ buyerName: 'Celeste' })),
  ]);
  expect((await exportAll(soldOrder, { state: 'refunded' })).numbers).toEqual([2, 3]);
  expect((await exportAll(soldOrder, { search: 'aik' })).numbers).toEqual([2, 4]);
  expect((await exportAll(soldOrder, { search: 'aik', state: 'refunded' })).numbers).toEqual([2]);
  expect((await exportAll(soldOrder, { search: 'cel' })).numbers).toHaveLength(30);
  const none = await exportAll(soldOrder, { search: 'nobody' });
  expect([none.headerLine.length > 0, none.numbers]).toEqual([true, []]);
});

test('exports only the header row to another seller', async () => {
  const soldOrder = await createSoldOrder();
  const otherSeller = await soldOrder.app.signUpSeller();
  const { body } = await otherSeller.rpc('export-orders', {});
  expect(body).toMatchObject({ orders: 0, next: null, upTo: 0 });
  expect(body.lines.split('\r\n')).toHaveLength(2);
});

test('records each export that starts at the first order', async () => {
  const { app, seller } = await createSoldOrder();
  const { lines } = (await seller.rpc('export-orders', {})).body;
  expect((await seller.rpc('export-orders', { after: 0 })).body.lines).toBe(lines);
  await seller.rpc('export-orders', { after: 1 });
  const entries = await app.context.db.select().from(auditEntries);
  expect(entries.filter(({ action }) => action === 'orders_exported')).toHaveLength(2);
});
