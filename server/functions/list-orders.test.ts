import { expect, test } from 'vitest';

import type { Calls } from '#domain/calls.ts';
import type { OrderRow } from '#domain/order.ts';

import { openShop } from '#server/testing.ts';
import { buy, openSold, type Sold } from '#server/testing-orders.ts';
import { writeOrders, type Written } from '#server/testing-order-book.ts';

type Body = Calls['list-orders']['body'];

async function listed({ seller }: Sold, body: Body = {}) {
  const { status, body: answer } = await seller.call('list-orders', body);
  expect([status, answer.error]).toEqual([200, undefined]);
  return answer;
}

const numbersOf = (rows: readonly OrderRow[]): number[] => rows.map(({ number }) => number);

const day = (date: string, time = '12:00:00') => new Date(`${date}T${time}Z`);

test('lists an order with its details and returns the number of orders', async () => {
  const sold = await openSold(
    { price: '29' },
    {},
    { name: 'Celeste Aumont', email: 'Celeste@Atelier.example' },
  );
  const list = await listed(sold);
  expect(list).toMatchObject({ page: 1, pages: 1, count: 1, last: 1 });
  expect(list.orders[0]).toMatchObject({
    number: 1,
    state: 'paid',
    buyerName: 'Celeste Aumont',
    productName: 'Throwing Taller',
    total: 2900,
    received: 2900,
    dispute: null,
  });
  expect(list.totals).toEqual([
    { currency: 'USD', count: 1, received: 2900, refunded: 0, lost: 0, net: 2900 },
  ]);
});

test('returns an empty list to a seller without orders', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const { body } = await seller.call('list-orders', {});
  expect(body).toEqual({ orders: [], page: 1, pages: 1, count: 0, totals: [], last: 0 });
  expect((await seller.call('list-order-choices', {})).body).toEqual({ pages: [], coupons: [] });
  const filtered = await seller.call('list-orders', { search: 'x', upTo: 5, page: 3 });
  expect([filtered.status, filtered.body.count]).toEqual([200, 0]);
});

const MIXED: Written[] = [
  { state: 'pending', received: 0, createdAt: day('2026-01-01', '00:00:00'), couponCode: 'SAVE20' },
  { state: 'failed', received: 0, createdAt: day('2026-01-01', '23:59:59.999') },
  { state: 'paid', received: 3000, createdAt: day('2026-01-02', '00:00:00'), couponCode: 'SAVE20' },
  { state: 'partly_refunded', received: 3000, refunded: 1000, createdAt: day('2026-01-02') },
  { state: 'refunded', received: 500, refunded: 500, currency: 'JPY', createdAt: day('2026-01-03') },
  { state: 'paid', received: 3000, dispute: 'open', createdAt: day('2026-01-04') },
  {
    state: 'paid',
    received: 3000,
    lost: 3000,
    dispute: 'lost',
    couponCode: 'SAVE20',
    createdAt: day('2026-01-05'),
  },
];

test('combines the filters for state, coupon, page and dates', async () => {
  const sold = await openSold();
  const { pageId } = (await sold.seller.publish({ productName: 'Another' }, 'another')) as { pageId: string };
  await buy(sold.shop, 'another');
  await writeOrders(sold, MIXED);
  const numbers = async (body: Body) =>
    numbersOf((await listed(sold, body)).orders).toSorted((a, b) => a - b);
  expect(await numbers({ state: 'pending' })).toEqual([3]);
  expect(await numbers({ state: 'failed' })).toEqual([4]);
  expect(await numbers({ state: 'paid' })).toEqual([1, 2, 5, 8, 9]);
  expect(await numbers({ state: 'refunded' })).toEqual([6, 7]);
  expect(await numbers({ state: 'disputed' })).toEqual([8, 9]);
  expect(await numbers({ coupon: 'SAVE20' })).toEqual([3, 5, 9]);
  expect(await numbers({ coupon: 'save20' })).toEqual([]);
  expect(await numbers({ pageId })).toEqual([2]);
  expect(await numbers({ from: '2026-01-01', to: '2026-01-01' })).toEqual([3, 4]);
  expect(await numbers({ to: '2026-01-02' })).toEqual([3, 4, 5, 6]);
  expect(await numbers({ from: '2026-01-05', to: '2026-01-31' })).toEqual([9]);
  expect(await numbers({ from: '2026-01-05', to: '2026-01-01' })).toEqual([]);
  expect(await numbers({ coupon: 'SAVE20', state: 'paid', from: '2026-01-03', to: '2026-02-01' })).toEqual([
    9,
  ]);
  expect(await numbers({ coupon: 'SAVE20', search: '5' })).toEqual([5]);
  const { body } = await sold.seller.call('list-order-choices', {});
  expect(body.coupons).toEqual(['SAVE20']);
  expect(body.pages.map(({ name }) => name).toSorted()).toEqual(['Another', 'Throwing Taller']);
});

