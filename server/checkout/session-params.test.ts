import { expect, test } from 'vitest';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { attempts } from '#server/db/schema-money.ts';
import { openShop } from '#server/testing.ts';

type Change = Partial<CheckoutPageConfig>;

const coupon = (code: string, discount: number, type: 'percentage' | 'fixed' = 'percentage') => ({
  enableCoupon: true,
  validCoupons: [{ code, discount, type }],
});

/** Creates an app that records the parameters of each POST request to Stripe. */
async function openWatchedShop(change: Change, appUrl = 'http://localhost:3000') {
  const sent: { path: string; params: Record<string, string> }[] = [];
  const shop = await openShop({
    env: { APP_URL: appUrl },
    aroundProvider: (next) => async (input, init) => {
      const request = new Request(input, init);
      const params = Object.fromEntries(new URLSearchParams(await request.clone().text()));
      if (request.method === 'POST') sent.push({ path: new URL(request.url).pathname, params });
      return next(request);
    },
  });
  const seller = await shop.seller();
  await seller.publish(change, 'taller');
  const press = async (appliedCoupon: string | null = null) => {
    const answer = await shop.call('create-checkout-session', {
      slug: 'taller',
      appliedCoupon,
      email: 'ada@example.com',
    });
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    const paramsOf = (path: string) => sent.findLast((call) => call.path === path)?.params ?? {};
    return {
      url: answer.body.url,
      session: paramsOf('/v1/checkout/sessions'),
      coupon: paramsOf('/v1/coupons'),
    };
  };
  return { shop, seller, press };
}

test('sends exactly the required parameters for a one-time session', async () => {
  const { shop, press } = await openWatchedShop({ ...coupon('SAVE20', 20), description: 'For potters.' });
  const { session, coupon: made } = await press('SAVE20');
  const [attempt] = await shop.context.db.select().from(attempts);
  if (!attempt) throw new Error('No attempt');
  const about = (at: string) => ({
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
    'line_items[0][price_data][product_data][name]': 'Throwing Taller',
    'line_items[0][price_data][product_data][description]': 'For potters.',
    'line_items[0][price_data][product_data][metadata][page_id]': attempt.pageId,
    'discounts[0][coupon]': made.id,
    'allowed_payment_method_types[0]': 'card',
    'adaptive_pricing[enabled]': 'false',
    'automatic_tax[enabled]': 'false',
    client_reference_id: attempt.id,
    customer_email: 'ada@example.com',
    ...about('metadata'),
    ...about('payment_intent_data[metadata]'),
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
  expect(made).toEqual({
    id: expect.stringMatching(/^co_[0-9a-f]{24}$/),
    name: 'SAVE20 (20% off)',
    duration: 'once',
    amount_off: '580',
    currency: 'usd',
  });
});

test('sends subscription instead of payment parameters for a subscription', async () => {
  const { press } = await openWatchedShop({ paymentType: 'subscription', billingFrequency: 'yearly' });
  const { session } = await press();
  expect(session).toMatchObject({
    mode: 'subscription',
    submit_type: 'subscribe',
    'line_items[0][price_data][recurring][interval]': 'year',
    'line_items[0][price_data][recurring][interval_count]': '1',
    'subscription_data[description]': 'Throwing Taller',
    'subscription_data[metadata][attempt_id]': session['metadata[attempt_id]'],
  });
  const foreign = /payment_intent_data|customer_creation|payment_method_collection|discounts/;
  expect(Object.keys(session).filter((name) => foreign.test(name))).toEqual([]);
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
  const { shop, seller, press } = await openWatchedShop({
    ...coupon('GIFT', 100),
    paymentType: type,
    price,
  });
  const { url, session, coupon: made } = await press(code);
  expect(session.payment_method_collection).toBe(type === 'subscription' ? 'if_required' : undefined);
  expect(made.percent_off).toBe(price === '29' ? '100' : undefined);
  await shop.pay(url, NO_CARD);
  const { body } = await seller.call('list-orders', {});
  expect(body.orders).toMatchObject([{ state: 'paid', total: 0, couponCode: code }]);
});

test.for([
  ['one-time', 0.0001],
  ['subscription', 0.01],
] as const)('ignores a coupon that is too small to discount a %s page', async ([type, discount]) => {
  const { shop, seller, press } = await openWatchedShop({
    ...coupon('HAIR', discount),
    paymentType: type,
    price: '1',
  });
  const { url, session, coupon: made } = await press('HAIR');
  expect([made, session['discounts[0][coupon]']]).toEqual([{}, undefined]);
  await shop.pay(url);
  const { body } = await seller.call('list-orders', {});
  expect(body.orders).toMatchObject([{ total: 100, discount: 0, couponCode: 'HAIR' }]);
});

test("truncates coupon names and formats fixed discounts in the page's currency", async () => {
  const long = await openWatchedShop(coupon('X'.repeat(40), 10));
  expect((await long.press('X'.repeat(40))).coupon.name).toBe('X'.repeat(40));
  const fixed = await openWatchedShop({ ...coupon('TEN', 10, 'fixed'), paymentType: 'subscription' });
  expect((await fixed.press('TEN')).coupon).toMatchObject({
    name: 'TEN ($10.00 off)',
    duration: 'forever',
    amount_off: '1000',
  });
});

test('truncates a long description between two characters', async () => {
  const { press } = await openWatchedShop({ description: `x${'🏺'.repeat(600)}` });
  const { session } = await press();
  const name = 'line_items[0][price_data][product_data][description]';
  expect(session[name]).toBe(`x${'🏺'.repeat(249)}`);
});

test('sends no description for a page without one', async () => {
  const { press } = await openWatchedShop({ description: '' });
  const names = Object.keys((await press()).session);
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
  const { press } = await openWatchedShop({ productImage: PIXEL }, appUrl);
  const picture = (await press()).session['line_items[0][price_data][product_data][images][0]'];
  if (isSent) expect(picture).toMatch(/^https:\/\/shop\.example\.com\/media\/[0-9a-f]{64}\.webp$/);
  else expect(picture).toBeUndefined();
});

test('expires a session with another amount and creates a new one for the next request', async () => {
  let raise = 1;
  const shop = await openShop({
    aroundProvider: (next) => async (input, init) => {
      const request = new Request(input, init);
      const answer = await next(request.clone());
      if (request.method !== 'POST' || !request.url.endsWith('/v1/checkout/sessions') || raise === 0)
        return answer;
      const session = (await answer.json()) as { amount_total: number };
      return Response.json({ ...session, amount_total: session.amount_total + raise });
    },
  });
  const seller = await shop.seller();
  await seller.publish({}, 'taller');
  const attempt = crypto.randomUUID();
  const press = () => shop.call('create-checkout-session', { slug: 'taller', attempt });
  expect(await press()).toMatchObject({ status: 500, body: { error: { code: 'internal' } } });
  const accountId = (await seller.call('get-connection', {})).body.stripe_account_id ?? '';
  const states = async () =>
    (await shop.context.sellerStripe(accountId).sessions.list({})).data.map(({ status }) => String(status));
  expect(await states()).toEqual(['expired']);
  raise = 0;
  expect((await press()).status).toBe(200);
  expect((await states()).toSorted()).toEqual(['expired', 'open']);
});
