import { expect, test } from 'vitest';

import { openShop, sellableConfig, type TestSeller, type TestShop } from '#server/testing.ts';

async function publishedPage(shop: TestShop, seller: TestSeller, change = {}) {
  await seller.onboard();
  const { body } = await seller.call('save-checkout-page', {
    config: sellableConfig(change),
    slug: 'taller',
  });
  return body;
}

/** Pays on the provider's page with a test card, as a buyer's browser would. */
async function payAt(shop: TestShop, url: string, number = '4242 4242 4242 4242') {
  const form = new URLSearchParams({
    email: 'buyer@example.com',
    action: 'pay',
    country: 'US',
    postcode: '',
    name: 'A Buyer',
    number,
    expiry: '12 / 34',
    cvc: '123',
  });
  const answer = await shop.request(new URL(url).pathname, { method: 'POST', body: form });
  await shop.settled();
  return answer;
}

test('a buyer pays a published page and its seller sees one order', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  const page = await publishedPage(shop, seller);
  expect(page.url).toBe('http://localhost:3000/c/taller');

  const { status, body } = await shop.call('create-checkout-session', { slug: 'taller' });
  expect(status).toBe(200);
  const paid = await payAt(shop, body.url);
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