test('sums the listed orders by currency, and subtracts refunds and losses from net', async () => {
  const sold = await openSold();
  await writeOrders(sold, MIXED);
  const { totals, count } = await listed(sold, { from: '2026-01-01', to: '2026-01-31' });
  expect(count).toBe(7);
  expect(totals).toEqual([
    { currency: 'USD', count: 6, received: 12_000, refunded: 1000, lost: 3000, net: 8000 },
    { currency: 'JPY', count: 1, received: 500, refunded: 500, lost: 0, net: 0 },
  ]);
});

test('returns pages without gaps or repeats, from both ends', async () => {
  const sold = await openSold();
  const moment = day('2026-02-01').getTime();
  // Several orders share the same millisecond.
  await writeOrders(
    sold,
    Array.from({ length: 171 }, (_, place) => ({
      createdAt: new Date(moment + Math.floor(place / 7) * 1000),
    })),
  );
  const seen: number[] = [];
  for (let page = 1; page <= 4; page++) {
    const list = await listed(sold, { page });
    expect(list).toMatchObject({ page, pages: 4, count: 172 });
    seen.push(...numbersOf(list.orders));
  }
  expect(seen).toEqual([1, ...Array.from({ length: 171 }, (_, place) => 172 - place)]);
  expect((await listed(sold, { page: 5 })).orders).toEqual([]);
});

test('keeps pages stable while new orders arrive', async () => {
  const sold = await openSold();
  const ids = await writeOrders(
    sold,
    Array.from({ length: 119 }, (_, place) => ({ createdAt: new Date(Date.UTC(2026, 0, 1) + place * 1000) })),
  );
  const first = await listed(sold);
  const upTo = first.last;
  const second = await listed(sold, { page: 2, upTo });
  // One order is newer than all others, and one is recorded late.
  await writeOrders(sold, [{ createdAt: day('2026-03-01') }, { createdAt: day('2026-01-01', '00:01:30') }]);
  expect(await listed(sold, { page: 2, upTo })).toMatchObject({
    orders: second.orders,
    count: 120,
    last: 122,
  });
  expect((await listed(sold, { page: 2 })).orders).not.toEqual(second.orders);
  const third = await listed(sold, { page: 3, upTo });
  const all = [...first.orders, ...second.orders, ...third.orders].map(({ id }) => id);
  expect(new Set(all)).toEqual(new Set([...ids, sold.orderId]));
  expect(all).toHaveLength(120);
});

test('hides another seller’s orders, pages and coupons', async () => {
  const sold = await openSold();
  await writeOrders(sold, [{ couponCode: 'THEIRS' }]);
  const other = await sold.shop.seller();
  const [order] = (await listed(sold)).orders;
  const { body: choices } = await sold.seller.call('list-order-choices', {});
  for (const body of [
    {},
    { coupon: 'THEIRS' },
    { pageId: choices.pages[0]?.id ?? '' },
    { search: 'throwing' },
  ])
    expect((await other.call('list-orders', body)).body).toMatchObject({ orders: [], count: 0, totals: [] });
  const foreign = await other.call('get-order', { orderId: order?.id ?? '' });
  expect(foreign.status).toBe(404);
  expect(foreign).toEqual(await other.call('get-order', { orderId: crypto.randomUUID() }));
});

test('refuses an invalid filter', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const bodies: Record<string, unknown>[] = [
    { page: 0 },
    { page: 1.5 },
    { page: '1' },
    { upTo: 0 },
    { upTo: 2 ** 31 },
    { state: 'partly_refunded' },
    { state: '' },
    { pageId: 'x' },
    { coupon: '' },
    { from: '2026-02-30' },
    { from: '20260101' },
    { to: '2026-01-01T00:00:00Z' },
    { search: 'x'.repeat(201) },
    { search: null },
    { sellerId: crypto.randomUUID() },
  ];
  for (const body of bodies) {
    expect([body, (await seller.call('list-orders', body as never)).status]).toEqual([body, 400]);
    const exported = await seller.call('export-orders', body as never);
    expect([body, exported.status]).toEqual([body, 400]);
  }
  for (const orderId of ['', 'x', null, 1, "' or 1=1"])
    expect((await seller.call('get-order', { orderId } as never)).status).toBe(400);
});
