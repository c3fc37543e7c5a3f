import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import { getError, openFixture, type SandboxFixture } from '../testing/sandbox-fixture.ts';
import { subscribe, periodEndOf, createPlan, advanceClock, SECONDS } from '../testing/subscription-fixture.ts';

const countObjects = async ({ stripe }: SandboxFixture): Promise<number[]> => {
  const lists = [
    await stripe.subscriptions.list({ status: 'all' }),
    await stripe.invoices.list(),
    await stripe.paymentIntents.list(),
    await stripe.charges.list(),
  ];
  return lists.map(({ data }) => data.length);
};

test('charges and activates a subscription without a trial at once', async () => {
  const fixture = openFixture();
  const plan = await createPlan(fixture, 'pm_card_visa', 2900);
  const subscription = await subscribe(fixture.stripe, plan, {
    metadata: { user: '7' },
    expand: ['latest_invoice.payments'],
  });
  expect(subscription).toMatchObject({
    status: 'active',
    metadata: { user: '7' },
    latest_invoice: {
      status: 'paid',
      billing_reason: 'subscription_create',
      amount_paid: 2900,
      attempt_count: 1,
      number: expect.stringMatching(/^[0-9A-Z]{8}-0001$/),
      parent: { subscription_details: { subscription: subscription.id, metadata: { user: '7' } } },
      payments: { data: [{ status: 'paid', amount_paid: 2900, is_default: true }] },
    },
  });
  await fixture.sandbox.waitForDeliveries();
  const states = fixture.received
    .filter(({ event }) => event.type.startsWith('customer.subscription.'))
    .map(({ event }) => [event.type, (event.data.object as Stripe.Subscription).status]);
  expect(states).toEqual([
    ['customer.subscription.created', 'incomplete'],
    ['customer.subscription.updated', 'active'],
  ]);
  await fixture.sandbox.close();
});

test("refuses with the card's error under error_if_incomplete and stores nothing", async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  for (const [card, code, decline_code] of [
    ['pm_card_chargeCustomerFail', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_authenticationRequired', 'subscription_payment_intent_requires_action', ''],
  ] as const) {
    const plan = await createPlan(fixture, card);
    const error = await getError(subscribe(stripe, plan, { payment_behavior: 'error_if_incomplete' }));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code });
    expect(error.decline_code).toBe(decline_code);
  }
  expect(await countObjects(fixture)).toEqual([0, 0, 0, 0]);
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.eventTypes()).not.toContain('customer.subscription.created');
  await fixture.sandbox.close();
});

test('keeps a declined subscription incomplete for 23 hours under allow_incomplete, then expires it', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const subscription = await subscribe(stripe, await createPlan(fixture, 'pm_card_chargeCustomerFail'), {
    expand: ['latest_invoice'],
  });
  expect(subscription).toMatchObject({
    status: 'incomplete',
    latest_invoice: { status: 'open', attempt_count: 1 },
  });
  advanceClock(fixture, 23 * SECONDS.hour - 60);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('incomplete');
  advanceClock(fixture, 62);
  expect(await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })).toMatchObject({
    status: 'incomplete_expired',
    ended_at: subscription.created + 23 * SECONDS.hour,
    latest_invoice: { status: 'void' },
  });
  advanceClock(fixture, 60 * SECONDS.day);
  expect((await stripe.invoices.list()).data).toHaveLength(1);
  await fixture.sandbox.close();
});

test('charges nothing under default_incomplete and saves the card when the invoice is paid', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const plan = await createPlan(fixture);
  const subscription = await subscribe(stripe, plan, {
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    expand: ['latest_invoice.confirmation_secret'],
  });
  expect(subscription).toMatchObject({
    status: 'incomplete',
    latest_invoice: { status: 'open', attempted: false, confirmation_secret: { type: 'payment_intent' } },
  });
  const { id: card } = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: plan.customer });
  await stripe.invoices.pay((subscription.latest_invoice as Stripe.Invoice).id, { payment_method: card });
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'active',
    default_payment_method: card,
  });
  await fixture.sandbox.close();
});

