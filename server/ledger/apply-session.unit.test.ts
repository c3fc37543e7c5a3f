import { expect, test } from 'vitest';

import {
  createSessionSnapshot,
  APPLY_CONTEXT,
  eventKinds,
  createAggregate,
  NOON,
  onlySale,
  createPaidAggregate,
  SECONDS,
} from '../testing/order-aggregate-fixtures.ts';
import { applySession } from './apply-session.ts';
import { ForeignObjectError, type OrderAggregate } from './order-aggregate.ts';
import { recomputeOrder } from './recompute-order.ts';

const DELAYED = { payment_status: 'unpaid', payment_intent: { id: 'pi_1', status: 'processing' } };

test('creates an order and a sale for a paid session, dated by its charge', () => {
  const before = createAggregate();
  const paidAt = SECONDS - 40 * 86_400;
  const intent = { id: 'pi_1', status: 'succeeded', latest_charge: { id: 'ch_1', created: paidAt } };
  const aggregate = recomputeOrder(
    before,
    applySession(before, createSessionSnapshot({ payment_intent: intent }), APPLY_CONTEXT),
    NOON,
  );
  expect(aggregate.attempt.state).toBe('completed');
  const order = { state: 'paid', received: 1000, buyerName: 'A Buyer', country: 'DE', billing: null };
  expect(aggregate.order).toMatchObject({
    ...order,
    productName: 'Throwing Taller',
    email: 'buyer@example.com',
  });
  expect(onlySale(aggregate)).toMatchObject({
    source: 'cs_1',
    paymentIntentId: 'pi_1',
    chargeId: 'ch_1',
    amount: 1000,
    usdCents: 1250,
    paidAt: new Date(paidAt * 1000),
  });
  expect(aggregate.order?.paidAt).toEqual(new Date(paidAt * 1000));
  expect(eventKinds(aggregate)).toEqual(['paid']);
});

test('changes nothing when a session is applied twice', () => {
  const aggregate = createPaidAggregate();
  const reapplied = recomputeOrder(aggregate, applySession(aggregate, createSessionSnapshot(), APPLY_CONTEXT), NOON);
  expect(reapplied.sales).toEqual(aggregate.sales);
  expect(eventKinds(reapplied)).toEqual([]);
});

test('keeps a delayed payment pending and dates it when it is confirmed', () => {
  const before = createAggregate();
  const pending = recomputeOrder(before, applySession(before, createSessionSnapshot(DELAYED), APPLY_CONTEXT), NOON);
  expect([pending.order?.state, pending.order?.paidAt, pending.sales]).toEqual(['pending', null, []]);
  expect(eventKinds(pending)).toEqual(['pending']);
  const later = new Date(NOON.getTime() + 3 * 86_400_000);
  const delivered = { ...pending, events: [] };
  const paid = recomputeOrder(
    delivered,
    applySession(delivered, createSessionSnapshot(), { ...APPLY_CONTEXT, now: later }),
    later,
  );
  expect([paid.order?.state, paid.order?.paidAt, onlySale(paid).paidAt]).toEqual(['paid', later, later]);
  expect(eventKinds(paid)).toEqual(['paid']);
});

const VOUCHER = {
  payment_status: 'unpaid',
  payment_intent: {
    id: 'pi_1',
    status: 'requires_action',
    next_action: {
      type: 'multibanco_display_details',
      multibanco_display_details: {
        expires_at: SECONDS + 7 * 86_400,
        hosted_voucher_url: 'https://pay.example/voucher',
      },
    },
  },
};

test('records how an order was paid: its card, the bank, or the voucher that is still to be paid', () => {
  const methodOf = (change: object) => {
    const { order } = applySession(createAggregate(), createSessionSnapshot(change), APPLY_CONTEXT);
    return order && [order.paymentMethod, order.paymentMethodDetails, order.pendingPayment];
  };
  expect(methodOf({})).toEqual(['card', { brand: 'visa', last4: '4242', bank: null }, null]);
  const details = { type: 'ideal', ideal: { bank: 'ing' } };
  const charge = { id: 'ch_1', created: SECONDS, payment_method_details: details };
  const intent = { id: 'pi_1', status: 'succeeded', latest_charge: charge };
  expect(methodOf({ payment_intent: intent })).toEqual(['ideal', { brand: null, last4: null, bank: 'ing' }, null]);
  const expiresAt = new Date((SECONDS + 7 * 86_400) * 1000).toISOString();
  expect(methodOf(VOUCHER)).toEqual(['multibanco', null, { url: 'https://pay.example/voucher', expiresAt }]);
});

test('gives up a payment that is pending for 30 days, and still takes its money', () => {
  const at = (days: number) => new Date(NOON.getTime() + days * 86_400_000);
  const applyAt = (before: OrderAggregate, change: object, now: Date) =>
    recomputeOrder(
      { ...before, events: [] },
      applySession({ ...before, events: [] }, createSessionSnapshot(change), { ...APPLY_CONTEXT, now }),
      now,
    );
  const pending = applyAt(applyAt(createAggregate(), VOUCHER, NOON), VOUCHER, at(29));
  expect([pending.order?.state, pending.attempt.hasReservation]).toEqual(['pending', true]);
  const failed = applyAt(pending, VOUCHER, at(30));
  expect([failed.order?.state, failed.attempt.hasReservation]).toEqual(['failed', false]);
  expect(eventKinds(failed)).toEqual(['payment_failed']);
  const paid = applyAt(failed, {}, at(31));
  expect([paid.order?.state, paid.order?.paymentMethod, onlySale(paid).amount]).toEqual(['paid', 'multibanco', 1000]);
});

