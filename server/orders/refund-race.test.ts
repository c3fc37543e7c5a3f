import { expect, test } from 'vitest';

import { createSoldOrder, listStripeRefunds, type SoldOrder } from '#server/testing/sold-orders.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

/** Creates an app with a sale, and a second process with the same database and provider. */
async function createTwoProcesses(): Promise<{ soldOrder: SoldOrder; secondApp: TestApp }> {
  const database = await openTestDatabase();
  const soldOrder = await createSoldOrder({}, { database });
  const provider = soldOrder.app.sandbox?.api;
  if (!provider) throw new Error('The provider is elsewhere');
  const secondApp = await createTestApp({
    database: { ...database, close: () => Promise.resolve() },
    wrapStripe: () => provider,
  });
  return { soldOrder, secondApp };
}

const requestRefund = (app: TestApp, { seller, orderId, paymentId }: SoldOrder, amount: number, request: string) =>
  app.request('/functions/v1/refund-order', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${seller.session.access_token}`,
    },
    body: JSON.stringify({ orderId, paymentId, amount, reason: 'duplicate', request }),
  });

test('creates one refund for one request that reaches two processes at once', async () => {
  const { soldOrder, secondApp } = await createTwoProcesses();
  const request = crypto.randomUUID();
  const answers = await Promise.all(
    [soldOrder.app, secondApp, soldOrder.app, secondApp].map((app) => requestRefund(app, soldOrder, 2900, request)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await soldOrder.app.waitUntilIdle();
  expect(await listStripeRefunds(soldOrder.app)).toMatchObject([{ amount: 2900 }]);
  expect(await soldOrder.detail()).toMatchObject({ state: 'refunded', refunded: 2900 });
});

test('never refunds more than was paid when two people act at once', async () => {
  const { soldOrder, secondApp } = await createTwoProcesses();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      requestRefund(index % 2 === 0 ? soldOrder.app : secondApp, soldOrder, 1000, crypto.randomUUID()),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(6);
  await soldOrder.app.waitUntilIdle();
  expect((await listStripeRefunds(soldOrder.app)).map(({ amount }) => amount)).toEqual([1000, 1000]);
  expect(await soldOrder.detail()).toMatchObject({ refunded: 2000, payments: [{ refundable: 900 }] });
});
