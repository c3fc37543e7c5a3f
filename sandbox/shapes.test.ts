import { expect, test } from 'vitest';
import { begin, endOf, openPlan, pass, trial } from './billing/life-rehearsal.ts';
import { openPlanRehearsal, subscribeTo } from './billing/plan-rehearsal.ts';
import { buy, openRehearsal, openSeller, order, typed } from './rehearsal.ts';
import { kindsIn } from './object-kinds.ts';

// The suite's setup (qa/stripe-schema-setup.ts) checks that each object has all of its keys, as in every test here.
// These tests make sure that each type of object occurs in each of its states.

test('returns every required and nullable key for the objects of a paid order', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const seller = await openSeller(rehearsal);
  await stripe.coupons.create(
    { id: 'co_1', amount_off: 100, currency: 'usd', duration: 'once', name: 'ONE' },
    seller,
  );
  const { session } = await buy(
    rehearsal,
    seller,
    order({ discounts: [{ coupon: 'co_1' }], customer_creation: 'always' }),
  );
  const expand = [
    'line_items.data.price.product',
    'payment_intent.latest_charge.balance_transaction',
    'payment_intent.payment_method',
    'customer',
    'discounts.coupon',
  ];
  const seen = await stripe.checkout.sessions.retrieve(session.id, { expand: expand.slice(0, 4) }, seller);
  const discounts = await stripe.checkout.sessions.retrieve(session.id, { expand: expand.slice(4) }, seller);
  const found = kindsIn([seen, discounts]);
  expect(found).toEqual([
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
  await rehearsal.sandbox.close();
});

test('returns every required and nullable key for the objects of a bought subscription', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const seller = await openSeller(rehearsal);
  await stripe.coupons.create({ id: 'co_20', percent_off: 20, duration: 'forever' }, seller);
  const { session } = await buy(
    rehearsal,
    seller,
    order({ mode: 'subscription', discounts: [{ coupon: 'co_20' }] }),
  );
  const seen = await stripe.checkout.sessions.retrieve(
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
  const found = kindsIn([seen, payments]);
  expect(found).toEqual([
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
  await rehearsal.sandbox.close();
});

test('returns every required and nullable key over a subscription life cycle: trial, pause, renewal, decline, void, end', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const [poor, rich, late] = [
    await openPlan(rehearsal),
    await openPlan(rehearsal, 'pm_card_visa'),
    await openPlan(rehearsal, 'pm_card_chargeCustomerFail'),
  ];
  await begin(stripe, poor, trial);
  const ending = await begin(stripe, rich, { cancel_at_period_end: true });
  await begin(stripe, rich);
  await begin(stripe, late);
  await begin(stripe, late, { trial_period_days: 27 });
  pass(rehearsal, endOf(ending) - ending.created + 10);
  await stripe.paymentMethods.detach(
    String((await stripe.paymentMethods.list({ customer: late.customer })).data[0]?.id),
  );
  const expand = [
    'data.default_payment_method',
    'data.latest_invoice.payments',
    'data.latest_invoice.confirmation_secret',
  ];
  const subscriptions = await stripe.subscriptions.list({ status: 'all', expand });
  const invoices = await stripe.invoices.list({ limit: 100 });
  const states = (rows: { data: { status: string | null }[] }) =>
    [...new Set(rows.data.map(({ status }) => String(status)))].toSorted();
  expect(states(subscriptions)).toEqual(['active', 'canceled', 'incomplete_expired', 'past_due', 'paused']);
  expect(states(invoices)).toEqual(['draft', 'open', 'paid', 'void']);
  await rehearsal.sandbox.settled();
  const seen = [subscriptions, invoices, await stripe.invoicePayments.list(), await stripe.customers.list()];
  const found = kindsIn([seen, rehearsal.received.map(({ event }) => event)]);
  for (const kind of [
    'subscription',
    'subscription_item',
    'invoice',
    'line_item',
    'invoice_payment',
    'payment_method',
  ])
    expect(found).toContain(kind);
  expect(JSON.stringify(seen)).not.toContain('"hidden"');
  await rehearsal.sandbox.close();
});

test('returns every required and nullable key for accounts, links, events, endpoints and country specs', async () => {
  const rehearsal = openRehearsal();
  const { stripe } = rehearsal;
  const seller = await openSeller(rehearsal);
  await buy(rehearsal, seller, order(), typed('4000000000000002'));
  const seen = [
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
  await rehearsal.sandbox.settled();
  const found = kindsIn([seen, rehearsal.received.map(({ event }) => event)]);
  for (const kind of [
    'account',
    'account_link',
    'event',
    'webhook_endpoint',
    'country_spec',
    'payment_intent',
    'charge',
  ])
    expect(found).toContain(kind);
  await rehearsal.sandbox.close();
});

test('never returns hidden properties', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  const { session } = await buy(rehearsal, seller, order({ mode: 'subscription' }));
  const events = await rehearsal.stripe.events.list({ limit: 100 }, seller);
  const accounts = await rehearsal.stripe.accounts.list();
  const items = await rehearsal.stripe.checkout.sessions.listLineItems(session.id, undefined, seller);
  const deep = await rehearsal.stripe.checkout.sessions.retrieve(
    session.id,
    { expand: ['line_items', 'subscription.default_payment_method'] },
    seller,
  );
  expect(JSON.stringify([session, events, accounts, items, deep])).not.toContain('"hidden"');
  await rehearsal.sandbox.close();
});

test('returns every required and nullable key for pending updates, schedules and previews', async () => {
  const play = await openPlanRehearsal();
  const { stripe, prices } = play;
  const [one, other] = [await subscribeTo(play, prices.small), await subscribeTo(play, prices.large)];
  const items = [{ id: one.item, price: prices.large }];
  const details = { items, proration_behavior: 'always_invoice' as const };
  const preview = await stripe.invoices.createPreview({
    subscription: one.id,
    subscription_details: details,
  });
  await play.giveCard('pm_card_chargeCustomerFail');
  const waiting = await stripe.subscriptions.update(one.id, {
    ...details,
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice.payments', 'customer'],
  });
  const schedule = await stripe.subscriptionSchedules.create({
    from_subscription: other.id,
    expand: ['subscription', 'customer'],
  });
  expect(waiting.pending_update?.subscription_items).toHaveLength(1);
  const found = kindsIn([preview, waiting, schedule, await stripe.events.list({ limit: 100 })]);
  for (const kind of ['subscription_schedule', 'subscription_item', 'invoice', 'line_item', 'subscription'])
    expect(found).toContain(kind);
  await play.sandbox.close();
});
