import { expect, test } from 'vitest';
import { buy, openRehearsal, openSeller, order, typed } from './rehearsal.ts';

const subscription = (change: object = {}) => order({ mode: 'subscription', ...change });

test('stores metadata only on the objects on which Stripe stores it', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  const { stripe } = rehearsal;
  const once = await buy(
    rehearsal,
    seller,
    order({
      metadata: { on: 'session' },
      payment_intent_data: { metadata: { on: 'intent' }, description: 'Course' },
      customer_creation: 'always',
    }),
  );
  const paid = await stripe.checkout.sessions.retrieve(
    once.session.id,
    { expand: ['payment_intent.latest_charge', 'customer'] },
    seller,
  );
  expect(paid).toMatchObject({
    metadata: { on: 'session' },
    payment_intent: {
      metadata: { on: 'intent' },
      description: 'Course',
      latest_charge: { metadata: { on: 'intent' } },
    },
    customer: { metadata: {}, email: 'buyer@example.com', name: 'Bo Buyer' },
  });
  const repeated = await buy(
    rehearsal,
    seller,
    subscription({ metadata: { on: 'session' }, subscription_data: { metadata: { on: 'subscription' } } }),
  );
  const seen = await stripe.checkout.sessions.retrieve(
    repeated.session.id,
    { expand: ['subscription', 'invoice.payments'] },
    seller,
  );
  expect(seen).toMatchObject({
    payment_intent: null,
    subscription: { metadata: { on: 'subscription' }, status: 'active', discounts: [] },
    invoice: {
      metadata: {},
      parent: { subscription_details: { metadata: { on: 'subscription' } } },
      payments: { data: [{ status: 'paid' }] },
    },
  });
  await rehearsal.sandbox.close();
});

test('converts money in a foreign currency with an exchange rate', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal, 'DE');
  await buy(rehearsal, seller, order({}, { currency: 'eur', amount: 1000 }));
  await buy(rehearsal, seller, order({}, { currency: 'usd', amount: 1000 }));
  const { data } = await rehearsal.stripe.balanceTransactions.list(undefined, seller);
  expect(
    data.map(({ amount, currency, exchange_rate: rate, fee, net }) => [amount, currency, rate, fee, net]),
  ).toEqual([
    [900, 'eur', 0.9, 56, 844],
    [1000, 'eur', null, 59, 941],
  ]);
  await rehearsal.sandbox.close();
});

test('retrieves and cancels a subscription bought in Checkout', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  const { session } = await buy(rehearsal, seller, subscription(), typed('5555555555554444'));
  const [id, customer] = [session.subscription, session.customer];
  if (typeof id !== 'string' || typeof customer !== 'string') throw new Error('not expanded, so ids');
  expect((await rehearsal.stripe.subscriptions.list({ customer }, seller)).data.map((one) => one.id)).toEqual(
    [id],
  );
  expect(await rehearsal.stripe.subscriptions.cancel(id, undefined, seller)).toMatchObject({
    status: 'canceled',
  });
  expect((await rehearsal.stripe.subscriptions.list(undefined, seller)).data).toEqual([]);
  expect((await rehearsal.stripe.subscriptions.list({ status: 'all' }, seller)).data).toHaveLength(1);
  await rehearsal.sandbox.settled();
  expect(rehearsal.types().at(-1)).toBe('customer.subscription.deleted');
  await rehearsal.sandbox.close();
});
