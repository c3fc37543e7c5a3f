import { expect, test } from 'vitest';

import type { Calls } from '#domain/calls.ts';

import { openSold, type Sold } from '#server/testing-orders.ts';
import { writeOrders } from '#server/testing-order-book.ts';

type Filter = Omit<Calls['export-orders']['body'], 'after' | 'upTo'>;

/** Fetches all batches and joins them as the browser does. `afterFirstBatch` runs after the first one. */
async function exported({ seller }: Sold, filter: Filter = {}, between?: () => Promise<unknown>) {
  const portions: Calls['export-orders']['answer'][] = [];
  let rest: { after?: number; upTo?: number } | null = {};
  while (rest) {
    const { status, body }: { status: number; body: Calls['export-orders']['answer'] } = await seller.call(
      'export-orders',
      { ...filter, ...rest },
    );
    expect(status).toBe(200);
    portions.push(body);
    rest = body.next === null ? null : { after: body.next, upTo: body.upTo };
    if (portions.length === 1) await between?.();
  }
  const lines = portions
    .map((portion) => portion.lines)
    .join('')
    .split('\r\n')
    .slice(0, -1);
  return {
    portions,
    heads: lines[0] ?? '',
    numbers: lines.slice(1).map((line) => Number(line.split(',')[0])),
  };
}

test('exports every order once in number order while new orders arrive', async () => {
  const sold = await openSold();
  await writeOrders(
    sold,
    Array.from({ length: 2600 }, () => ({})),
  );
  const { portions, heads, numbers } = await exported(sold, {}, () => writeOrders(sold, [{}, {}]));
  expect(portions.map(({ orders }) => orders)).toEqual([2500, 101]);
  expect(heads.startsWith('\ufeffNumber,')).toBe(true);
  expect(numbers).toEqual(Array.from({ length: 2601 }, (_, place) => place + 1));
});

test('exports only the orders that match the filter', async () => {
  const sold = await openSold();
  await writeOrders(sold, [
    { state: 'refunded', refunded: 2900, buyerName: 'Aiko' },
    { state: 'refunded', refunded: 2900, buyerName: 'Bram' },
    { buyerName: 'Aikido' },
    ...Array.from({ length: 30 }, () => ({ buyerName: 'Celeste' })),
  ]);
  expect((await exported(sold, { state: 'refunded' })).numbers).toEqual([2, 3]);
  expect((await exported(sold, { search: 'aik' })).numbers).toEqual([2, 4]);
  expect((await exported(sold, { search: 'aik', state: 'refunded' })).numbers).toEqual([2]);
  expect((await exported(sold, { search: 'cel' })).numbers).toHaveLength(30);
  const none = await exported(sold, { search: 'nobody' });
  expect([none.heads.length > 0, none.numbers]).toEqual([true, []]);
});

test('exports only the header row to another seller', async () => {
  const sold = await openSold();
  const other = await sold.shop.seller();
  const { body } = await other.call('export-orders', {});
  expect(body).toMatchObject({ orders: 0, next: null, upTo: 0 });
  expect(body.lines.split('\r\n')).toHaveLength(2);
});
