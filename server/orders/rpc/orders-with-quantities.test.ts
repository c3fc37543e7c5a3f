import { expect, test } from 'vitest';

import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { buyWithBumps } from '#server/testing/buy-with-bumps.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const SEATS: Partial<CheckoutPageConfig> = {
  productName: 'Seat',
  price: '20',
  quantity: { ...createAddedFields().quantity, enabled: true, maximum: 20 },
};

/** Orders of five seats, of one, and of a page without quantities. */
async function createSeatOrders() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage(SEATS, 'seats');
  await seller.publishPage({}, 'taller');
  await buyWithBumps(app, 'seats', { quantity: '5' });
  await buyWithBumps(app, 'seats');
  await buyWithBumps(app, 'taller');
  return { app, seller };
}

test('lists, customers and exports say the quantity', async () => {
  const { seller } = await createSeatOrders();
  const { orders } = (await seller.rpc('list-orders', {})).body;
  expect(orders.map(({ quantity }) => quantity)).toEqual([1, 1, 5]);
  const { body: customer } = await seller.rpc('get-customer', { customerId: orders[0]?.id ?? '' });
  expect(customer.orders.map(({ quantity }) => quantity)).toEqual([1, 1, 5]);
  const { others } = (await seller.rpc('get-order', { orderId: orders[0]?.id ?? '' })).body;
  expect(others.map(({ quantity }) => quantity)).toEqual([1, 5]);
  const { lines } = (await seller.rpc('export-orders', {})).body;
  expect(lines).toContain(',"Seat",5,"Seat × 5 = 100.00",');
});

test('analytics count the units of pages with quantities', async () => {
  const { seller } = await createSeatOrders();
  const { figures, points } = (await seller.rpc('get-analytics', { period: '30d' })).body;
  expect(figures.units).toEqual({ orders: 2, units: 6, several: 1 });
  expect(points.at(-1)?.units).toBe(6);
  const { csv } = (await seller.rpc('export-analytics', { period: '30d' })).body;
  expect(csv.split('\r\n')[0]).toMatch(/,Units sold$/);
  const pageId = (await seller.rpc('list-pages', {})).body.pages.find(({ slug }) => slug === 'taller')?.id ?? '';
  const { body: other } = await seller.rpc('get-analytics', { period: '30d', pageId });
  expect([other.figures.paid, other.figures.units]).toEqual([1, null]);
});

test('a subscription says its quantity and renews for all units', async () => {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({ ...SEATS, paymentType: 'subscription' }, 'seats');
  await buyWithBumps(app, 'seats', { quantity: '3' });
  const { subscriptions } = (await seller.rpc('list-buyer-subscriptions', {})).body;
  expect(subscriptions).toMatchObject([{ quantity: 3, amount: 6000 }]);
});
