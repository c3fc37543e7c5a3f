import { expect, test } from 'vitest';

import type { OrderRow } from '#domain/order.ts';
import type { RpcContract } from '#domain/rpc-contract.ts';
import {
  buyPage,
  createSoldOrder,
  type SoldOrder,
  insertOrders,
  type OrderOverrides,
} from '#server/testing/sold-orders.ts';
import { createTestApp } from '#server/testing/test-app.ts';

type Body = RpcContract['list-orders']['body'];

async function listOrders({ seller }: SoldOrder, body: Body = {}) {
  const { status, body: answer } = await seller.rpc('list-orders', body);
  expect([status, answer.error]).toEqual([200, undefined]);
  return answer;
}

const numbersOf = (rows: readonly OrderRow[]): number[] => rows.map(({ number }) => number);

const day = (date: string, time = '12:00:00') => new Date(`${date}T${time}Z`);

test('lists an order with its details and returns the number of orders', async () => {
  const soldOrder = await createSoldOrder(
    { price: '29' },
    {},
    { name: 'Celeste Aumont', email: 'Celeste@Atelier.example' },
  );
  const list = await listOrders(soldOrder);
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
  expect(list.totals).toEqual([{ currency: 'USD', count: 1, received: 2900, refunded: 0, lost: 0, net: 2900 }]);
});

test('returns an empty list to a seller without orders', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const { body } = await seller.rpc('list-orders', {});
  expect(body).toEqual({ orders: [], page: 1, pages: 1, count: 0, hasMore: false, totals: [], last: 0 });
  expect((await seller.rpc('list-order-choices', {})).body).toEqual({
    pages: [],
    coupons: [],
    extras: [],
    paymentMethods: [],
  });
  const filtered = await seller.rpc('list-orders', { search: 'x', upTo: 5, page: 3 });
  expect([filtered.status, filtered.body.count]).toEqual([200, 0]);
});

const MIXED_ORDERS: OrderOverrides[] = [
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
  const soldOrder = await createSoldOrder();
  const { pageId } = (await soldOrder.seller.publishPage({ productName: 'Another' }, 'another')) as {
    pageId: string;
  };
  await buyPage(soldOrder.app, 'another');
  await insertOrders(soldOrder, MIXED_ORDERS);
  const numbers = async (body: Body) => numbersOf((await listOrders(soldOrder, body)).orders).toSorted((a, b) => a - b);
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
  expect(await numbers({ coupon: 'SAVE20', state: 'paid', from: '2026-01-03', to: '2026-02-01' })).toEqual([9]);
  expect(await numbers({ coupon: 'SAVE20', search: '5' })).toEqual([5]);
  const { body } = await soldOrder.seller.rpc('list-order-choices', {});
  expect(body.coupons).toEqual(['SAVE20']);
  expect(body.pages.map(({ name }) => name).toSorted()).toEqual(['Another', 'Throwing Taller']);
});

test('lists generated codes as their coupon, and finds all of their orders by it or by a single code', async () => {
  const batch = { code: 'FAIR', discount: 20, type: 'percentage' as const, batch: true };
  const soldOrder = await createSoldOrder({ enableCoupon: true, validCoupons: [batch] });
  const codes = ['FAIR-23456789', 'FAIR-ABCDEFGH', 'FAIR-ABC', 'SALE-SUMMER24', 'SALE'];
  await insertOrders(
    soldOrder,
    codes.map((couponCode) => ({ couponCode })),
  );
  const find = async (coupon: string) => {
    const { orders, count } = await listOrders(soldOrder, { coupon });
    return [count, numbersOf(orders).toSorted((a, b) => a - b)];
  };
  const listChoices = async () => (await soldOrder.seller.rpc('list-order-choices', {})).body;
  const [page] = (await listChoices()).pages;
  for (const isDeleted of [false, true]) {
    if (isDeleted) await soldOrder.seller.rpc('delete-page', { pageId: page?.id ?? '' });
    expect((await listChoices()).coupons).toEqual(['FAIR', 'FAIR-ABC', 'SALE', 'SALE-SUMMER24']);
    expect(await find('FAIR')).toEqual([2, [2, 3]]);
    expect(await find('FAIR-ABCDEFGH')).toEqual([1, [3]]);
    expect(await find('SALE')).toEqual([1, [6]]);
  }
});

