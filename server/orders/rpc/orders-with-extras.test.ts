import { expect, test } from 'vitest';

import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { checkInvariants } from '#server/invariants/check-invariants.ts';
import { buyWithBumps } from '#server/testing/buy-with-bumps.ts';
import { refundNewest } from '#server/testing/sold-orders.ts';
import { createTestApp } from '#server/testing/test-app.ts';

/** Three orders: with both extras and a coupon, with one extra, and without extras. */
async function createOrdersWithExtras() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const bumps = withBumps(createBump('audio', '9', { title: 'Audio' }), createBump('book', '19', { title: 'Book' }));
  const coupon = { code: 'SAVE', discount: 10, type: 'percentage' as const, scope: 'all' as const };
  await seller.publishPage({ ...bumps, enableCoupon: true, validCoupons: [coupon] }, 'taller');
  await buyWithBumps(app, 'taller', { bumps: ['audio', 'book'], appliedCoupon: 'SAVE' });
  await buyWithBumps(app, 'taller', { bumps: ['book'] });
  await buyWithBumps(app, 'taller');
  return { app, seller };
}

/** Cells of a CSV file whose texts contain no commas. */
const toCells = (csv: string): string[][] =>
  csv
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));

/** The rows of a CSV file as objects with the named columns. */
function readRows(csv: string, names: readonly string[]): string[][] {
  const [headers = [], ...rows] = toCells(csv);
  return rows.map((cells) => names.map((name) => cells[headers.indexOf(name)] ?? ''));
}

test('lists the number of extras of each order, filters by an extra, and lists sold extras by name', async () => {
  const { seller } = await createOrdersWithExtras();
  const { orders } = (await seller.rpc('list-orders', {})).body;
  expect(orders.map(({ extras }) => extras)).toEqual([0, 1, 2]);
  const filtered = (await seller.rpc('list-orders', { bump: 'audio' })).body;
  expect([filtered.orders.map(({ number }) => number), filtered.count]).toEqual([[1], 1]);
  expect((await seller.rpc('list-order-choices', {})).body.extras).toEqual([
    { id: 'audio', name: 'Audio' },
    { id: 'book', name: 'Book' },
  ]);
});

test('exports the paid amount of each extra in a column of its own, and one row per line item', async () => {
  const { seller } = await createOrdersWithExtras();
  const { lines: ordersCsv, columns } = (await seller.rpc('export-orders', {})).body;
  expect(columns).toEqual(['bump:audio', 'bump:book']);
  expect(readRows(ordersCsv, ['Number', 'Items', 'Audio', 'Book', 'Total'])).toEqual([
    ['1', 'Throwing Taller = 29.00; Audio = 9.00; Book = 19.00', '8.10', '17.10', '51.30'],
    ['2', 'Throwing Taller = 29.00; Book = 19.00', '', '19.00', '48.00'],
    ['3', 'Throwing Taller = 29.00', '', '', '29.00'],
  ]);
  const { lines: itemsCsv } = (await seller.rpc('export-orders', { rows: 'line_items' })).body;
  expect(readRows(itemsCsv, ['Order', 'Item', 'Key', 'Subtotal', 'Discount', 'Total'])).toEqual([
    ['1', 'Throwing Taller', 'main', '29.00', '2.90', '26.10'],
    ['1', 'Audio', 'bump:audio', '9.00', '0.90', '8.10'],
    ['1', 'Book', 'bump:book', '19.00', '1.90', '17.10'],
    ['2', 'Throwing Taller', 'main', '29.00', '0.00', '29.00'],
    ['2', 'Book', 'bump:book', '19.00', '0.00', '19.00'],
    ['3', 'Throwing Taller', 'main', '29.00', '0.00', '29.00'],
  ]);
});

