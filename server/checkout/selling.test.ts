import { expect, test } from 'vitest';

import { openShop } from '#server/testing.ts';

test('creates one order when a buyer pays a published page', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const page = await seller.publish({}, 'taller');
  expect(page.url).toBe('http://localhost:3000/c/taller');

  const { status, body } = await shop.call('create-checkout-session', { slug: 'taller' });
  expect(status).toBe(200);
  const paid = await shop.pay(body.url);
  expect(paid.status).toBe(303);

  const orders = await seller.call('list-orders', {});
  expect(orders.body.orders).toMatchObject([
    {
      number: 1,
      state: 'paid',
      total: 2900,
      currency: 'USD',
      email: 'buyer@example.com',
      productName: 'Throwing Taller',
    },
  ]);
});
