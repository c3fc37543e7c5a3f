import type Stripe from 'stripe';
import { expect, test } from 'vitest';

import {
  buyOrder,
  getError,
  idOf,
  openFixture,
  createSeller,
  orderParams,
  cardForm,
} from '../testing/sandbox-fixture.ts';

const openPaidFixture = async (card = '4242 4242 4242 4242') => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  const { session } = await buyOrder(fixture, seller, orderParams(), cardForm(card));
  const { stripe } = fixture;
  const payment_intent = idOf(session.payment_intent);
  const charge = async (): Promise<Stripe.Charge> => {
    const [retrieved] = (await stripe.charges.list({ payment_intent, expand: ['data.refunds'] }, seller)).data;
    if (!retrieved) throw new Error('no charge');
    return retrieved;
  };
  const refund = (params: Stripe.RefundCreateParams = {}): Promise<Stripe.Refund> =>
    stripe.refunds.create({ payment_intent, ...params }, seller);
  return { fixture, stripe, seller, payment_intent, charge, refund };
};

test('refunds the whole amount and sends two events', async () => {
  const { fixture, stripe, seller, charge, refund } = await openPaidFixture();
  const created = await refund({ reason: 'requested_by_customer', metadata: { why: 'changed mind' } });
  expect(created).toMatchObject({
    amount: 2900,
    currency: 'usd',
    reason: 'requested_by_customer',
    status: 'succeeded',
    metadata: { why: 'changed mind' },
  });
  const after = await charge();
  expect(after).toMatchObject({ amount_refunded: 2900, refunded: true, paid: true });
  expect(after.refunds?.data.map(({ id }) => id)).toEqual([created.id]);
  const transactions = await stripe.balanceTransactions.list({ source: created.id, expand: ['data.source'] }, seller);
  expect(transactions.data).toMatchObject([
    { amount: -2900, fee: 0, net: -2900, type: 'refund', source: { id: created.id } },
  ]);
  await fixture.sandbox.waitForDeliveries();
  const events = fixture.received.map(({ event }) => event).slice(-2);
  expect(events.map(({ type }) => type).toSorted()).toEqual(['charge.refunded', 'refund.created']);
  expect(events.find(({ type }) => type === 'charge.refunded')?.data).toMatchObject({
    object: { amount_refunded: 2900 },
    previous_attributes: { amount_refunded: 0, refunded: false },
  });
  await fixture.sandbox.close();
});

test('refunds in parts up to the charged amount', async () => {
  const { fixture, charge, refund } = await openPaidFixture();
  await refund({ amount: 1000 });
  expect(await charge()).toMatchObject({ amount_refunded: 1000, refunded: false });
  const excessive = await getError(refund({ amount: 1901 }));
  expect([excessive.statusCode, excessive.param, excessive.message]).toEqual([
    400,
    'amount',
    'Refund amount ($19.01) is greater than unrefunded amount on charge ($19.00)',
  ]);
  expect((await refund()).amount).toBe(1900);
  expect(await charge()).toMatchObject({ amount_refunded: 2900, refunded: true });
  expect((await getError(refund())).code).toBe('charge_already_refunded');
  expect((await charge()).amount_refunded).toBe(2900);
  await fixture.sandbox.close();
});

test('refuses to refund an unpaid charge, no charge or an ambiguous one', async () => {
  const fixture = openFixture();
  const seller = await createSeller(fixture);
  const { stripe } = fixture;
  await buyOrder(fixture, seller, orderParams(), cardForm('4000 0000 0000 0002'));
  const [declined] = (await stripe.charges.list({}, seller)).data;
  const charge = declined?.id ?? '';
  const intent = idOf(declined?.payment_intent);
  const getRefusal = async (params: Stripe.RefundCreateParams) => {
    const { code, param, message } = await getError(stripe.refunds.create(params, seller));
    return code ?? param ?? message;
  };
  expect([
    await getRefusal({ charge }),
    await getRefusal({ payment_intent: intent }),
    await getRefusal({}),
    await getRefusal({ charge, payment_intent: intent }),
    await getRefusal({ charge: 'ch_no' }),
    await getRefusal({ charge, amount: 0 }),
  ]).toEqual([
    'charge',
    'payment_intent_unexpected_state',
    'parameter_missing',
    'You may only specify one of these parameters: charge, payment_intent.',
    'resource_missing',
    'parameter_invalid_integer',
  ]);
  expect((await stripe.refunds.list({ charge }, seller)).data).toEqual([]);
  await fixture.sandbox.close();
});

test('creates a refund once for the same idempotency key', async () => {
  const { fixture, stripe, seller, payment_intent, charge } = await openPaidFixture();
  const createRefund = () =>
    stripe.refunds.create({ payment_intent, amount: 500 }, { ...seller, idempotencyKey: 'refund-1' });
  expect((await createRefund()).id).toBe((await createRefund()).id);
  expect((await charge()).amount_refunded).toBe(500);
  await fixture.sandbox.close();
});
