import { expect, test } from 'vitest';

import { buyOrder, openFixture, createSeller, orderParams, cardForm } from '../testing/sandbox-fixture.ts';

const subscriptionParams = (overrides: object = {}) => orderParams({ mode: 'subscription', ...overrides });

test('stores metadata only on the objects on which Stripe stores it', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  const { stripe } = fixture;
  const oneTimeOrder = await buyOrder(
    fixture,
    seller,
    orderParams({
      metadata: { on: 'session' },
      payment_intent_data: { metadata: { on: 'intent' }, description: 'Course' },
      customer_creation: 'always',
    }),
  );
  const paidSession = await stripe.checkout.sessions.retrieve(
    oneTimeOrder.session.id,
    { expand: ['payment_intent.latest_charge', 'customer'] },
    seller,
  );
  expect(paidSession).toMatchObject({
    metadata: { on: 'session' },
    payment_intent: {
      metadata: { on: 'intent' },
      description: 'Course',
      latest_charge: { metadata: { on: 'intent' } },
    },
    customer: { metadata: {}, email: 'buyer@example.com', name: 'Bo Buyer' },
  });
  const subscriptionOrder = await buyOrder(
    fixture,
    seller,
    subscriptionParams({
      metadata: { on: 'session' },
      subscription_data: { metadata: { on: 'subscription' } },
    }),
  );
  const retrieved = await stripe.checkout.sessions.retrieve(
    subscriptionOrder.session.id,
    { expand: ['subscription', 'invoice.payments'] },
    seller,
  );
  expect(retrieved).toMatchObject({
    payment_intent: null,
    subscription: { metadata: { on: 'subscription' }, status: 'active', discounts: [] },
    invoice: {
      metadata: {},
      parent: { subscription_details: { metadata: { on: 'subscription' } } },
      payments: { data: [{ status: 'paid' }] },
    },
  });
  await fixture.sandbox.close();
});

test('converts money in a foreign currency with an exchange rate', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture, 'DE');
  await buyOrder(fixture, seller, orderParams({}, { currency: 'eur', amount: 1000 }));
  await buyOrder(fixture, seller, orderParams({}, { currency: 'usd', amount: 1000 }));
  const { data } = await fixture.stripe.balanceTransactions.list(undefined, seller);
  expect(data.map(({ amount, currency, exchange_rate: rate, fee, net }) => [amount, currency, rate, fee, net])).toEqual(
    [
      [900, 'eur', 0.9, 56, 844],
      [1000, 'eur', null, 59, 941],
    ],
  );
  await fixture.sandbox.close();
});

test('retrieves and cancels a subscription bought in Checkout', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  const { session } = await buyOrder(fixture, seller, subscriptionParams(), cardForm('5555555555554444'));
  const [id, customer] = [session.subscription, session.customer];
  if (typeof id !== 'string' || typeof customer !== 'string') throw new Error('not expanded, so ids');
  expect((await fixture.stripe.subscriptions.list({ customer }, seller)).data.map((one) => one.id)).toEqual([id]);
  expect(await fixture.stripe.subscriptions.cancel(id, undefined, seller)).toMatchObject({
    status: 'canceled',
  });
  expect((await fixture.stripe.subscriptions.list(undefined, seller)).data).toEqual([]);
  expect((await fixture.stripe.subscriptions.list({ status: 'all' }, seller)).data).toHaveLength(1);
  await fixture.sandbox.waitForDeliveries();
  expect(fixture.eventTypes().at(-1)).toBe('customer.subscription.deleted');
  await fixture.sandbox.close();
});
