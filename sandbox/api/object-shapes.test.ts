import { expect, test } from 'vitest';

import { openPlanFixture, subscribeTo } from '../testing/plan-fixture.ts';
import {
  buyOrder,
  openFixture,
  createSeller,
  orderParams,
  cardForm,
  listObjectTypes,
} from '../testing/sandbox-fixture.ts';
import { subscribe, periodEndOf, createPlan, advanceClock, TRIAL_PARAMS } from '../testing/subscription-fixture.ts';

// The suite's setup (qa/stripe-schema-setup.ts) checks that each object has all of its keys, as in every test here.
// These tests make sure that each type of object occurs in each of its states.

test('returns every required and nullable key for the objects of a paid order', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const seller = await createSeller(fixture);
  await stripe.coupons.create({ id: 'co_1', amount_off: 100, currency: 'usd', duration: 'once', name: 'ONE' }, seller);
  const { session } = await buyOrder(
    fixture,
    seller,
    orderParams({ discounts: [{ coupon: 'co_1' }], customer_creation: 'always' }),
  );
  const expand = [
    'line_items.data.price.product',
    'payment_intent.latest_charge.balance_transaction',
    'payment_intent.payment_method',
    'customer',
    'discounts.coupon',
  ];
  const objects = await stripe.checkout.sessions.retrieve(session.id, { expand: expand.slice(0, 4) }, seller);
  const discounts = await stripe.checkout.sessions.retrieve(session.id, { expand: expand.slice(4) }, seller);
  const objectTypes = listObjectTypes([objects, discounts]);
  expect(objectTypes).toEqual([
    'balance_transaction',
    'charge',
    'checkout.session',
    'coupon',
    'customer',
    'item',
    'payment_intent',
    'payment_method',
    'price',
    'product',
  ]);
  await fixture.sandbox.close();
});

test('returns every required and nullable key for the objects of a bought subscription', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const seller = await createSeller(fixture);
  await stripe.coupons.create({ id: 'co_20', percent_off: 20, duration: 'forever' }, seller);
  const { session } = await buyOrder(
    fixture,
    seller,
    orderParams({ mode: 'subscription', discounts: [{ coupon: 'co_20' }] }),
  );
  const objects = await stripe.checkout.sessions.retrieve(
    session.id,
    {
      expand: [
        'subscription.discounts',
        'subscription.latest_invoice.payments',
        'subscription.default_payment_method',
        'invoice',
      ],
    },
    seller,
  );
  const payments = await stripe.invoicePayments.list(
    { expand: ['data.payment.payment_intent', 'data.invoice'] },
    seller,
  );
  const objectTypes = listObjectTypes([objects, payments]);
  expect(objectTypes).toEqual([
    'checkout.session',
    'discount',
    'invoice',
    'invoice_payment',
    'line_item',
    'payment_intent',
    'payment_method',
    'plan',
    'price',
    'subscription',
    'subscription_item',
  ]);
  await fixture.sandbox.close();
});

test('returns every required and nullable key over a subscription life cycle: trial, pause, renewal, decline, void, end', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const [declinedPlan, paidPlan, latePlan] = [
    await createPlan(fixture),
    await createPlan(fixture, 'pm_card_visa'),
    await createPlan(fixture, 'pm_card_chargeCustomerFail'),
  ];
  await subscribe(stripe, declinedPlan, TRIAL_PARAMS);
  const endingSubscription = await subscribe(stripe, paidPlan, { cancel_at_period_end: true });
  await subscribe(stripe, paidPlan);
  await subscribe(stripe, latePlan);
  await subscribe(stripe, latePlan, { trial_period_days: 27 });
  advanceClock(fixture, periodEndOf(endingSubscription) - endingSubscription.created + 10);
  await stripe.paymentMethods.detach(
    String((await stripe.paymentMethods.list({ customer: latePlan.customer })).data[0]?.id),
  );
  const expand = [
    'data.default_payment_method',
    'data.latest_invoice.payments',
    'data.latest_invoice.confirmation_secret',
  ];
  const subscriptions = await stripe.subscriptions.list({ status: 'all', expand });
  const invoices = await stripe.invoices.list({ limit: 100 });
  const listStates = (list: { data: { status: string | null }[] }) =>
    [...new Set(list.data.map(({ status }) => String(status)))].toSorted();
  expect(listStates(subscriptions)).toEqual(['active', 'canceled', 'incomplete_expired', 'past_due', 'paused']);
  expect(listStates(invoices)).toEqual(['draft', 'open', 'paid', 'void']);
  await fixture.sandbox.waitForDeliveries();
  const objects = [subscriptions, invoices, await stripe.invoicePayments.list(), await stripe.customers.list()];
  const objectTypes = listObjectTypes([objects, fixture.received.map(({ event }) => event)]);
  for (const type of ['subscription', 'subscription_item', 'invoice', 'line_item', 'invoice_payment', 'payment_method'])
    expect(objectTypes).toContain(type);
  expect(JSON.stringify(objects)).not.toContain('"hidden"');
  await fixture.sandbox.close();
});

