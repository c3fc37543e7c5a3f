import { expect, test } from 'vitest';

import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { checkInvariants } from '#server/invariants/check-invariants.ts';
import { buyWithBumps } from '#server/testing/buy-with-bumps.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

import type { RequestedLine } from './refund-lines.ts';

type Seller = Awaited<ReturnType<TestApp['signUpSeller']>>;

async function createRefunds(app: TestApp, seller: Seller) {
  const orderId = (await seller.rpc('list-orders', {})).body.orders[0]?.id ?? '';
  const loadOrder = async () => (await seller.rpc('get-order', { orderId })).body;
  const paymentId = (await loadOrder()).payments[0]?.id ?? '';
  const refund = (input: { amount?: number; lines?: RequestedLine[] }) =>
    seller.rpc('refund-order', {
      orderId,
      paymentId,
      reason: 'requested_by_customer',
      request: crypto.randomUUID(),
      ...input,
    });
  const listViolations = async () =>
    (await checkInvariants(app.context.db, app.context)).filter(({ count, error }) => count > 0 || error !== null);
  return { app, loadOrder, refund, listViolations };
}

/** A paid order of a product for $29 and an extra for $19. */
async function createOrderWithExtra() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage(withBumps(createBump('workbook', '19', { title: 'Workbook' })), 'taller');
  await buyWithBumps(app, 'taller', { bumps: ['workbook'] });
  return createRefunds(app, seller);
}

/** A paid order of seven seats, $139.93 less 10% in all, which is $17.99 for each and one cent. */
async function createOrderOfSevenSeats() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const tiers = [{ from: 5, price: '19.99', optionPrices: {} }];
  await seller.publishPage(
    {
      price: '25',
      quantity: { enabled: true, minimum: 1, maximum: 10, singular: 'seat', plural: 'seats', tiers },
      enableCoupon: true,
      validCoupons: [{ code: 'SAVE', discount: 10, type: 'percentage' }],
    },
    'taller',
  );
  await buyWithBumps(app, 'taller', { quantity: '7', appliedCoupon: 'SAVE' });
  return createRefunds(app, seller);
}

test('refunds only the extra, once, and shows it on its line', async () => {
  const { app, loadOrder, refund, listViolations } = await createOrderWithExtra();
  const answers = await Promise.all([
    refund({ lines: [{ key: 'bump:workbook' }] }),
    refund({ lines: [{ key: 'bump:workbook' }] }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  await app.waitUntilIdle();
  expect(await loadOrder()).toMatchObject({
    state: 'partly_refunded',
    refunded: 1900,
    lines: [
      { key: 'main', total: 2900, refunded: 0 },
      { key: 'bump:workbook', name: 'Workbook', total: 1900, refunded: 1900 },
    ],
    refunds: [{ amount: 1900, lines: [{ key: 'bump:workbook', amount: 1900 }] }],
  });
  expect(await listViolations()).toEqual([]);
});

test('refunds a part of a line and refuses more than its rest, an unknown line, and a line twice', async () => {
  const { loadOrder, refund } = await createOrderWithExtra();
  expect((await refund({ lines: [{ key: 'main', amount: 1000 }] })).status).toBe(200);
  expect(await refund({ lines: [{ key: 'main', amount: 1901 }] })).toMatchObject({
    status: 422,
    body: { error: { code: 'refund_above_rest', rest: 1900 } },
  });
  for (const lines of [[{ key: 'bump:other' }], [{ key: 'main' }, { key: 'main' }]])
    expect((await refund({ lines })).status).toBe(400);
  expect((await refund({ amount: 3000 })).status).toBe(200);
  expect((await refund({ lines: [{ key: 'bump:workbook' }] })).status).toBe(422);
  expect(await loadOrder()).toMatchObject({ refunded: 4000, lines: [{ refunded: 1000 }, { refunded: 0 }] });
});

test('refunds units of a line one after another, exactly to its total, and never more than it has', async () => {
  const { app, loadOrder, refund, listViolations } = await createOrderOfSevenSeats();
  const answers = await Promise.all([
    refund({ lines: [{ key: 'main', quantity: 4 }] }),
    refund({ lines: [{ key: 'main', quantity: 4 }] }),
  ]);
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 422]);
  expect((await refund({ lines: [{ key: 'main', quantity: 2 }] })).status).toBe(200);
  await app.waitUntilIdle();
  expect(await loadOrder()).toMatchObject({
    state: 'partly_refunded',
    quantity: 7,
    lines: [{ total: 12_594, quantity: 7, refunded: 7197 + 3598, refundedQuantity: 6 }],
    refunds: [
      { amount: 7197, lines: [{ key: 'main', quantity: 4, amount: 7197 }] },
      { amount: 3598, lines: [{ key: 'main', quantity: 2, amount: 3598 }] },
    ],
  });
  expect(await refund({ lines: [{ key: 'main', quantity: 2 }] })).toMatchObject({
    status: 422,
    body: { error: { message: 'Only 1 unit of “Throwing Taller” is left to refund.' } },
  });
  expect((await refund({ lines: [{ key: 'main' }] })).status).toBe(200);
  await app.waitUntilIdle();
  expect(await loadOrder()).toMatchObject({ state: 'refunded', lines: [{ refunded: 12_594, refundedQuantity: 7 }] });
  expect(await listViolations()).toEqual([]);
});

test('after a refund of an amount, refunds units up to what is left, and the last ones get the rest', async () => {
  const { app, loadOrder, refund, listViolations } = await createOrderOfSevenSeats();
  expect((await refund({ lines: [{ key: 'main', amount: 11_000 }] })).status).toBe(200);
  expect(await refund({ lines: [{ key: 'main', quantity: 1 }] })).toMatchObject({
    status: 422,
    body: { error: { code: 'refund_above_rest', rest: 1594 } },
  });
  expect((await refund({ lines: [{ key: 'main', quantity: 1, amount: 100 }] })).status).toBe(400);
  expect((await refund({ lines: [{ key: 'main', quantity: 7 }] })).status).toBe(200);
  await app.waitUntilIdle();
  expect((await loadOrder()).refunds.map(({ lines }) => lines)).toEqual([
    [{ key: 'main', quantity: null, amount: 11_000 }],
    [{ key: 'main', quantity: 7, amount: 1594 }],
  ]);
  expect(await listViolations()).toEqual([]);
});
