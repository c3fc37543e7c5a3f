import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { buy, failure, look, openRehearsal, openSeller, order, post } from './rehearsal.ts';

type Params = Stripe.Checkout.SessionCreateParams;
const subscription = (change: object = {}): Params => order({ mode: 'subscription', ...change });

test('names the parameter when it refuses parameters of another mode, of two kinds or in the past', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  const soon = Math.floor(rehearsal.sandbox.now().getTime() / 1000);
  const data = (change: object): Partial<Params> => ({
    line_items: [
      {
        quantity: 1,
        price_data: { currency: 'usd', unit_amount: 900, product_data: { name: 'Course', ...change } },
      },
    ],
  });
  const cases: [Params, string][] = [
    [subscription({ payment_intent_data: { metadata: { a: 'b' } } }), 'payment_intent_data'],
    [subscription({ customer_creation: 'always' }), 'customer_creation'],
    [order({ subscription_data: { metadata: { a: 'b' } } }), 'subscription_data'],
    [order({ payment_method_collection: 'always' }), 'payment_method_collection'],
    [order({ discounts: [{ coupon: 'x' }], allow_promotion_codes: false }), 'allow_promotion_codes'],
    [{ ...order(), payment_method_types: ['card'] } as Params, 'payment_method_types'],
    [order({ ui_mode: 'hosted' }), 'ui_mode'],
    [order({ expires_at: soon + 60 }), 'expires_at'],
    [order({ expires_at: soon + 25 * 3600 }), 'expires_at'],
    [
      order(data({ images: ['data:image/png;base64,AAAA'] })),
      'line_items[0][price_data][product_data][images][0]',
    ],
    [order(data({ metadata: { 'a[b]': 'c' } })), 'line_items[0][price_data][product_data][metadata]'],
    [order({ success_url: 'nowhere' }), 'success_url'],
    [order({ branding_settings: { button_color: 'red' } }), 'branding_settings[button_color]'],
    [order({ branding_settings: { border_style: 'round' } }), 'branding_settings[border_style]'],
    [order({ branding_settings: { font_family: 'comic_sans' } }), 'branding_settings[font_family]'],
    [
      order({ branding_settings: { icon: { type: 'url', url: 'icon.png' } } }),
      'branding_settings[icon][url]',
    ],
    [order({ branding_settings: { color: 'red' } as object }), 'branding_settings[color]'],
    [order({ locale: 'klingon' }), 'locale'],
    [order({ allowed_payment_method_types: ['barter'] }), 'allowed_payment_method_types[0]'],
    [order({ excluded_payment_method_types: ['link' as 'card'] }), 'excluded_payment_method_types[0]'],
    [order({ client_reference_id: 'x'.repeat(201) }), 'client_reference_id'],
    [order({ mode: 'subscription', line_items: order().line_items ?? [] }), 'mode'],
    [order({ line_items: subscription().line_items ?? [] }), 'mode'],
    [order({ line_items: [] }), 'line_items'],
    [order({}, { currency: 'USD' }), 'line_items[0][price_data][currency]'],
    [order({}, { currency: 'bgn' }), 'line_items[0][price_data][currency]'],
    [order({}, { currency: 'isk', amount: 50_050 }), 'line_items[0][price_data][unit_amount]'],
    [order({}, { currency: 'kwd', amount: 1255 }), 'line_items[0][price_data][unit_amount]'],
    [order({}, { amount: 100_000_000 }), 'line_items[0][price_data][unit_amount]'],
  ];
  for (const [params, param] of cases) {
    const error = await failure(rehearsal.stripe.checkout.sessions.create(params, seller));
    expect([error.type, error.param?.startsWith(param) && param]).toEqual([
      'StripeInvalidRequestError',
      param,
    ]);
  }
  await rehearsal.sandbox.close();
});

test('accepts a total of zero or of at least the minimum of its currency', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  const { stripe } = rehearsal;
  await stripe.coupons.create({ id: 'most', percent_off: 99 }, seller);
  const small = await failure(
    stripe.checkout.sessions.create(order({ discounts: [{ coupon: 'most' }] }), seller),
  );
  expect(small).toMatchObject({ code: 'amount_too_small', statusCode: 400 });
  for (const [currency, amount] of [
    ['jpy', 49],
    ['huf', 17_499],
    ['gbp', 29],
  ] as const) {
    expect(
      (await failure(stripe.checkout.sessions.create(order({}, { currency, amount }), seller))).code,
    ).toBe('amount_too_small');
    expect(
      (await stripe.checkout.sessions.create(order({}, { currency, amount: amount + 1 }), seller))
        .amount_total,
    ).toBe(amount + 1);
  }
  await rehearsal.sandbox.close();
});

