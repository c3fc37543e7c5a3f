import { expect, test } from 'vitest';

import { refundNewest } from '#server/testing/sold-orders.ts';
import { createTestApp, type TestSeller, type TestApp } from '#server/testing/test-app.ts';

const getSales = async (seller: TestSeller) => (await seller.rpc('list-pages', {})).body.pages[0]?.sales;

async function buy(app: TestApp, slug: string): Promise<void> {
  const { body } = await app.rpc('create-checkout-session', { slug });
  await app.payAtStripe(body.url);
}

test('subtracts partial refunds from revenue and does not count a fully refunded order', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({ price: '29' }, 'taller');
  await buy(app, 'taller');
  await buy(app, 'taller');
  await refundNewest(app, seller, '10');
  expect(await getSales(seller)).toEqual({ count: 2, takings: [{ currency: 'USD', amount: 4800 }] });
  await refundNewest(app, seller, '19');
  expect(await getSales(seller)).toEqual({ count: 1, takings: [{ currency: 'USD', amount: 2900 }] });
});

test('adds each subscription renewal to revenue', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({ price: '29', paymentType: 'subscription', billingFrequency: 'monthly' }, 'taller');
  await buy(app, 'taller');
  app.sandbox?.clock.moveTo(new Date(app.context.now().getTime() + 32 * 86_400_000));
  await app.waitUntilIdle();
  expect(await getSales(seller)).toEqual({ count: 1, takings: [{ currency: 'USD', amount: 5800 }] });
});