test("charges the subscription's own card before the customer's default", async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const plan = await createPlan(fixture, 'pm_card_chargeCustomerFail');
  const { id: card } = await stripe.paymentMethods.attach('pm_card_visa', { customer: plan.customer });
  const subscription = await subscribe(stripe, plan, { default_payment_method: card });
  expect(subscription).toMatchObject({ status: 'active', default_payment_method: card });
  await stripe.paymentMethods.detach(card);
  expect((await stripe.subscriptions.retrieve(subscription.id)).default_payment_method).toBeNull();
  advanceClock(fixture, 32 * SECONDS.day);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('past_due');
  await fixture.sandbox.close();
});

test('refuses invalid items, customers and cards and names the parameter', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const plan = await createPlan(fixture, 'pm_card_visa');
  const other = await createPlan(fixture, 'pm_card_visa');
  const product = await stripe.products.create({ name: 'Book' });
  const oneTimePrice = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 900 });
  const foreignMethod = (await stripe.paymentMethods.list({ customer: other.customer })).data[0]?.id ?? '';
  const cases: [Partial<Stripe.SubscriptionCreateParams>, object][] = [
    [{ customer: 'cus_none' }, { code: 'resource_missing', param: 'customer' }],
    [{ items: [{ price: 'price_none' }] }, { code: 'resource_missing', param: 'items[0][price]' }],
    [{ items: [{ price: oneTimePrice.id }] }, { statusCode: 400, param: 'items[0][price]' }],
    [{ items: [] }, { code: 'parameter_missing', param: 'items' }],
    [{ default_payment_method: foreignMethod }, { code: 'resource_missing', param: 'default_payment_method' }],
    [{ trial_end: 1 }, { statusCode: 400, param: 'trial_end' }],
    [
      { trial_end: 4_000_000_000, trial_period_days: 7 },
      { statusCode: 400, param: 'trial_end' },
    ],
    [{ discounts: [{ coupon: 'co_none' }] }, { code: 'resource_missing', param: 'discounts[0][coupon]' }],
  ];
  for (const [overrides, expectedError] of cases)
    expect(await getError(subscribe(stripe, plan, overrides))).toMatchObject(expectedError);
  const planWithoutCard = await createPlan(fixture);
  expect(await getError(subscribe(stripe, planWithoutCard))).toMatchObject({
    statusCode: 400,
    code: 'resource_missing',
  });
  expect(await countObjects(fixture)).toEqual([0, 0, 0, 0]);
  await fixture.sandbox.close();
});

test("accepts only the customer's own method as default and clears it on detach", async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const [plan, other] = [await createPlan(fixture, 'pm_card_visa'), await createPlan(fixture, 'pm_card_amex')];
  const cards = (await stripe.customers.listPaymentMethods(plan.customer)).data;
  expect(cards).toMatchObject([{ card: { brand: 'visa', last4: '4242' }, customer: plan.customer }]);
  const card = cards[0]?.id ?? '';
  const invoice_settings = { default_payment_method: card };
  expect(await getError(stripe.customers.update(other.customer, { invoice_settings }))).toMatchObject({
    code: 'resource_missing',
  });
  expect(await getError(stripe.paymentMethods.attach(card, { customer: other.customer }))).toMatchObject({
    code: undefined,
    message: expect.stringContaining('already been attached'),
  });
  await stripe.paymentMethods.detach(card);
  expect(await stripe.customers.retrieve(plan.customer)).toMatchObject({
    invoice_settings: { default_payment_method: null },
  });
  expect((await stripe.customers.listPaymentMethods(plan.customer)).data).toEqual([]);
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.eventTypes()).toEqual(
    expect.arrayContaining(['payment_method.attached', 'payment_method.detached', 'customer.updated']),
  );
  await fixture.sandbox.close();
});

test('carries an amount below the minimum charge over to the next invoice', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const plan = await createPlan(fixture, 'pm_card_visa', 30);
  const subscription = await subscribe(stripe, plan, { expand: ['latest_invoice'] });
  expect(subscription).toMatchObject({
    status: 'active',
    latest_invoice: { status: 'paid', total: 30, amount_due: 0, starting_balance: 0, ending_balance: 30 },
  });
  expect(await stripe.customers.retrieve(plan.customer)).toMatchObject({ balance: 30 });
  advanceClock(fixture, periodEndOf(subscription) - subscription.created + SECONDS.hour + 60);
  const [second] = (await stripe.invoices.list({ subscription: subscription.id, limit: 1 })).data;
  expect(second).toMatchObject({ total: 30, amount_paid: 60, starting_balance: 30, ending_balance: 0 });
  await fixture.sandbox.close();
});
