import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import { targets } from '../testing/contract-targets.ts';
import { getError, orderParams } from '../testing/sandbox-fixture.ts';

test.each(targets)('$name: names the parameter that an order lacks or may not have', async ({ open }) => {
  const { stripe, close } = open();
  const line = {
    quantity: 1,
    price_data: { currency: 'usd', unit_amount: 900, product_data: { name: 'Course' } },
  };
  const withLine = (overrides: object): Stripe.Checkout.SessionCreateParams =>
    orderParams({ line_items: [{ ...line, price_data: { ...line.price_data, ...overrides } }] });
  const cases: [Stripe.Checkout.SessionCreateParams, object][] = [
    [withLine({ currency: undefined }), { code: 'parameter_missing', param: 'line_items[0][price_data][currency]' }],
    [
      withLine({ product_data: { name: '' } }),
      { code: 'parameter_invalid_empty', param: 'line_items[0][price_data][product_data][name]' },
    ],
    [
      withLine({ product_data: { name: 'x', description: '' } }),
      { code: 'parameter_invalid_empty', param: 'line_items[0][price_data][product_data][description]' },
    ],
    [
      withLine({ unit_amount: 'much' }),
      { code: 'parameter_invalid_integer', param: 'line_items[0][price_data][unit_amount]' },
    ],
    [
      { ...orderParams(), colour: 'red' } as Stripe.Checkout.SessionCreateParams,
      { code: 'parameter_unknown', param: 'colour' },
    ],
    [orderParams({ cancel_url: 'nowhere' }), { code: 'url_invalid', param: 'cancel_url' }],
    [withLine({ unit_amount: 20 }), { code: 'amount_too_small' }],
    [orderParams({ discounts: [{ coupon: 'co_none' }] }), { code: 'resource_missing' }],
  ];
  for (const [params, fields] of cases) {
    const error = await getError(stripe.checkout.sessions.create(params));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', ...fields });
  }
  await close();
});

test.each(targets)('$name: creates an open session with URL and totals that can be expired once', async ({ open }) => {
  const { stripe, close } = open();
  const coupon = await stripe.coupons.create({ percent_off: 10, duration: 'once', name: 'TEN' });
  const session = await stripe.checkout.sessions.create(
    orderParams({ discounts: [{ coupon: coupon.id }], metadata: { page: 'p1' }, expand: ['line_items'] }),
  );
  expect(session).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    amount_subtotal: 2900,
    amount_total: 2610,
    currency: 'usd',
    payment_intent: null,
    metadata: { page: 'p1' },
  });
  expect(session.id).toMatch(/^cs_test_/);
  expect(session.total_details?.amount_discount).toBe(290);
  expect(session.url).toContain(session.id);
  expect(session.line_items?.data[0]).toMatchObject({
    object: 'item',
    description: 'Course',
    quantity: 1,
    amount_total: 2610,
    amount_discount: 290,
  });
  const expired = await stripe.checkout.sessions.expire(session.id);
  expect([expired.status, expired.url]).toEqual(['expired', null]);
  expect(await getError(stripe.checkout.sessions.expire(session.id))).toMatchObject({
    type: 'StripeInvalidRequestError',
    statusCode: 400,
  });
  await close();
});
