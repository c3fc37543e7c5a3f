import { expect, test } from 'vitest';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { checkoutAttempts } from '#server/db/schema-orders.ts';
import { createTestApp } from '#server/testing/test-app.ts';

type Change = Partial<CheckoutPageConfig>;

const coupon = (code: string, discount: number, type: 'percentage' | 'fixed' = 'percentage') => ({
  enableCoupon: true,
  validCoupons: [{ code, discount, type }],
});

/** Creates an app that records the parameters of each POST request to Stripe. */
async function createAppWithRequestLog(change: Change, appUrl = 'http://localhost:3000') {
  const requests: { path: string; params: Record<string, string> }[] = [];
  const app = await createTestApp({
    env: { APP_URL: appUrl },
    wrapStripe: (next) => async (input, init) => {
      const request = new Request(input, init);
      const params = Object.fromEntries(new URLSearchParams(await request.clone().text()));
      if (request.method === 'POST') requests.push({ path: new URL(request.url).pathname, params });
      return next(request);
    },
  });
  const seller = await app.signUpSeller();
  await seller.publishPage(change, 'taller');
  const requestCheckout = async (appliedCoupon: string | null = null) => {
    const response = await app.rpc('create-checkout-session', {
      slug: 'taller',
      appliedCoupon,
      email: 'ada@example.com',
    });
    expect([response.status, response.body.error]).toEqual([200, undefined]);
    const paramsOf = (path: string) => requests.findLast((call) => call.path === path)?.params ?? {};
    return {
      url: response.body.url,
      session: paramsOf('/v1/checkout/sessions'),
      coupon: paramsOf('/v1/coupons'),
      product: paramsOf('/v1/products'),
    };
  };
  return { app, seller, requestCheckout };
}

