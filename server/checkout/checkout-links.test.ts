import { expect, test } from 'vitest';

import { checkoutLinks, orders } from '#server/db/schema-orders.ts';
import { createPublicServices } from '#server/routes/public-services.ts';
import { moveClock } from '#server/testing/sold-orders.ts';
import { createTestApp } from '#server/testing/test-app.ts';

import { deleteExpiredLinks } from './checkout-links.ts';

const COUPON = { code: 'SAVE20', discount: 20, type: 'percentage' as const };
const BATCH = { ...COUPON, code: 'FAIR', batch: true };
const FIELD = { id: 'size', kind: 'hidden' as const, name: 'seat', label: 'Seat', help: '' };
const DAY_MS = 86_400_000;

async function createAppWithPage() {
  const app = await createTestApp();
  const seller = await app.signUpSeller();
  const customFields = [{ ...FIELD, required: false, choices: [], min: '', max: '' }];
  const validCoupons = [COUPON, BATCH];
  const { pageId } = await seller.publishPage({ enableCoupon: true, validCoupons, customFields }, 'taller');
  const createCheckout = (body: object = {}) => seller.rpc('create-checkout', { pageId, ...body });
  const pay = (checkout: string, request: object = {}) =>
    app.rpc('create-checkout-session', { slug: 'taller', checkout, ...request } as never);
  return { app, seller, pageId, createCheckout, pay };
}

test('opens the page with the values of the link, and passes its data on to the order', async () => {
  const { app, seller, pageId, createCheckout, pay } = await createAppWithPage();
  const input = {
    couponCode: 'save20',
    email: 'ana@example.com',
    answers: { seat: 'A1' },
    metadata: { userId: '42' },
    externalId: 'cart-7',
    successUrl: 'https://course.example/welcome?checkout={CHECKOUT_ID}',
    cancelUrl: 'https://course.example/pricing',
  };
  const { body: checkout } = await createCheckout(input);
  const successUrl = `https://course.example/welcome?checkout=${checkout.id}`;
  expect(checkout).toMatchObject({
    ...input,
    couponCode: 'SAVE20',
    successUrl,
    state: 'open',
    url: `${app.context.config.appUrl}/c/taller?checkout=${checkout.id}`,
    pageId,
    priceOptionId: null,
    amount: 2320,
    currency: 'USD',
    orderId: null,
  });
  const { findCheckoutPrefill, findPaidOrder } = createPublicServices(app.context);
  expect(await findCheckoutPrefill('taller', checkout.id)).toEqual({
    id: checkout.id,
    values: { couponCode: 'SAVE20', email: 'ana@example.com', answers: { seat: 'A1' } },
    cancelUrl: input.cancelUrl,
    completion: null,
  });
  const { body } = await pay(checkout.id, { appliedCoupon: 'SAVE20', answers: { seat: 'A1' } });
  await app.payAtStripe(body.url);
  const [order] = await app.context.db.select().from(orders);
  expect(order).toMatchObject({ metadata: { userId: '42' }, externalId: 'cart-7', total: 2320 });
  expect((await seller.rpc('get-checkout', { checkoutId: checkout.id })).body).toMatchObject({
    state: 'completed',
    orderId: order?.id,
  });
  expect(await findPaidOrder(order?.attemptId ?? '')).toMatchObject({ returnTo: successUrl });
  expect(await findCheckoutPrefill('taller', checkout.id)).toBeNull();
});