test('returns every required and nullable key for accounts, links, events, endpoints and country specs', async () => {
  const fixture = openFixture();
  const { stripe } = fixture;
  const seller = await createSeller(fixture);
  await buyOrder(fixture, seller, orderParams(), cardForm('4000000000000002'));
  const objects = [
    await stripe.accounts.retrieve(seller.stripeAccount),
    await stripe.accounts.retrieve(null),
    await stripe.accounts.list(),
    {
      ...(await stripe.accountLinks.create({
        account: seller.stripeAccount,
        type: 'account_onboarding',
        refresh_url: 'http://a.test',
        return_url: 'http://a.test',
      })),
    },
    await stripe.events.list({ limit: 100 }, seller),
    await stripe.webhookEndpoints.list(),
    await stripe.countrySpecs.retrieve('DE'),
  ];
  await fixture.sandbox.waitForDeliveries();
  const objectTypes = listObjectTypes([objects, fixture.received.map(({ event }) => event)]);
  for (const type of [
    'account',
    'account_link',
    'event',
    'webhook_endpoint',
    'country_spec',
    'payment_intent',
    'charge',
  ])
    expect(objectTypes).toContain(type);
  await fixture.sandbox.close();
});

test('never returns hidden properties', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  const { session } = await buyOrder(fixture, seller, orderParams({ mode: 'subscription' }));
  const events = await fixture.stripe.events.list({ limit: 100 }, seller);
  const accounts = await fixture.stripe.accounts.list();
  const items = await fixture.stripe.checkout.sessions.listLineItems(session.id, undefined, seller);
  const expanded = await fixture.stripe.checkout.sessions.retrieve(
    session.id,
    { expand: ['line_items', 'subscription.default_payment_method'] },
    seller,
  );
  expect(JSON.stringify([session, events, accounts, items, expanded])).not.toContain('"hidden"');
  await fixture.sandbox.close();
});

test('returns every required and nullable key for pending updates, schedules and previews', async () => {
  const fixture = await openPlanFixture();
  const { stripe, prices } = fixture;
  const [firstSubscription, secondSubscription] = [
    await subscribeTo(fixture, prices.small),
    await subscribeTo(fixture, prices.large),
  ];
  const items = [{ id: firstSubscription.item, price: prices.large }];
  const subscriptionDetails = { items, proration_behavior: 'always_invoice' as const };
  const preview = await stripe.invoices.createPreview({
    subscription: firstSubscription.id,
    subscription_details: subscriptionDetails,
  });
  await fixture.setDefaultCard('pm_card_chargeCustomerFail');
  const pendingSubscription = await stripe.subscriptions.update(firstSubscription.id, {
    ...subscriptionDetails,
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice.payments', 'customer'],
  });
  const schedule = await stripe.subscriptionSchedules.create({
    from_subscription: secondSubscription.id,
    expand: ['subscription', 'customer'],
  });
  expect(pendingSubscription.pending_update?.subscription_items).toHaveLength(1);
  const objectTypes = listObjectTypes([
    preview,
    pendingSubscription,
    schedule,
    await stripe.events.list({ limit: 100 }),
  ]);
  for (const type of ['subscription_schedule', 'subscription_item', 'invoice', 'line_item', 'subscription'])
    expect(objectTypes).toContain(type);
  await fixture.sandbox.close();
});
