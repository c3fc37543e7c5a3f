import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { buy, failure, idOf, openRehearsal, openSeller, order, typed } from '../rehearsal.ts';

const cards = {
  fraudulent: '4000 0000 0000 0259',
  notReceived: '4000 0000 0000 2685',
  inquiry: '4000 0000 0000 1976',
};
const day = 24 * 3600_000;

/** Opens a payment by card that is disputed an hour later, and lists its events. */
const openDisputed = async (card: keyof typeof cards = 'fraudulent', country = 'US') => {
  const rehearsal = openRehearsal();
  const { sandbox, stripe } = rehearsal;
  const seller = await openSeller(rehearsal, country);
  const { session } = await buy(rehearsal, seller, order(), typed(cards[card]));
  const payment_intent = idOf(session.payment_intent);
  const pass = (milliseconds: number): void =>
    sandbox.clock.moveTo(new Date(sandbox.now().getTime() + milliseconds));
  const found = async () => (await stripe.disputes.list({ payment_intent }, seller)).data[0];
  const dispute = async (): Promise<Stripe.Dispute> => {
    const one = await found();
    if (!one) throw new Error('no dispute');
    return one;
  };
  const charge = async () => (await stripe.charges.list({ payment_intent }, seller)).data[0];
  const told = async (): Promise<string[]> => {
    await sandbox.settled();
    return rehearsal.types().filter((type) => type.startsWith('charge.dispute'));
  };
  return { rehearsal, sandbox, stripe, seller, payment_intent, pass, found, dispute, charge, told };
};
type Disputed = Awaited<ReturnType<typeof openDisputed>>;

const disputedAlready = async (card?: keyof typeof cards, country?: string): Promise<Disputed> => {
  const play = await openDisputed(card, country);
  play.pass(3600_000);
  return play;
};

const answer = async ({ stripe, seller, dispute }: Disputed, uncategorized_text: string) =>
  stripe.disputes.update((await dispute()).id, { evidence: { uncategorized_text } }, seller);

test('disputes a payment an hour later and withdraws the amount and a fee', async () => {
  const play = await openDisputed();
  expect(await play.found()).toBeUndefined();
  expect(await play.charge()).toMatchObject({ disputed: false });
  play.pass(3600_000);
  const dispute = await play.dispute();
  const now = Math.floor(play.sandbox.now().getTime() / 1000);
  expect(dispute).toMatchObject({
    amount: 2900,
    currency: 'usd',
    reason: 'fraudulent',
    status: 'needs_response',
    payment_intent: play.payment_intent,
    is_charge_refundable: false,
    evidence: { customer_email_address: 'buyer@example.com', customer_name: 'Bo Buyer' },
    evidence_details: { has_evidence: false, submission_count: 0, past_due: false },
    balance_transactions: [
      { amount: -2900, fee: 1500, net: -4400, type: 'adjustment', reporting_category: 'dispute' },
    ],
  });
  expect(dispute.evidence_details.due_by).toBeGreaterThan(now + 8 * 24 * 3600);
  expect(await play.charge()).toMatchObject({ id: dispute.charge, disputed: true, paid: true });
  expect((await play.told()).toSorted()).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
  ]);
  await play.sandbox.close();
});

test('wins at once with winning evidence and returns the amount without the fee', async () => {
  const play = await disputedAlready('notReceived');
  expect(await play.dispute()).toMatchObject({ reason: 'product_not_received' });
  const won = await answer(play, 'winning_evidence');
  expect(won).toMatchObject({ status: 'won', is_charge_refundable: true });
  expect(won.balance_transactions.map(({ amount, fee }) => [amount, fee])).toEqual([
    [-2900, 1500],
    [2900, 0],
  ]);
  const listed = await play.stripe.balanceTransactions.list(
    { source: won.id, expand: ['data.source'] },
    play.seller,
  );
  expect(listed.data).toMatchObject([{ source: { id: won.id } }, { source: { object: 'dispute' } }]);
  expect((await play.told()).toSorted()).toEqual([
    'charge.dispute.closed',
    'charge.dispute.created',
    'charge.dispute.funds_reinstated',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.updated',
  ]);
  const back = await play.stripe.refunds.create({ payment_intent: play.payment_intent }, play.seller);
  expect(back).toMatchObject({ amount: 2900, status: 'succeeded' });
  await play.sandbox.close();
});

test('loses at once with losing evidence and refuses further changes', async () => {
  const play = await disputedAlready();
  const lost = await answer(play, 'losing_evidence');
  expect(lost).toMatchObject({ status: 'lost', balance_transactions: [{ amount: -2900 }] });
  expect((await failure(answer(play, 'winning_evidence'))).message).toContain('already closed');
  expect((await failure(play.stripe.disputes.close(lost.id, undefined, play.seller))).statusCode).toBe(400);
  const refund = play.stripe.refunds.create({ payment_intent: play.payment_intent }, play.seller);
  expect(await failure(refund)).toMatchObject({ code: 'charge_disputed', statusCode: 400 });
  expect(await play.told()).not.toContain('charge.dispute.funds_reinstated');
  await play.sandbox.close();
});

