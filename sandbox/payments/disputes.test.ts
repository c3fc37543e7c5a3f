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

const CARDS = {
  fraudulent: '4000 0000 0000 0259',
  notReceived: '4000 0000 0000 2685',
  inquiry: '4000 0000 0000 1976',
};
const DAY_MS = 24 * 3600_000;

/** Opens a payment by card that is disputed an hour later, and lists its events. */
const openDisputeFixture = async (card: keyof typeof CARDS = 'fraudulent', country = 'US') => {
  const fixture = openFixture();
  const { sandbox, stripe } = fixture;
  const seller = await createSeller(fixture, country);
  const { session } = await buyOrder(fixture, seller, orderParams(), cardForm(CARDS[card]));
  const payment_intent = idOf(session.payment_intent);
  const advanceClock = (milliseconds: number): void =>
    sandbox.clock.moveTo(new Date(sandbox.now().getTime() + milliseconds));
  const findDispute = async () => (await stripe.disputes.list({ payment_intent }, seller)).data[0];
  const dispute = async (): Promise<Stripe.Dispute> => {
    const dispute = await findDispute();
    if (!dispute) throw new Error('no dispute');
    return dispute;
  };
  const charge = async () => (await stripe.charges.list({ payment_intent }, seller)).data[0];
  const listEventTypes = async (): Promise<string[]> => {
    await sandbox.waitForDeliveries();
    return fixture.eventTypes().filter((type) => type.startsWith('charge.dispute'));
  };
  return {
    fixture,
    sandbox,
    stripe,
    seller,
    payment_intent,
    advanceClock,
    findDispute,
    dispute,
    charge,
    listEventTypes,
  };
};
type DisputeFixture = Awaited<ReturnType<typeof openDisputeFixture>>;

const openWithDispute = async (card?: keyof typeof CARDS, country?: string): Promise<DisputeFixture> => {
  const fixture = await openDisputeFixture(card, country);
  fixture.advanceClock(3600_000);
  return fixture;
};

const submitEvidence = async ({ stripe, seller, dispute }: DisputeFixture, uncategorized_text: string) =>
  stripe.disputes.update((await dispute()).id, { evidence: { uncategorized_text } }, seller);

test('disputes a payment an hour later and withdraws the amount and a fee', async () => {
  const fixture = await openDisputeFixture();
  expect(await fixture.findDispute()).toBeUndefined();
  expect(await fixture.charge()).toMatchObject({ disputed: false });
  fixture.advanceClock(3600_000);
  const dispute = await fixture.dispute();
  const now = Math.floor(fixture.sandbox.now().getTime() / 1000);
  expect(dispute).toMatchObject({
    amount: 2900,
    currency: 'usd',
    reason: 'fraudulent',
    status: 'needs_response',
    payment_intent: fixture.payment_intent,
    is_charge_refundable: false,
    evidence: { customer_email_address: 'buyer@example.com', customer_name: 'Bo Buyer' },
    evidence_details: { has_evidence: false, submission_count: 0, past_due: false },
    balance_transactions: [{ amount: -2900, fee: 1500, net: -4400, type: 'adjustment', reporting_category: 'dispute' }],
  });
  expect(dispute.evidence_details.due_by).toBeGreaterThan(now + 8 * 24 * 3600);
  expect(await fixture.charge()).toMatchObject({ id: dispute.charge, disputed: true, paid: true });
  expect((await fixture.listEventTypes()).toSorted()).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
  ]);
  await fixture.sandbox.close();
});

test('wins at once with winning evidence and returns the amount without the fee', async () => {
  const fixture = await openWithDispute('notReceived');
  expect(await fixture.dispute()).toMatchObject({ reason: 'product_not_received' });
  const wonDispute = await submitEvidence(fixture, 'winning_evidence');
  expect(wonDispute).toMatchObject({ status: 'won', is_charge_refundable: true });
  expect(wonDispute.balance_transactions.map(({ amount, fee }) => [amount, fee])).toEqual([
    [-2900, 1500],
    [2900, 0],
  ]);
  const transactions = await fixture.stripe.balanceTransactions.list(
    { source: wonDispute.id, expand: ['data.source'] },
    fixture.seller,
  );
  expect(transactions.data).toMatchObject([{ source: { id: wonDispute.id } }, { source: { object: 'dispute' } }]);
  expect((await fixture.listEventTypes()).toSorted()).toEqual([
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.funds_reinstated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
  ]);
  const refund = await fixture.stripe.refunds.create({ payment_intent: fixture.payment_intent }, fixture.seller);
  expect(refund).toMatchObject({ amount: 2900, status: 'succeeded' });
  await fixture.sandbox.close();
});

test('loses at once with losing evidence and refuses further changes', async () => {
  const fixture = await openWithDispute();
  const lostDispute = await submitEvidence(fixture, 'losing_evidence');
  expect(lostDispute).toMatchObject({ status: 'lost', balance_transactions: [{ amount: -2900 }] });
  expect((await getError(submitEvidence(fixture, 'winning_evidence'))).message).toContain('already closed');
  expect((await getError(fixture.stripe.disputes.close(lostDispute.id, undefined, fixture.seller))).statusCode).toBe(
    400,
  );
  const refund = fixture.stripe.refunds.create({ payment_intent: fixture.payment_intent }, fixture.seller);
  expect(await getError(refund)).toMatchObject({ code: 'charge_disputed', statusCode: 400 });
  expect(await fixture.listEventTypes()).not.toContain('charge.dispute.funds_reinstated');
  await fixture.sandbox.close();
});