test('refuses values that the page does not have, and pages that do not sell', async () => {
  const { app, seller, createCheckout, pageId } = await createAppWithPage();
  const codeOf = async (body: object) => (await createCheckout(body)).body.error?.code;
  expect(await codeOf({ couponCode: 'NOTHING' })).toBe('coupon_invalid');
  expect(await codeOf({ priceOptionId: 'yearly' })).toBe('plan_unknown');
  expect(await codeOf({ amount: 100 })).toBe('amount_invalid');
  expect(await codeOf({ successUrl: 'javascript:alert(1)' })).toBe('invalid_request');
  expect(await codeOf({ metadata: { note: 'x'.repeat(501) } })).toBe('invalid_request');
  const inDays = (days: number) => new Date(app.context.now().getTime() + days * DAY_MS).toISOString();
  expect(await codeOf({ expiresAt: inDays(-1) })).toBe('invalid_request');
  expect(await codeOf({ expiresAt: inDays(31) })).toBe('invalid_request');
  await seller.rpc('unpublish-page', { pageId });
  expect(await codeOf({})).toBe('not_accepting_payments');
  const other = await app.signUpSeller();
  expect((await other.rpc('create-checkout', { pageId })).body.error?.code).toBe('not_found');
});

test('accepts a generated code for one payment, and refuses codes that were not generated', async () => {
  const { app, seller, pageId, createCheckout, pay } = await createAppWithPage();
  const { codes } = (await seller.rpc('create-coupon-codes', { pageId, code: BATCH.code, count: 1 })).body;
  const [code = ''] = codes;
  for (const couponCode of [BATCH.code, 'FAIR-AAAAAAAA'])
    expect((await createCheckout({ couponCode })).body.error?.code).toBe('coupon_invalid');
  const [{ body: first }, { body: second }] = [
    await createCheckout({ couponCode: code.toLowerCase() }),
    await createCheckout({ couponCode: code }),
  ];
  expect(first).toMatchObject({ couponCode: code, amount: 2320 });
  await app.payAtStripe((await pay(first.id, { appliedCoupon: code })).body.url);
  expect((await pay(second.id, { appliedCoupon: code })).body.error?.code).toBe('coupon_used_up');
});

test('an expired link, a used one and one of another page start no payment', async () => {
  const { app, seller, createCheckout, pay } = await createAppWithPage();
  await seller.publishPage({ productName: 'Other' }, 'other');
  const { body: first } = await createCheckout();
  const { body: used } = await createCheckout();
  await app.payAtStripe((await pay(used.id)).body.url);
  expect((await pay(used.id)).body.error?.code).toBe('checkout_expired');
  const atOtherPage = await app.rpc('create-checkout-session', { slug: 'other', checkout: first.id });
  expect(atOtherPage.body.error?.code).toBe('checkout_expired');
  await moveClock(app, 25);
  expect((await pay(first.id)).body.error?.code).toBe('checkout_expired');
  expect((await seller.rpc('get-checkout', { checkoutId: first.id })).body.state).toBe('expired');
});

test('a checkout stays readable after its page is deleted', async () => {
  const { app, seller, createCheckout, pageId } = await createAppWithPage();
  const { body: checkout } = await createCheckout({ metadata: { userId: '42' } });
  await seller.rpc('delete-page', { pageId });
  expect((await seller.rpc('get-checkout', { checkoutId: checkout.id })).body).toEqual({
    ...checkout,
    url: `${app.context.config.appUrl}/c/${pageId}?checkout=${checkout.id}`,
  });
  expect((await app.request(`/c/${pageId}?checkout=${checkout.id}`)).status).toBe(404);
});

test('a repeated request continues the attempt of its link', async () => {
  const { app, createCheckout, pay } = await createAppWithPage();
  const { body: checkout } = await createCheckout({ metadata: { userId: '42' } });
  const attempt = crypto.randomUUID();
  const { body } = await pay(checkout.id, { attempt });
  expect((await pay(checkout.id, { attempt })).body.url).toBe(body.url);
  await app.payAtStripe(body.url);
  expect((await pay(checkout.id, { attempt })).body.url).toContain('/success?t=');
});

test('deletes links 30 days after they expired', async () => {
  const { app, createCheckout } = await createAppWithPage();
  await createCheckout();
  await moveClock(app, 30 * 24);
  await deleteExpiredLinks(app.context);
  expect(await app.context.db.select().from(checkoutLinks)).toHaveLength(1);
  await moveClock(app, 25);
  await deleteExpiredLinks(app.context);
  expect(await app.context.db.select().from(checkoutLinks)).toEqual([]);
});
