import { expect, test } from 'vitest';

import { invoicesOf, midpointOf, openPlanFixture, stateOf, subscribeTo, upgradeTo } from '../testing/plan-fixture.ts';
import { getError } from '../testing/sandbox-fixture.ts';

test('charges ten dollars and applies an upgrade at once at exactly mid-period', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small);
  await fixture.moveClockTo(midpointOf(subscription));
  await fixture.drainEventTypes();
  const after = await upgradeTo(fixture, subscription, fixture.prices.middle, { expand: ['latest_invoice'] });
  const invoice = typeof after.latest_invoice === 'object' ? after.latest_invoice : null;
  expect(invoice?.lines.data.map(({ amount, description }) => [amount, description?.split(' on ')[0]])).toEqual([
    [-450, 'Unused time'],
    [1450, 'Remaining time'],
  ]);
  expect(invoice).toMatchObject({ status: 'paid', amount_paid: 1000, billing_reason: 'subscription_update' });
  expect(after.items.data[0]).toMatchObject({
    id: subscription.item,
    price: { id: fixture.prices.middle },
    current_period_end: subscription.end,
  });
  const eventTypes = await fixture.drainEventTypes();
  expect(eventTypes.filter((type) => type.startsWith('customer.subscription'))).toEqual([
    'customer.subscription.updated',
  ]);
  expect(eventTypes).toContain('invoice.paid');
  await fixture.sandbox.close();
});

test('includes the previous attributes in the update event', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small);
  await upgradeTo(fixture, subscription, fixture.prices.large);
  const { data } = await fixture.stripe.events.list({ type: 'customer.subscription.updated', limit: 1 });
  expect(JSON.stringify(data[0]?.data.previous_attributes)).toContain(fixture.prices.small);
  expect(JSON.stringify(data[0]?.data.object)).toContain(fixture.prices.large);
  await fixture.sandbox.close();
});

test('changes and bills nothing for the current price', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small);
  await fixture.moveClockTo(midpointOf(subscription));
  await fixture.drainEventTypes();
  await upgradeTo(fixture, subscription, fixture.prices.small, {
    items: [{ id: subscription.item, price: fixture.prices.small, quantity: 1 }],
  });
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 900']);
  expect(await fixture.drainEventTypes()).toEqual([]);
  await fixture.sandbox.close();
});

test('answers a decline with 402 under error_if_incomplete and changes nothing', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small);
  await fixture.setDefaultCard('pm_card_chargeCustomerFail');
  await fixture.drainEventTypes();
  const error = await getError(
    fixture.stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.item, price: fixture.prices.middle }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'error_if_incomplete',
    }),
  );
  expect(error).toMatchObject({ statusCode: 402, code: 'card_declined' });
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.small,
    status: 'active',
  });
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 900']);
  expect(await fixture.drainEventTypes()).toEqual([]);
  await fixture.sandbox.close();
});

test('applies the change under allow_incomplete and marks the subscription past_due until it is paid', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small);
  await fixture.setDefaultCard('pm_card_chargeCustomerFail');
  const after = await fixture.stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.item, price: fixture.prices.middle }],
    proration_behavior: 'always_invoice',
  });
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.middle,
    status: 'past_due',
  });
  await fixture.setDefaultCard('pm_card_visa');
  await fixture.stripe.invoices.pay(after.latest_invoice as string);
  expect(await stateOf(fixture, subscription.id)).toMatchObject({
    price: fixture.prices.middle,
    status: 'active',
  });
  await fixture.sandbox.close();
});

test('credits the customer for an immediate downgrade and uses the credit on the next invoices', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.middle);
  await fixture.moveClockTo(midpointOf(subscription));
  await upgradeTo(fixture, subscription, fixture.prices.small);
  const customer = await fixture.stripe.customers.retrieve(fixture.customer);
  expect(customer).toMatchObject({ balance: -1000 });
  await fixture.moveClockTo(subscription.end + 2 * 3600);
  expect(await fixture.stripe.customers.retrieve(fixture.customer)).toMatchObject({ balance: -100 });
  const { data } = await fixture.stripe.invoices.list({ subscription: subscription.id, limit: 1 });
  expect(data[0]).toMatchObject({ total: 900, amount_due: 0, status: 'paid' });
  await fixture.sandbox.close();
});

