import { expect, test } from 'vitest';

import { openShop, type TestSeller, type TestShop } from '#server/testing.ts';
import { refundNewest } from '#server/testing-refunds.ts';

const salesOf = async (seller: TestSeller) => (await seller.call('list-pages', {})).body.pages[0]?.sales;

async function buy(shop: TestShop, slug: string): Promise<void> {
  const { body } = await shop.call('create-checkout-session', { slug });
  await shop.pay(body.url);
}

test('subtracts partial refunds from revenue and does not count a fully refunded order', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({ price: '29' }, 'taller');
  await buy(shop, 'taller');
  await buy(shop, 'taller');
  await refundNewest(shop, seller, '10');
  expect(await salesOf(seller)).toEqual({ count: 2, takings: [{ currency: 'USD', amount: 4800 }] });
  await refundNewest(shop, seller, '19');
  expect(await salesOf(seller)).toEqual({ count: 1, takings: [{ currency: 'USD', amount: 2900 }] });
});

test('adds each subscription renewal to revenue', async () => {
  const shop = await openShop();
  const seller = await shop.seller();
  await seller.publish({ price: '29', paymentType: 'subscription', billingFrequency: 'monthly' }, 'taller');
  await buy(shop, 'taller');
  shop.sandbox?.clock.moveTo(new Date(shop.context.now().getTime() + 32 * 86_400_000));
  await shop.settled();
  expect(await salesOf(seller)).toEqual({ count: 1, takings: [{ currency: 'USD', amount: 5800 }] });
});