test('rounds discounts half up, caps them at the amount and applies them only in their currency', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  const { stripe } = rehearsal;
  const off = async (coupon: Stripe.CouponCreateParams, amount: number, currency = 'usd') => {
    const { id } = await stripe.coupons.create(coupon, seller);
    const session = await stripe.checkout.sessions.create(
      order({ discounts: [{ coupon: id }] }, { amount, currency }),
      seller,
    );
    return session.total_details?.amount_discount;
  };
  expect(await off({ percent_off: 15 }, 990)).toBe(149);
  expect(await off({ percent_off: 100 }, 990)).toBe(990);
  expect(await off({ amount_off: 2000, currency: 'usd' }, 990)).toBe(990);
  expect(await off({ percent_off: 33 }, 50_000, 'isk')).toBe(16_500);
  expect((await failure(off({ amount_off: 100, currency: 'eur' }, 990))).param).toBe('discounts[0][coupon]');
  await rehearsal.sandbox.close();
});

test('counts a coupon when the order is paid and refuses it once it is used up', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  await rehearsal.stripe.coupons.create({ id: 'one', percent_off: 10, max_redemptions: 1 }, seller);
  await buy(rehearsal, seller, order({ discounts: [{ coupon: 'one' }] }));
  expect(await rehearsal.stripe.coupons.retrieve('one', undefined, seller)).toMatchObject({
    times_redeemed: 1,
    valid: false,
  });
  const error = await failure(
    rehearsal.stripe.checkout.sessions.create(order({ discounts: [{ coupon: 'one' }] }), seller),
  );
  expect(error.code).toBe('coupon_expired');
  await rehearsal.sandbox.close();
});

test('completes a free order without a card and without a payment intent', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  await rehearsal.stripe.coupons.create({ id: 'all', percent_off: 100 }, seller);
  const made = await rehearsal.stripe.checkout.sessions.create(
    order({ discounts: [{ coupon: 'all' }] }),
    seller,
  );
  const page = await (await look(rehearsal.sandbox, made.url ?? '')).text();
  expect(page).toContain('Complete order');
  expect(page).not.toContain('name="number"');
  await post(rehearsal.sandbox, made.url ?? '', { email: 'buyer@example.com', action: 'pay' });
  const session = await rehearsal.stripe.checkout.sessions.retrieve(made.id, undefined, seller);
  expect(session).toMatchObject({
    status: 'complete',
    payment_status: 'no_payment_required',
    payment_intent: null,
    amount_total: 0,
  });
  await rehearsal.sandbox.settled();
  expect(rehearsal.types().filter((type) => /^(charge|payment_intent)/.test(type))).toEqual([]);
  expect(rehearsal.types()).toContain('checkout.session.completed');
  await rehearsal.sandbox.close();
});

test('asks for a card on a free subscription by default and pays its zero invoice', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  await rehearsal.stripe.coupons.create({ id: 'all', percent_off: 100, duration: 'forever' }, seller);
  const params = subscription({ discounts: [{ coupon: 'all' }] });
  const withCard = await buy(rehearsal, seller, params);
  const without = await buy(
    rehearsal,
    seller,
    { ...params, payment_method_collection: 'if_required' },
    { email: 'buyer@example.com', action: 'pay' },
  );
  for (const { session } of [withCard, without])
    expect(session).toMatchObject({ status: 'complete', payment_status: 'no_payment_required' });
  const invoices = await rehearsal.stripe.invoices.list(undefined, seller);
  expect(invoices.data.map(({ status, total }) => [status, total])).toEqual(Array(2).fill(['paid', 0]));
  const subscriptions = await rehearsal.stripe.subscriptions.list(undefined, seller);
  expect(subscriptions.data.map((one) => one.default_payment_method === null)).toEqual([true, false]);
  await rehearsal.sandbox.close();
});