test('bills created prorations with the next period', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small);
  await fixture.moveClockTo(midpointOf(subscription));
  await fixture.stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.item, price: fixture.prices.middle }],
  });
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 900']);
  await fixture.moveClockTo(subscription.end + 2 * 3600);
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 900', 'paid 3900']);
  await fixture.sandbox.close();
});

test('credits only the amounts that were really billed after a change without prorations', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small);
  await fixture.stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.item, price: fixture.prices.large }],
    proration_behavior: 'none',
  });
  await fixture.moveClockTo(midpointOf(subscription));
  await upgradeTo(fixture, subscription, fixture.prices.middle);
  expect(await invoicesOf(fixture, subscription.id)).toEqual(['paid 900', 'paid 1000']);
  await fixture.sandbox.close();
});

test('sets and clears cancel_at_period_end and refuses changes of a canceled subscription', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small);
  const scheduled = await fixture.stripe.subscriptions.update(subscription.id, {
    cancel_at_period_end: true,
    cancellation_details: { comment: 'Too dear', feedback: 'too_expensive' },
  });
  expect(scheduled).toMatchObject({
    cancel_at_period_end: true,
    cancel_at: subscription.end,
    status: 'active',
  });
  expect(scheduled.cancellation_details).toMatchObject({
    comment: 'Too dear',
    reason: 'cancellation_requested',
  });
  const reverted = await fixture.stripe.subscriptions.update(subscription.id, {
    cancel_at_period_end: false,
  });
  expect(reverted).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null });
  await fixture.stripe.subscriptions.cancel(subscription.id);
  const items = [{ id: subscription.item, price: fixture.prices.middle }];
  expect((await getError(fixture.stripe.subscriptions.update(subscription.id, { items }))).message).toMatch(/canceled/);
  await fixture.stripe.subscriptions.update(subscription.id, { metadata: { note: 'kept' } });
  await fixture.sandbox.close();
});

test('refuses mismatched prices and items and names the parameter', async () => {
  const fixture = await openPlanFixture();
  const subscription = await subscribeTo(fixture, fixture.prices.small);
  const { stripe, prices } = fixture;
  const { product } = await stripe.prices.retrieve(prices.small);
  const tryPrice = async (overrides: { currency?: string; isOneTime?: boolean; year?: boolean }): Promise<string> => {
    const recurring = { interval: overrides.year ? ('year' as const) : ('month' as const) };
    const { id } = await stripe.prices.create({
      product: product as string,
      currency: overrides.currency ?? 'usd',
      unit_amount: 5000,
      ...(!overrides.isOneTime && { recurring }),
    });
    return (
      await getError(stripe.subscriptions.update(subscription.id, { items: [{ id: subscription.item, price: id }] }))
    ).message;
  };
  expect(await tryPrice({ currency: 'eur' })).toMatch(/only supports `eur`/);
  expect(await tryPrice({ isOneTime: true })).toMatch(/type=one_time/);
  expect(await tryPrice({ year: true })).toMatch(/same billing interval/);
  const unknownItem = stripe.subscriptions.update(subscription.id, {
    items: [{ id: 'si_strange', price: prices.middle }],
  });
  expect(await getError(unknownItem)).toMatchObject({ statusCode: 404, param: 'items[0][id]' });
  const unknownPrice = stripe.subscriptions.update(subscription.id, {
    items: [{ id: subscription.item, price: 'price_none' }],
  });
  expect(await getError(unknownPrice)).toMatchObject({ param: 'items[0][price]' });
  const unknownMethod = stripe.subscriptions.update(subscription.id, { default_payment_method: 'pm_none' });
  expect(await getError(unknownMethod)).toMatchObject({ param: 'default_payment_method' });
  await fixture.sandbox.close();
});
