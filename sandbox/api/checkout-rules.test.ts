import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import {
  buyOrder,
  getError,
  getPage,
  openFixture,
  createSeller,
  orderParams,
  postForm,
} from '../testing/sandbox-fixture.ts';

type Params = Stripe.Checkout.SessionCreateParams;
const subscriptionParams = (overrides: object = {}): Params => orderParams({ mode: 'subscription', ...overrides });

test('names the parameter when it refuses parameters of another mode, of two kinds or in the past', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  const nowSeconds = Math.floor(fixture.sandbox.now().getTime() / 1000);
  const withPriceData = (overrides: object): Partial<Params> => ({
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 900, product_data: { name: 'Course', ...overrides } },
      },
    ],
  });
  const cases: [Params, string][] = [
    [subscriptionParams({ payment_intent_data: { metadata: { a: 'b' } } }), 'payment_intent_data'],
    [subscriptionParams({ customer_creation: 'always' }), 'customer_creation'],
    [orderParams({ subscription_data: { metadata: { a: 'b' } } }), 'subscription_data'],
    [orderParams({ payment_method_collection: 'always' }), 'payment_method_collection'],
    [orderParams({ discounts: [{ coupon: 'x' }], allow_promotion_codes: false }), 'allow_promotion_codes'],
    [{ ...orderParams(), payment_method_types: ['card'] } as Params, 'payment_method_types'],
    [orderParams({ ui_mode: 'hosted' }), 'ui_mode'],
    [orderParams({ expires_at: nowSeconds + 60 }), 'expires_at'],
    [orderParams({ expires_at: nowSeconds + 25 * 3600 }), 'expires_at'],
    [
      orderParams(withPriceData({ images: ['data:image/png;base64,AAAA'] })),
      'line_items[0][price_data][product_data][images][0]',
    ],
    [orderParams(withPriceData({ metadata: { 'a[b]': 'c' } })), 'line_items[0][price_data][product_data][metadata]'],
    [orderParams({ success_url: 'nowhere' }), 'success_url'],
    [orderParams({ branding_settings: { button_color: 'red' } }), 'branding_settings[button_color]'],
    [orderParams({ branding_settings: { border_style: 'round' } }), 'branding_settings[border_style]'],
    [orderParams({ branding_settings: { font_family: 'comic_sans' } }), 'branding_settings[font_family]'],
    [orderParams({ branding_settings: { icon: { type: 'url', url: 'icon.png' } } }), 'branding_settings[icon][url]'],
    [orderParams({ branding_settings: { color: 'red' } as object }), 'branding_settings[color]'],
    [orderParams({ locale: 'klingon' }), 'locale'],
    [orderParams({ allowed_payment_method_types: ['barter'] }), 'allowed_payment_method_types[0]'],
    [orderParams({ excluded_payment_method_types: ['link' as 'card'] }), 'excluded_payment_method_types[0]'],
    [orderParams({ client_reference_id: 'x'.repeat(201) }), 'client_reference_id'],
    [orderParams({ mode: 'subscription', line_items: orderParams().line_items ?? [] }), 'mode'],
    [orderParams({ line_items: subscriptionParams().line_items ?? [] }), 'mode'],
    [orderParams({ line_items: [] }), 'line_items'],
    [orderParams({}, { currency: 'USD' }), 'line_items[0][price_data][currency]'],
    [orderParams({}, { currency: 'bgn' }), 'line_items[0][price_data][currency]'],
    [orderParams({}, { currency: 'isk', amount: 50_050 }), 'line_items[0][price_data][unit_amount]'],
    [orderParams({}, { currency: 'kwd', amount: 1255 }), 'line_items[0][price_data][unit_amount]'],
    [orderParams({}, { amount: 100_000_000 }), 'line_items[0][price_data][unit_amount]'],
  ];
  for (const [params, param] of cases) {
    const error = await getError(fixture.stripe.checkout.sessions.create(params, seller));
    expect([error.type, error.param?.startsWith(param) && param]).toEqual(['StripeInvalidRequestError', param]);
  }
  await fixture.sandbox.close();
});

