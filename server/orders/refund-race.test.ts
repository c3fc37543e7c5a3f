import { expect, test } from 'vitest';

import { openShop, type TestShop } from '#server/testing.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { openSold, refundsAtProvider, type Sold } from '#server/testing-orders.ts';

/** Creates an app with a sale, and a second process with the same database and provider. */
async function openTwins(): Promise<{ sold: Sold; second: TestShop }> {
  const database = await openTestDatabase();
  const sold = await openSold({}, { database });
  const provider = sold.shop.sandbox?.api;
  if (!provider) throw new Error('The provider is elsewhere');
  const second = await openShop({
    database: { ...database, close: () => Promise.resolve() },
    aroundProvider: () => provider,
  });
  return { sold, second };
}

const press = (shop: TestShop, { seller, orderId, paymentId }: Sold, amount: number, request: string) =>
  shop.request('/functions/v1/refund-order', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${seller.session.access_token}`,
    },
    body: JSON.stringify({ orderId, paymentId, amount, reason: 'duplicate', request }),
  });

test('creates one refund for one request that reaches two processes at once', async () => {
  const { sold, second } = await openTwins();
  const request = crypto.randomUUID();
  const answers = await Promise.all(
    [sold.shop, second, sold.shop, second].map((shop) => press(shop, sold, 2900, request)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await sold.shop.settled();
  expect(await refundsAtProvider(sold.shop)).toMatchObject([{ amount: 2900 }]);
  expect(await sold.detail()).toMatchObject({ state: 'refunded', refunded: 2900 });
});

test('never refunds more than was paid when two people act at once', async () => {
  const { sold, second } = await openTwins();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      press(index % 2 === 0 ? sold.shop : second, sold, 1000, crypto.randomUUID()),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(6);
  await sold.shop.settled();
  expect((await refundsAtProvider(sold.shop)).map(({ amount }) => amount)).toEqual([1000, 1000]);
  expect(await sold.detail()).toMatchObject({ refunded: 2000, payments: [{ refundable: 900 }] });
});
