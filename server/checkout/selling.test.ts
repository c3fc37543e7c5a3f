import { expect, test } from 'vitest';

import { createTestApp } from '#server/testing/test-app.ts';

test('creates one order when a buyer pays a published page', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const page = await seller.publishPage({}, 'taller');
  expect(page.url).toBe('http://localhost:3000/c/taller');

  const { status, body } = await app.rpc('create-checkout-session', { slug: 'taller' });
  expect(status).toBe(200);
  const paid = await app.payAtStripe(body.url);
  expect(paid.status).toBe(303);

  const orders = await seller.rpc('list-orders', {});
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
