import { expect, test } from 'vitest';

import { createBump, withBumps } from '#domain/testing/order-bumps.ts';
import { checkInvariants } from '#server/invariants/check-invariants.ts';
import { buyWithBumps } from '#server/testing/buy-with-bumps.ts';
import { createTestApp } from '#server/testing/test-app.ts';

/** A paid order of a product for $29 and an extra for $19. */
async function createOrderWithExtra() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage(withBumps(createBump('workbook', '19', { title: 'Workbook' })), 'taller');
  await buyWithBumps(app, 'taller', { bumps: ['workbook'] });
  const orderId = (await seller.rpc('list-orders', {})).body.orders[0]?.id ?? '';
  const loadOrder = async () => (await seller.rpc('get-order', { orderId })).body;
  const paymentId = (await loadOrder()).payments[0]?.id ?? '';
  const refund = (input: { amount?: number; lines?: { key: string; amount?: number }[] }) =>
    seller.rpc('refund-order', {
      orderId,
      paymentId,
      reason: 'requested_by_customer',
      request: crypto.randomUUID(),
      ...input,
    });
  return { app, loadOrder, refund };
}

test('refunds only the extra, once, and shows it on its line', async () => {
  const { app, loadOrder, refund } = await createOrderWithExtra();
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
  const findings = await checkInvariants(app.context.db, app.context);
  expect(findings.filter(({ count, error }) => count > 0 || error !== null)).toEqual([]);
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
