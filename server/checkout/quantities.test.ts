import { expect, test } from 'vitest';

import { createAddedFields, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { DAY_MS } from '#domain/time-units.ts';
import { checkoutAttempts, orderLines, orders, sales } from '#server/db/schema-orders.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { listBrokenInvariants } from '#server/testing/dropped-events.ts';
import { getStripeAccountId } from '#server/testing/sold-orders.ts';
import { createTestApp } from '#server/testing/test-app.ts';

const SEATS: Partial<CheckoutPageConfig> = {
  productName: 'Workshop seat',
  price: '20',
  enableCoupon: true,
  validCoupons: [{ code: 'SAVE', discount: 12.5, type: 'percentage' }],
  quantity: {
    ...createAddedFields().quantity,
    enabled: true,
    maximum: 20,
    tiers: [{ from: 10, price: '18', optionPrices: {} }],
  },
};

async function createSeatsApp(change: Partial<CheckoutPageConfig> = {}) {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  await seller.publishPage({ ...SEATS, ...change }, 'seats');
  const checkout = (body: object) => app.rpc('create-checkout-session', { slug: 'seats', ...body });
  const findSession = async (url: string) => {
    const { sessions } = app.context.sellerStripe(await getStripeAccountId(seller));
    return sessions.retrieve(new URL(url).pathname.split('/').at(-1) ?? '');
  };
  return { app, seller, checkout, findSession };
}

test('charges each unit at the price of the quantity and records it', async () => {
  const { app, checkout, findSession } = await createSeatsApp();
  const { body } = await checkout({ quantity: ' 12 ', appliedCoupon: 'save' });
  const session = await findSession(body.url);
  expect(session).toMatchObject({ amount_subtotal: 12 * 1800, amount_total: 12 * 1800 - 2700 });
  expect(session.line_items?.data).toMatchObject([{ quantity: 12, price: { unit_amount: 1800 } }]);
  expect(session.cancel_url).toContain('quantity=12');
  await app.payAtStripe(body.url);
  await app.waitUntilIdle();
  const { db } = app.context;
  expect(await db.select().from(checkoutAttempts)).toMatchObject([{ quantity: 12, total: 18_900 }]);
  expect(await db.select().from(orders)).toMatchObject([{ original: 21_600, discount: 2700, total: 18_900 }]);
  expect(await db.select().from(orderLines)).toMatchObject([{ quantity: 12, unit: 1800, subtotal: 21_600 }]);
  expect(await listBrokenInvariants(app)).toEqual([]);
});

test('a subscription renews at its quantity', async () => {
  const { app, checkout, findSession } = await createSeatsApp({ paymentType: 'subscription' });
  const { body } = await checkout({ quantity: '3' });
  expect(await findSession(body.url)).toMatchObject({ mode: 'subscription', amount_total: 6000 });
  await app.payAtStripe(body.url);
  app.sandbox?.clock.moveTo(new Date(app.context.now().getTime() + 32 * DAY_MS));
  await app.waitUntilIdle();
  const payments = await app.context.db.select().from(sales);
  expect(payments.map(({ amount }) => amount)).toEqual([6000, 6000]);
});

test.each(['0', '21', '3.5', 'five', '999999999999'])(
  'refuses a quantity of %s before anything is reserved',
  async (quantity) => {
    const { app, checkout } = await createSeatsApp();
    const { status, body } = await checkout({ quantity });
    expect([status, body.error]).toMatchObject([
      422,
      { code: 'quantity_invalid', message: 'Enter a quantity from 1 to 20.', minimum: 1, maximum: 20 },
    ]);
    expect(await app.context.db.select().from(checkoutAttempts)).toEqual([]);
  },
);

test('a buyer who saw the total of another quantity is asked again', async () => {
  const { checkout } = await createSeatsApp();
  const seen = { version: 1, expected: { amount: 2000, currency: 'USD' } };
  const { status, body } = await checkout({ ...seen, quantity: '10' });
  expect([status, body.error]).toMatchObject([409, { code: 'price_changed', new: { amount: 18_000 } }]);
  expect((await checkout({ ...seen, quantity: '1' })).status).toBe(200);
});

test('a checkout link fills in a quantity and prices it', async () => {
  const { seller } = await createSeatsApp();
  const pageId = (await seller.rpc('list-pages', {})).body.pages[0]?.id ?? '';
  const { body } = await seller.rpc('create-checkout', { pageId, quantity: 10 });
  expect(body).toMatchObject({ quantity: 10, amount: 18_000 });
  const refused = await seller.rpc('create-checkout', { pageId, quantity: 21 });
  expect(refused.body.error).toMatchObject({ code: 'quantity_invalid' });
});

test('a coupon with a minimum applies to a quantity that reaches it, whatever was typed', async () => {
  const validCoupons = [{ code: 'FIVE', discount: 5, type: 'fixed' as const, minimum: '60' }];
  const { app } = await createSeatsApp({ validCoupons });
  const { applyCoupon, findPage } = createPublicServices(app.context);
  const apply = (quantity?: string) =>
    applyCoupon('seats', 'FIVE', 'unknown', quantity === undefined ? {} : { quantity });
  expect(await apply('3')).toMatchObject({ total: 5500, coupon: { minimum: '60' } });
  expect(await apply('999')).toMatchObject({ total: 20 * 1800 - 500 });
  for (const quantity of [undefined, '2', 'five'])
    expect(await apply(quantity)).toMatchObject({ error: { code: 'coupon_below_price' } });
  expect(await findPage('seats')).toMatchObject({ page: { amount: 2000 } });
});

test('a refused quantity leaves the coupon in the form', async () => {
  const { app } = await createSeatsApp();
  const { startCheckout } = createPublicServices(app.context);
  const request = { slug: 'seats', version: 1, appliedCoupon: 'SAVE', quantity: '3.5' };
  expect(await startCheckout(request, 'unknown')).toMatchObject({
    error: { code: 'quantity_invalid' },
    priceChange: { couponGone: false, discounted: { code: 'SAVE' }, price: null },
  });
});