test('counts how often an extra was offered and taken, and its revenue; the rows add up to the order list', async () => {
  const { app, seller } = await createOrdersWithExtras();
  const [order] = (await seller.rpc('list-orders', { bump: 'audio' })).body.orders;
  const orderId = order?.id ?? '';
  const { payments } = (await seller.rpc('get-order', { orderId })).body;
  await seller.rpc('refund-order', {
    orderId,
    paymentId: payments[0]?.id ?? '',
    lines: [{ key: 'bump:audio' }],
    reason: 'requested_by_customer',
    request: crypto.randomUUID(),
  });
  await refundNewest(app, seller, '5');
  const { rows } = (await seller.rpc('get-breakdown', { period: '30d', by: 'bump' })).body;
  expect(
    rows.map(({ value, label, extra, money }) => [value, label, extra, money[0]?.received, money[0]?.net]),
  ).toEqual([
    ['book', 'Book', { offered: 3, taken: 2 }, 3610, 3610],
    ['audio', 'Audio', { offered: 3, taken: 1 }, 810, 0],
    ['', 'Products', null, 8410, 7910],
  ]);
  const [totals] = (await seller.rpc('list-orders', {})).body.totals;
  const sum = (column: 'received' | 'refunded' | 'net') =>
    rows.reduce((all, { money }) => all + (money[0]?.[column] ?? 0), 0);
  expect(totals).toMatchObject({ received: sum('received'), refunded: sum('refunded'), net: sum('net') });
  const { csv } = (await seller.rpc('export-analytics', { period: '30d', by: 'bump' })).body;
  expect(csv).toContain(',Offered,Taken,Attach rate %,');
  const [, ...csvRows] = toCells(csv);
  expect(csvRows.map((cells) => cells.slice(1, 4))).toEqual([
    ['3', '2', '66.67'],
    ['3', '1', '33.33'],
    ['', '', ''],
  ]);
  // Without extras $29, and with them $51.30 and $48.
  const { figures } = (await seller.rpc('get-analytics', { period: '30d' })).body;
  expect([figures.extras, figures.units]).toEqual([
    { with: { orders: 2, usdTotal: 9930 }, without: { orders: 1, usdTotal: 2900 } },
    null,
  ]);
});

test('does not count an extra as offered with a price that it does not go with', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const pro = { id: 'pro', name: 'Pro', price: '99', paymentType: 'one-time', billingFrequency: 'monthly' } as const;
  const priceOptions = { baseName: 'Basic', others: [pro] };
  await seller.publishPage({ priceOptions, ...withBumps(createBump('a', '9', { offeredWith: ['pro'] })) }, 'taller');
  for (const plan of ['base', 'pro']) await buyWithBumps(app, 'taller', { plan });
  const { rows } = (await seller.rpc('get-breakdown', { period: '30d', by: 'bump' })).body;
  expect(rows[0]).toMatchObject({ value: 'a', label: 'Extra a', extra: { offered: 1, taken: 0 } });
});

test('lets the seller name the items of a refund that was made at Stripe, up to its amount', async () => {
  const { app, seller } = await createOrdersWithExtras();
  await refundNewest(app, seller, '10');
  const [order] = (await seller.rpc('list-orders', { state: 'refunded' })).body.orders;
  const orderId = order?.id ?? '';
  await buyWithBumps(app, 'taller', { bumps: ['book'] });
  await refundNewest(app, seller, '20');
  const [second] = (await seller.rpc('list-orders', { state: 'refunded' })).body.orders;
  const loadOrder = async () => (await seller.rpc('get-order', { orderId: second?.id ?? '' })).body;
  const [refund] = (await loadOrder()).refunds;
  const refundId = refund?.id ?? '';
  expect(refund).toMatchObject({ amount: 2000, lines: [] });
  const attribute = (lines: { key: string; amount?: number }[], ofOrder = second?.id ?? '') =>
    seller.rpc('attribute-refund', { orderId: ofOrder, refundId, lines });
  expect(await attribute([{ key: 'main' }])).toMatchObject({ status: 422, body: { error: { rest: 2000 } } });
  expect((await attribute([{ key: 'bump:audio' }])).status).toBe(400);
  expect((await attribute([{ key: 'bump:book' }], orderId)).status).toBe(404);
  expect((await attribute([{ key: 'bump:book' }, { key: 'main', amount: 100 }])).status).toBe(200);
  expect((await attribute([{ key: 'bump:book' }])).status).toBe(200);
  expect(await loadOrder()).toMatchObject({
    lines: [{ refunded: 0 }, { key: 'bump:book', refunded: 1900 }],
    refunds: [{ lines: [{ key: 'bump:book', amount: 1900 }] }],
  });
  const findings = await checkInvariants(app.context.db, app.context);
  expect(findings.filter(({ count, error }) => count > 0 || error !== null)).toEqual([]);
});