test('fails a delayed payment that is declined and ignores an outdated pending state', () => {
  const before = createAggregate();
  const intent = { id: 'pi_1', status: 'requires_payment_method' };
  const failed = recomputeOrder(
    before,
    applySession(before, createSessionSnapshot({ ...DELAYED, payment_intent: intent }), APPLY_CONTEXT),
    NOON,
  );
  expect(failed.order?.state).toBe('failed');
  expect(eventKinds(failed)).toEqual(['payment_failed']);
  expect(applySession(failed, createSessionSnapshot(DELAYED), APPLY_CONTEXT).order?.state).toBe('failed');
});

test('ignores a snapshot from before the payment', () => {
  const aggregate = createPaidAggregate();
  const reapplied = recomputeOrder(
    aggregate,
    applySession(aggregate, createSessionSnapshot(DELAYED), APPLY_CONTEXT),
    NOON,
  );
  expect(reapplied.order).toMatchObject({ state: 'paid', received: 1000 });
  expect(applySession(aggregate, createSessionSnapshot({ status: 'expired' }), APPLY_CONTEXT)).toBe(aggregate);
});

test('marks a free order as paid without a sale', () => {
  const before = createAggregate({ discount: 1000, total: 0 });
  const session = createSessionSnapshot({
    payment_status: 'no_payment_required',
    payment_intent: null,
    amount_total: 0,
  });
  const aggregate = recomputeOrder(before, applySession(before, session, APPLY_CONTEXT), NOON);
  expect([aggregate.order?.state, aggregate.order?.received, aggregate.sales]).toEqual(['paid', 0, []]);
  expect(aggregate.events).toMatchObject([{ kind: 'paid', sale: null }]);
});

test.for([[{ id: 'cs_2' }], [{ id: 'cs_2', status: 'expired' }], [{ amount_total: 1 }], [{ currency: 'usd' }]])(
  'rejects a session that does not belong to the attempt: %o',
  ([change]) => {
    expect(() => applySession(createAggregate(), createSessionSnapshot(change), APPLY_CONTEXT)).toThrow(
      ForeignObjectError,
    );
  },
);

test('removes characters that PostgreSQL cannot store from names', () => {
  const buyer = { email: 'buyer@example.com', name: 'A\0 Bu\ud800yer \u202e', address: null };
  const aggregate = applySession(createAggregate(), createSessionSnapshot({ customer_details: buyer }), APPLY_CONTEXT);
  expect(aggregate.order).toMatchObject({ buyerName: 'A Bu\ufffdyer \u202e', country: null });
});

test('copies version and attribution of the attempt to order and sale', () => {
  const origin = {
    source: 'newsletter',
    referrer: 'mail.example',
    utmSource: 'newsletter',
    visitCountry: 'DE',
  };
  const aggregate = applySession(
    createAggregate({ ...origin, couponCode: 'SAVE20', device: 'mobile' }),
    createSessionSnapshot(),
    APPLY_CONTEXT,
  );
  const { source, ...attribution } = origin;
  expect(aggregate.order).toMatchObject({ source, ...attribution, couponCode: 'SAVE20', device: 'mobile' });
  const { pageId, versionId } = aggregate.attempt;
  expect(aggregate.sales).toMatchObject([
    {
      source: 'cs_1',
      visitSource: source,
      ...attribution,
      couponCode: 'SAVE20',
      device: 'mobile',
      pageId,
      versionId,
    },
  ]);
});

test('does not copy the buyer from Stripe again after their data was deleted', () => {
  const paid = createPaidAggregate();
  if (!paid.order) throw new Error('The aggregate has no order');
  const emptied = { email: null, buyerName: null, paymentMethodDetails: null };
  const anonymized = { ...paid, order: { ...paid.order, ...emptied, anonymizedAt: NOON } };
  const { order } = applySession(anonymized, createSessionSnapshot(), APPLY_CONTEXT);
  expect(order).toMatchObject({ ...emptied, country: 'DE' });
});

const TRIAL_LINES = [
  {
    key: 'main',
    name: 'Club',
    kind: 'recurring' as const,
    unit: 2900,
    quantity: 1,
    subtotal: 2900,
    discount: 900,
    total: 2000,
    afterTrial: true,
  },
  {
    key: 'setup-fee',
    name: 'Setup fee',
    kind: 'one_time' as const,
    unit: 9900,
    quantity: 1,
    subtotal: 9900,
    discount: 0,
    total: 9900,
  },
];

const createLineItem = (line: (typeof TRIAL_LINES)[number], due: number, unit_amount = line.unit) => ({
  id: `li_${line.key}`,
  quantity: 1,
  amount_subtotal: due,
  amount_discount: 0,
  amount_total: due,
  price: { unit_amount, product: `tw_${line.key}` },
  metadata: { line: line.key },
});

test('records the lines of a free trial at what follows it, and those that are due at once as charged', () => {
  const [club, fee] = TRIAL_LINES;
  if (!club || !fee) throw new Error('A line is missing');
  const attempt = { lines: TRIAL_LINES, original: 9900, total: 9900, trialDays: 14 };
  const apply = (unitAmount: number) =>
    applySession(
      createAggregate(attempt, 'monthly'),
      createSessionSnapshot({
        mode: 'subscription',
        payment_intent: null,
        amount_subtotal: 9900,
        amount_total: 9900,
        line_items: { data: [createLineItem(club, 0, unitAmount), createLineItem(fee, 9900)] },
      }),
      APPLY_CONTEXT,
    );
  expect(apply(2900).lines).toMatchObject([
    { key: 'main', subtotal: 2900, discount: 900, total: 2000, afterTrial: true },
    { key: 'setup-fee', total: 9900, afterTrial: false },
  ]);
  expect(() => apply(3900)).toThrow(ForeignObjectError);
});