test('sums the listed orders by currency, and subtracts refunds and losses from net', async () => {
  const soldOrder = await createSoldOrder();
  await insertOrders(soldOrder, MIXED_ORDERS);
  const { totals, count } = await listOrders(soldOrder, { from: '2026-01-01', to: '2026-01-31' });
  expect(count).toBe(7);
  expect(totals).toEqual([
    { currency: 'USD', count: 6, received: 12_000, refunded: 1000, lost: 3000, net: 8000 },
    { currency: 'JPY', count: 1, received: 500, refunded: 500, lost: 0, net: 0 },
  ]);
});

test('returns pages without gaps or repeats, from both ends', async () => {
  const soldOrder = await createSoldOrder();
  const startTime = day('2026-02-01').getTime();
  // Several orders share the same millisecond.
  await insertOrders(
    soldOrder,
    Array.from({ length: 171 }, (_, index) => ({
      createdAt: new Date(startTime + Math.floor(index / 7) * 1000),
    })),
  );
  const listedNumbers: number[] = [];
  for (let page = 1; page <= 4; page++) {
    const list = await listOrders(soldOrder, { page });
    expect(list).toMatchObject({ page, pages: 4, count: 172 });
    listedNumbers.push(...numbersOf(list.orders));
  }
  expect(listedNumbers).toEqual([1, ...Array.from({ length: 171 }, (_, index) => 172 - index)]);
  expect((await listOrders(soldOrder, { page: 5 })).orders).toEqual([]);
});

test('keeps pages stable while new orders arrive', async () => {
  const soldOrder = await createSoldOrder();
  const ids = await insertOrders(
    soldOrder,
    Array.from({ length: 119 }, (_, index) => ({ createdAt: new Date(Date.UTC(2026, 0, 1) + index * 1000) })),
  );
  const first = await listOrders(soldOrder);
  const upTo = first.last;
  const second = await listOrders(soldOrder, { page: 2, upTo });
  // One order is newer than all others, and one is recorded late.
  await insertOrders(soldOrder, [{ createdAt: day('2026-03-01') }, { createdAt: day('2026-01-01', '00:01:30') }]);
  expect(await listOrders(soldOrder, { page: 2, upTo })).toMatchObject({
    orders: second.orders,
    count: 120,
    last: 122,
  });
  expect((await listOrders(soldOrder, { page: 2 })).orders).not.toEqual(second.orders);
  const third = await listOrders(soldOrder, { page: 3, upTo });
  const all = [...first.orders, ...second.orders, ...third.orders].map(({ id }) => id);
  expect(new Set(all)).toEqual(new Set([...ids, soldOrder.orderId]));
  expect(all).toHaveLength(120);
});

test('hides another seller’s orders, pages and coupons', async () => {
  const soldOrder = await createSoldOrder();
  await insertOrders(soldOrder, [{ couponCode: 'THEIRS' }]);
  const otherSeller = await soldOrder.app.signUpSeller();
  const [order] = (await listOrders(soldOrder)).orders;
  const { body: choices } = await soldOrder.seller.rpc('list-order-choices', {});
  for (const body of [{}, { coupon: 'THEIRS' }, { pageId: choices.pages[0]?.id ?? '' }, { search: 'throwing' }])
    expect((await otherSeller.rpc('list-orders', body)).body).toMatchObject({
      orders: [],
      count: 0,
      totals: [],
    });
  const foreign = await otherSeller.rpc('get-order', { orderId: order?.id ?? '' });
  expect(foreign.status).toBe(404);
  expect(foreign).toEqual(await otherSeller.rpc('get-order', { orderId: crypto.randomUUID() }));
});

test('refuses an invalid filter', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
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
    expect([body, (await seller.rpc('list-orders', body as never)).status]).toEqual([body, 400]);
    const exported = await seller.rpc('export-orders', body as never);
    expect([body, exported.status]).toEqual([body, 400]);
  }
  for (const orderId of ['', 'x', null, 1, "' or 1=1"])
    expect((await seller.rpc('get-order', { orderId } as never)).status).toBe(400);
});