test('accepts a total of zero or of at least the minimum of its currency', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  const { stripe } = fixture;
  await stripe.coupons.create({ id: 'most', percent_off: 99 }, seller);
  const tooSmall = await getError(
    stripe.checkout.sessions.create(orderParams({ discounts: [{ coupon: 'most' }] }), seller),
  );
  expect(tooSmall).toMatchObject({ code: 'amount_too_small', statusCode: 400 });
  for (const [currency, amount] of [
    ['jpy', 49],
    ['huf', 17_499],
    ['gbp', 29],
  ] as const) {
    expect((await getError(stripe.checkout.sessions.create(orderParams({}, { currency, amount }), seller))).code).toBe(
      'amount_too_small',
    );
    expect(
      (await stripe.checkout.sessions.create(orderParams({}, { currency, amount: amount + 1 }), seller)).amount_total,
    ).toBe(amount + 1);
  }
  await fixture.sandbox.close();
});

test('rounds discounts half up, caps them at the amount and applies them only in their currency', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  const { stripe } = fixture;
  const getDiscount = async (coupon: Stripe.CouponCreateParams, amount: number, currency = 'usd') => {
    const { id } = await stripe.coupons.create(coupon, seller);
    const session = await stripe.checkout.sessions.create(
      orderParams({ discounts: [{ coupon: id }] }, { amount, currency }),
      seller,
    );
    return session.total_details?.amount_discount;
  };
  expect(await getDiscount({ percent_off: 15 }, 990)).toBe(149);
  expect(await getDiscount({ percent_off: 100 }, 990)).toBe(990);
  expect(await getDiscount({ amount_off: 2000, currency: 'usd' }, 990)).toBe(990);
  expect(await getDiscount({ percent_off: 33 }, 50_000, 'isk')).toBe(16_500);
  expect((await getError(getDiscount({ amount_off: 100, currency: 'eur' }, 990))).param).toBe('discounts[0][coupon]');
  await fixture.sandbox.close();
});

test('counts a coupon when the order is paid and refuses it once it is used up', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  await fixture.stripe.coupons.create({ id: 'one', percent_off: 10, max_redemptions: 1 }, seller);
  await buyOrder(fixture, seller, orderParams({ discounts: [{ coupon: 'one' }] }));
  expect(await fixture.stripe.coupons.retrieve('one', undefined, seller)).toMatchObject({
    times_redeemed: 1,
    valid: false,
  });
  const error = await getError(
    fixture.stripe.checkout.sessions.create(orderParams({ discounts: [{ coupon: 'one' }] }), seller),
  );
  expect(error.code).toBe('coupon_expired');
  await fixture.sandbox.close();
});

test('completes a free order without a card and without a payment intent', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  await fixture.stripe.coupons.create({ id: 'all', percent_off: 100 }, seller);
  const created = await fixture.stripe.checkout.sessions.create(
    orderParams({ discounts: [{ coupon: 'all' }] }),
    seller,
  );
  const page = await (await getPage(fixture.sandbox, created.url ?? '')).text();
  expect(page).toContain('Complete order');
  expect(page).not.toContain('name="number"');
  await postForm(fixture.sandbox, created.url ?? '', { email: 'buyer@example.com', action: 'pay' });
  const session = await fixture.stripe.checkout.sessions.retrieve(created.id, undefined, seller);
  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'no_payment_required',
    payment_intent: null,
    amount_total: 0,
  });
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.eventTypes().filter((type) => /^(charge|payment_intent)/.test(type))).toEqual([]);
  expect(fixture.eventTypes()).toContain('checkout.session.completed');
  await fixture.sandbox.close();
});

test('asks for a card on a free subscription by default and pays its zero invoice', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  await fixture.stripe.coupons.create({ id: 'all', percent_off: 100, duration: 'forever' }, seller);
  const params = subscriptionParams({ discounts: [{ coupon: 'all' }] });
  const withCard = await buyOrder(fixture, seller, params);
  const withoutCard = await buyOrder(
    fixture,
    seller,
    { ...params, payment_method_collection: 'if_required' },
    { email: 'buyer@example.com', action: 'pay' },
  );
  for (const { session } of [withCard, withoutCard])
    expect(session).toMatchObject({ status: 'complete', payment_status: 'no_payment_required' });
  const invoices = await fixture.stripe.invoices.list(undefined, seller);
  expect(invoices.data.map(({ status, total }) => [status, total])).toEqual(Array(2).fill(['paid', 0]));
  const subscriptions = await fixture.stripe.subscriptions.list(undefined, seller);
  expect(subscriptions.data.map((one) => one.default_payment_method === null)).toEqual([true, false]);
  await fixture.sandbox.close();
});