test('sends exactly the required parameters for a one-time session', async () => {
  const { app, requestCheckout } = await createAppWithRequestLog({
    ...coupon('SAVE20', 20),
    description: 'For potters.',
  });
  const { session, coupon: couponParams, product } = await requestCheckout('SAVE20');
  const [attempt] = await app.context.db.select().from(checkoutAttempts);
  if (!attempt) throw new Error('No attempt');
  const metadataFields = (at: string) => ({
    [`${at}[attempt_id]`]: attempt.id,
    [`${at}[page_id]`]: attempt.pageId,
    [`${at}[slug]`]: 'taller',
    [`${at}[coupon_code]`]: 'SAVE20',
  });
  expect(session).toEqual({
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '2900',
    'line_items[0][price_data][product]': product.id,
    'line_items[0][metadata][line]': 'main',
    'expand[0]': 'line_items',
    'discounts[0][coupon]': couponParams.id,
    'allowed_payment_method_types[0]': 'card',
    'adaptive_pricing[enabled]': 'false',
    'automatic_tax[enabled]': 'false',
    client_reference_id: attempt.id,
    customer_email: 'ada@example.com',
    ...metadataFields('metadata'),
    ...metadataFields('payment_intent_data[metadata]'),
    'payment_intent_data[description]': 'Throwing Taller',
    customer_creation: 'always',
    submit_type: 'pay',
    locale: 'auto',
    'branding_settings[display_name]': 'Vane Ceramics',
    'branding_settings[button_color]': expect.stringMatching(/^#[0-9a-f]{6}$/),
    'branding_settings[border_style]': 'rounded',
    expires_at: String(Math.floor(attempt.expiresAt.getTime() / 1000)),
    success_url: `http://localhost:3000/success?t=${attempt.id}&session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: 'http://localhost:3000/c/taller?canceled=true&coupon=SAVE20',
  });
  expect(product).toEqual({
    id: expect.stringMatching(/^tw_[0-9a-f]{24}$/),
    name: 'Throwing Taller',
    description: 'For potters.',
    'metadata[page_id]': attempt.pageId,
    'metadata[line]': 'main',
  });
  expect(couponParams).toEqual({
    id: expect.stringMatching(/^co_[0-9a-f]{24}$/),
    name: 'SAVE20 (20% off)',
    duration: 'once',
    amount_off: '580',
    currency: 'usd',
  });
});

test('sends subscription instead of payment parameters for a subscription', async () => {
  const { requestCheckout } = await createAppWithRequestLog({
    paymentType: 'subscription',
    billingFrequency: 'yearly',
  });
  const { session } = await requestCheckout();
  expect(session).toMatchObject({
    mode: 'subscription',
    submit_type: 'subscribe',
    'line_items[0][price_data][recurring][interval]': 'year',
    'line_items[0][price_data][recurring][interval_count]': '1',
    'subscription_data[description]': 'Throwing Taller',
    'subscription_data[metadata][attempt_id]': session['metadata[attempt_id]'],
  });
  const paymentFields = /payment_intent_data|customer_creation|payment_method_collection|discounts/;
  expect(Object.keys(session).filter((name) => paymentFields.test(name))).toEqual([]);
});

const NO_CARD = { number: '', expiry: '', cvc: '' };

test.for([
  ['one-time', '29', 'GIFT'],
  ['one-time', '0', null],
  ['one-time', '0', 'GIFT'],
  ['subscription', '29', 'GIFT'],
  ['subscription', '0', null],
  ['subscription', '0', 'GIFT'],
] as const)('asks for no card for a free %s page at %s with coupon %s', async ([type, price, code]) => {
  const { app, seller, requestCheckout } = await createAppWithRequestLog({
    ...coupon('GIFT', 100),
    paymentType: type,
    price,
  });
  const { url, session, coupon: couponParams } = await requestCheckout(code);
  expect(session.payment_method_collection).toBe(type === 'subscription' ? 'if_required' : undefined);
  expect(couponParams.percent_off).toBe(price === '29' ? '100' : undefined);
  await app.payAtStripe(url, NO_CARD);
  const { body } = await seller.rpc('list-orders', {});
  expect(body.orders).toMatchObject([{ state: 'paid', total: 0, couponCode: code }]);
});

test.for([
  ['one-time', 0.0001],
  ['subscription', 0.01],
] as const)('ignores a coupon that is too small to discount a %s page', async ([type, discount]) => {
  const { app, seller, requestCheckout } = await createAppWithRequestLog({
    ...coupon('HAIR', discount),
    paymentType: type,
    price: '1',
  });
  const { url, session, coupon: couponParams } = await requestCheckout('HAIR');
  expect([couponParams, session['discounts[0][coupon]']]).toEqual([{}, undefined]);
  await app.payAtStripe(url);
  const { body } = await seller.rpc('list-orders', {});
  expect(body.orders).toMatchObject([{ total: 100, discount: 0, couponCode: 'HAIR' }]);
});

test("truncates coupon names and formats fixed discounts in the page's currency", async () => {
  const longNameApp = await createAppWithRequestLog(coupon('X'.repeat(40), 10));
  expect((await longNameApp.requestCheckout('X'.repeat(40))).coupon.name).toBe('X'.repeat(40));
  const fixedAmountApp = await createAppWithRequestLog({
    ...coupon('TEN', 10, 'fixed'),
    paymentType: 'subscription',
  });
  expect((await fixedAmountApp.requestCheckout('TEN')).coupon).toMatchObject({
    name: 'TEN ($10.00 off)',
    duration: 'forever',
    amount_off: '1000',
  });
});

test('truncates a long description between two characters', async () => {
  const { requestCheckout } = await createAppWithRequestLog({ description: `x${'🏺'.repeat(600)}` });
  const { product } = await requestCheckout();
  expect(product.description).toBe(`x${'🏺'.repeat(249)}`);
});

test('sends no description for a page without one', async () => {
  const { requestCheckout } = await createAppWithRequestLog({ description: '' });
  const { session, product } = await requestCheckout();
  const names = Object.keys({ ...session, ...product });
  expect(names.filter((name) => name.includes('description'))).toEqual(['payment_intent_data[description]']);
});

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test.for([
  ['https://shop.example.com', true],
  ['https://localhost', false],
  ['https://192.0.2.7', false],
  ['https://till.local', false],
  ['http://shop.example.com', false],
  ['http://localhost:3000', false],
] as const)('sends the image from an app at %s: %s', async ([appUrl, isSent]) => {
  const { requestCheckout } = await createAppWithRequestLog({ productImage: PIXEL }, appUrl);
  const image = (await requestCheckout()).product['images[0]'];
  if (isSent) expect(image).toMatch(/^https:\/\/shop\.example\.com\/media\/[0-9a-f]{64}\.webp$/);
  else expect(image).toBeUndefined();
});

test('expires a session with another amount and creates a new one for the next request', async () => {
  let extraAmount = 1;
  const app = await createTestApp({
    wrapStripe: (next) => async (input, init) => {
      const request = new Request(input, init);
      const response = await next(request.clone());
      if (request.method !== 'POST' || !request.url.endsWith('/v1/checkout/sessions') || extraAmount === 0)
        return response;
      const session = (await response.json()) as { amount_total: number };
      return Response.json({ ...session, amount_total: session.amount_total + extraAmount });
    },
  });
  const seller = await app.signUpSeller();
  await seller.publishPage({}, 'taller');
  const attempt = crypto.randomUUID();
  const requestCheckout = () => app.rpc('create-checkout-session', { slug: 'taller', attempt });
  expect(await requestCheckout()).toMatchObject({ status: 500, body: { error: { code: 'internal' } } });
  const accountId = (await seller.rpc('get-connection', {})).body.stripe_account_id ?? '';
  const sessionStates = async () =>
    (await app.context.sellerStripe(accountId).sessions.list({})).data.map(({ status }) => String(status));
  expect(await sessionStates()).toEqual(['expired']);
  extraAmount = 0;
  expect((await requestCheckout()).status).toBe(200);
  expect((await sessionStates()).toSorted()).toEqual(['expired', 'open']);
});