test('decides on other evidence within two weeks', async () => {
  const play = await disputedAlready();
  const { id } = await play.dispute();
  const staged = await play.stripe.disputes.update(
    id,
    { evidence: { product_description: 'Ten lessons' }, submit: false, metadata: { seen: 'yes' } },
    play.seller,
  );
  expect(staged).toMatchObject({
    status: 'needs_response',
    metadata: { seen: 'yes' },
    evidence: { product_description: 'Ten lessons', customer_name: 'Bo Buyer' },
    evidence_details: { has_evidence: true, submission_count: 0 },
  });
  const handedIn = await play.stripe.disputes.update(id, { submit: true }, play.seller);
  expect(handedIn).toMatchObject({
    status: 'under_review',
    evidence: { product_description: 'Ten lessons' },
    evidence_details: { submission_count: 1, submission_method: 'manual' },
  });
  expect((await failure(answer(play, 'more'))).message).toContain('submitted already');
  play.pass(13 * day);
  expect(await play.dispute()).toMatchObject({ status: 'under_review' });
  play.pass(2 * day);
  expect(await play.dispute()).toMatchObject({ status: 'lost' });
  await play.sandbox.close();
});

test('loses an unanswered dispute after its deadline and a closed one at once', async () => {
  const late = await disputedAlready();
  late.pass(8 * day);
  expect(await late.dispute()).toMatchObject({ status: 'needs_response' });
  late.pass(3 * day);
  expect(await late.dispute()).toMatchObject({ status: 'lost' });
  await late.sandbox.close();
  const given = await disputedAlready();
  const { id } = await given.dispute();
  expect(await given.stripe.disputes.close(id, undefined, given.seller)).toMatchObject({ status: 'lost' });
  await given.sandbox.close();
});

test('withdraws nothing for an inquiry, allows refunds and closes it after 120 days', async () => {
  const play = await disputedAlready('inquiry');
  expect(await play.dispute()).toMatchObject({
    status: 'warning_needs_response',
    is_charge_refundable: true,
    balance_transactions: [],
  });
  expect(await answer(play, 'It was delivered.')).toMatchObject({ status: 'warning_under_review' });
  play.pass(119 * day);
  expect(await play.dispute()).toMatchObject({ status: 'warning_under_review' });
  play.pass(day);
  expect(await play.dispute()).toMatchObject({ status: 'warning_closed' });
  expect(await play.told()).not.toContain('charge.dispute.funds_withdrawn');
  await play.sandbox.close();
});

test('closes an inquiry when the payment is refunded in full', async () => {
  const play = await disputedAlready('inquiry');
  const refund = (amount?: number) =>
    play.stripe.refunds.create(
      { payment_intent: play.payment_intent, ...(amount && { amount }) },
      play.seller,
    );
  await refund(900);
  expect(await play.dispute()).toMatchObject({ status: 'warning_needs_response' });
  await refund();
  expect(await play.dispute()).toMatchObject({ status: 'warning_closed' });
  await play.sandbox.close();
});

test('limits an escalated inquiry to the amount not refunded by then', async () => {
  const play = await disputedAlready('inquiry');
  await play.stripe.refunds.create({ payment_intent: play.payment_intent, amount: 900 }, play.seller);
  expect(await answer(play, 'escalate_inquiry_evidence')).toMatchObject({
    amount: 2000,
    status: 'needs_response',
    is_charge_refundable: false,
    balance_transactions: [{ amount: -2000 }],
  });
  await play.sandbox.close();
});

test.each([
  { back: 1000, disputed: 1900 },
  { back: 2900, disputed: 2900 },
])('limits a dispute to $disputed after a refund of $back', async ({ back, disputed }) => {
  const play = await openDisputed();
  await play.stripe.refunds.create({ payment_intent: play.payment_intent, amount: back }, play.seller);
  play.pass(3600_000);
  expect(await play.dispute()).toMatchObject({ amount: disputed });
  expect(await play.charge()).toMatchObject({ amount_refunded: back });
  await play.sandbox.close();
});

test('lists disputes by charge, payment and time, on their own account only', async () => {
  const play = await disputedAlready('fraudulent', 'DE');
  const { id, charge, created } = await play.dispute();
  const { stripe, seller } = play;
  const count = async (params: Stripe.DisputeListParams) =>
    (await stripe.disputes.list(params, seller)).data.length;
  expect([
    await count({ charge: idOf(charge) }),
    await count({ charge: 'ch_other' }),
    await count({ created: { gte: created } }),
    await count({ created: { gt: created } }),
    (await stripe.disputes.list()).data.length,
  ]).toEqual([1, 0, 1, 0, 0]);
  const whole = await stripe.disputes.retrieve(id, { expand: ['charge', 'payment_intent'] }, seller);
  expect(whole).toMatchObject({ charge: { object: 'charge' }, payment_intent: { status: 'succeeded' } });
  expect(whole.balance_transactions[0]).toMatchObject({ currency: 'eur', amount: -2610, fee: 1350 });
  expect(await failure(stripe.disputes.retrieve(id))).toMatchObject({ code: 'resource_missing' });
  await play.sandbox.close();
});