test('decides on other evidence within two weeks', async () => {
  const fixture = await openWithDispute();
  const { id } = await fixture.dispute();
  const stagedDispute = await fixture.stripe.disputes.update(
    id,
    { evidence: { product_description: 'Ten lessons' }, submit: false, metadata: { seen: 'yes' } },
    fixture.seller,
  );
  expect(stagedDispute).toMatchObject({
    status: 'needs_response',
    metadata: { seen: 'yes' },
    evidence: { product_description: 'Ten lessons', customer_name: 'Bo Buyer' },
    evidence_details: { has_evidence: true, submission_count: 0 },
  });
  const submittedDispute = await fixture.stripe.disputes.update(id, { submit: true }, fixture.seller);
  expect(submittedDispute).toMatchObject({
    status: 'under_review',
    evidence: { product_description: 'Ten lessons' },
    evidence_details: { submission_count: 1, submission_method: 'manual' },
  });
  expect((await getError(submitEvidence(fixture, 'more'))).message).toContain('submitted already');
  fixture.advanceClock(13 * DAY_MS);
  expect(await fixture.dispute()).toMatchObject({ status: 'under_review' });
  fixture.advanceClock(2 * DAY_MS);
  expect(await fixture.dispute()).toMatchObject({ status: 'lost' });
  await fixture.sandbox.close();
});

test('loses an unanswered dispute after its deadline and a closed one at once', async () => {
  const lateFixture = await openWithDispute();
  lateFixture.advanceClock(8 * DAY_MS);
  expect(await lateFixture.dispute()).toMatchObject({ status: 'needs_response' });
  lateFixture.advanceClock(3 * DAY_MS);
  expect(await lateFixture.dispute()).toMatchObject({ status: 'lost' });
  await lateFixture.sandbox.close();
  const closedFixture = await openWithDispute();
  const { id } = await closedFixture.dispute();
  expect(await closedFixture.stripe.disputes.close(id, undefined, closedFixture.seller)).toMatchObject({
    status: 'lost',
  });
  await closedFixture.sandbox.close();
});

test('withdraws nothing for an inquiry, allows refunds and closes it after 120 days', async () => {
  const fixture = await openWithDispute('inquiry');
  expect(await fixture.dispute()).toMatchObject({
    status: 'warning_needs_response',
    is_charge_refundable: true,
    balance_transactions: [],
  });
  expect(await submitEvidence(fixture, 'It was delivered.')).toMatchObject({
    status: 'warning_under_review',
  });
  fixture.advanceClock(119 * DAY_MS);
  expect(await fixture.dispute()).toMatchObject({ status: 'warning_under_review' });
  fixture.advanceClock(DAY_MS);
  expect(await fixture.dispute()).toMatchObject({ status: 'warning_closed' });
  expect(await fixture.listEventTypes()).not.toContain('charge.dispute.funds_withdrawn');
  await fixture.sandbox.close();
});

test('closes an inquiry when the payment is refunded in full', async () => {
  const fixture = await openWithDispute('inquiry');
  const refund = (amount?: number) =>
    fixture.stripe.refunds.create(
      { payment_intent: fixture.payment_intent, ...(amount && { amount }) },
      fixture.seller,
    );
  await refund(900);
  expect(await fixture.dispute()).toMatchObject({ status: 'warning_needs_response' });
  await refund();
  expect(await fixture.dispute()).toMatchObject({ status: 'warning_closed' });
  await fixture.sandbox.close();
});

test('limits an escalated inquiry to the amount not refunded by then', async () => {
  const fixture = await openWithDispute('inquiry');
  await fixture.stripe.refunds.create({ payment_intent: fixture.payment_intent, amount: 900 }, fixture.seller);
  expect(await submitEvidence(fixture, 'escalate_inquiry_evidence')).toMatchObject({
    amount: 2000,
    status: 'needs_response',
    is_charge_refundable: false,
    balance_transactions: [{ amount: -2000 }],
  });
  await fixture.sandbox.close();
});

test.each([
  { back: 1000, disputed: 1900 },
  { back: 2900, disputed: 2900 },
])('limits a dispute to $disputed after a refund of $back', async ({ back, disputed }) => {
  const fixture = await openDisputeFixture();
  await fixture.stripe.refunds.create({ payment_intent: fixture.payment_intent, amount: back }, fixture.seller);
  fixture.advanceClock(3600_000);
  expect(await fixture.dispute()).toMatchObject({ amount: disputed });
  expect(await fixture.charge()).toMatchObject({ amount_refunded: back });
  await fixture.sandbox.close();
});

test('lists disputes by charge, payment and time, on their own account only', async () => {
  const fixture = await openWithDispute('fraudulent', 'DE');
  const { id, charge, created } = await fixture.dispute();
  const { stripe, seller } = fixture;
  const count = async (params: Stripe.DisputeListParams) => (await stripe.disputes.list(params, seller)).data.length;
  expect([
    await count({ charge: idOf(charge) }),
    await count({ charge: 'ch_other' }),
    await count({ created: { gte: created } }),
    await count({ created: { gt: created } }),
    (await stripe.disputes.list()).data.length,
  ]).toEqual([1, 0, 1, 0, 0]);
  const expanded = await stripe.disputes.retrieve(id, { expand: ['charge', 'payment_intent'] }, seller);
  expect(expanded).toMatchObject({ charge: { object: 'charge' }, payment_intent: { status: 'succeeded' } });
  expect(expanded.balance_transactions[0]).toMatchObject({ currency: 'eur', amount: -2610, fee: 1350 });
  expect(await getError(stripe.disputes.retrieve(id))).toMatchObject({ code: 'resource_missing' });
  await fixture.sandbox.close();
});
