import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { buy, failure, idOf, openRehearsal, openSeller, order, typed } from '../rehearsal.ts';

const openPaid = async (card = '4242 4242 4242 4242') => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  const { session } = await buy(rehearsal, seller, order(), typed(card));
  const { stripe } = rehearsal;
  const payment_intent = idOf(session.payment_intent);
  const charge = async (): Promise<Stripe.Charge> => {
    const [found] = (await stripe.charges.list({ payment_intent, expand: ['data.refunds'] }, seller)).data;
    if (!found) throw new Error('no charge');
    return found;
  };
  const refund = (params: Stripe.RefundCreateParams = {}): Promise<Stripe.Refund> =>
    stripe.refunds.create({ payment_intent, ...params }, seller);
  return { rehearsal, stripe, seller, payment_intent, charge, refund };
};

test('refunds the whole amount and sends two events', async () => {
  const { rehearsal, stripe, seller, charge, refund } = await openPaid();
  const made = await refund({ reason: 'requested_by_customer', metadata: { why: 'changed mind' } });
  expect(made).toMatchObject({
    amount: 2900,
    currency: 'usd',
    reason: 'requested_by_customer',
    status: 'succeeded',
    metadata: { why: 'changed mind' },
  });
  const after = await charge();
  expect(after).toMatchObject({ amount_refunded: 2900, refunded: true, paid: true });
  expect(after.refunds?.data.map(({ id }) => id)).toEqual([made.id]);
  const booked = await stripe.balanceTransactions.list({ source: made.id, expand: ['data.source'] }, seller);
  expect(booked.data).toMatchObject([
    { amount: -2900, fee: 0, net: -2900, type: 'refund', source: { id: made.id } },
  ]);
  await rehearsal.sandbox.settled();
  const events = rehearsal.received.map(({ event }) => event).slice(-2);
  expect(events.map(({ type }) => type).toSorted()).toEqual(['charge.refunded', 'refund.created']);
  expect(events.find(({ type }) => type === 'charge.refunded')?.data).toMatchObject({
    object: { amount_refunded: 2900 },
    previous_attributes: { amount_refunded: 0, refunded: false },
  });
  await rehearsal.sandbox.close();
});

test('refunds in parts up to the charged amount', async () => {
  const { rehearsal, charge, refund } = await openPaid();
  await refund({ amount: 1000 });
  expect(await charge()).toMatchObject({ amount_refunded: 1000, refunded: false });
  const tooMuch = await failure(refund({ amount: 1901 }));
  expect([tooMuch.statusCode, tooMuch.param, tooMuch.message]).toEqual([
    400,
    'amount',
    'Refund amount ($19.01) is greater than unrefunded amount on charge ($19.00)',
  ]);
  expect((await refund()).amount).toBe(1900);
  expect(await charge()).toMatchObject({ amount_refunded: 2900, refunded: true });
  expect((await failure(refund())).code).toBe('charge_already_refunded');
  expect((await charge()).amount_refunded).toBe(2900);
  await rehearsal.sandbox.close();
});

test('refuses to refund an unpaid charge, no charge or an ambiguous one', async () => {
  const rehearsal = openRehearsal();
  const seller = await openSeller(rehearsal);
  const { stripe } = rehearsal;
  await buy(rehearsal, seller, order(), typed('4000 0000 0000 0002'));
  const [declined] = (await stripe.charges.list({}, seller)).data;
  const charge = declined?.id ?? '';
  const intent = idOf(declined?.payment_intent);
  const refused = async (params: Stripe.RefundCreateParams) => {
    const { code, param, message } = await failure(stripe.refunds.create(params, seller));
    return code ?? param ?? message;
  };
  expect([
    await refused({ charge }),
    await refused({ payment_intent: intent }),
    await refused({}),
    await refused({ charge, payment_intent: intent }),
    await refused({ charge: 'ch_no' }),
    await refused({ charge, amount: 0 }),
  ]).toEqual([
    'charge',
    'payment_intent_unexpected_state',
    'parameter_missing',
    'You may only specify one of these parameters: charge, payment_intent.',
    'resource_missing',
    'parameter_invalid_integer',
  ]);
  expect((await stripe.refunds.list({ charge }, seller)).data).toEqual([]);
  await rehearsal.sandbox.close();
});

test('creates a refund once for the same idempotency key', async () => {
  const { rehearsal, stripe, seller, payment_intent, charge } = await openPaid();
  const ask = () =>
    stripe.refunds.create({ payment_intent, amount: 500 }, { ...seller, idempotencyKey: 'refund-1' });
  expect((await ask()).id).toBe((await ask()).id);
  expect((await charge()).amount_refunded).toBe(500);
  await rehearsal.sandbox.close();
});
