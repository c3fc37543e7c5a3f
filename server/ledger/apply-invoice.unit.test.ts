import { expect, test } from 'vitest';

import {
  createFailedInvoice,
  createPaidInvoice,
  APPLY_CONTEXT,
  eventKinds,
  createAggregate,
  createSessionSnapshot,
  NOON,
  SECONDS,
  createSubscribedAggregate,
} from '../testing/order-aggregate-fixtures.ts';
import { applyInvoice } from './apply-invoice.ts';
import { applySession } from './apply-session.ts';
import { ForeignObjectError } from './order-aggregate.ts';
import { recomputeOrder } from './recompute-order.ts';

test('adds one sale per paid invoice, for the first payment and each renewal', () => {
  const before = createSubscribedAggregate();
  const aggregate = recomputeOrder(before, applyInvoice(before, createPaidInvoice(), APPLY_CONTEXT), NOON);
  expect(aggregate.sales).toMatchObject([
    { source: 'in_1', renewal: false },
    { source: 'in_2', renewal: true, paymentIntentId: 'pi_2', amount: 1000 },
  ]);
  expect(aggregate.order).toMatchObject({ received: 2000, state: 'paid' });
  expect(eventKinds(aggregate)).toEqual(['renewed']);
  expect(applyInvoice(aggregate, createPaidInvoice(), APPLY_CONTEXT)).toBe(aggregate);
});

test('emits the payment of an invoice together with its order if the invoice arrives first', () => {
  const before = createAggregate({}, 'monthly');
  const first = createPaidInvoice({ id: 'in_1', billing_reason: 'subscription_create' });
  const withSale = recomputeOrder(before, applyInvoice(before, first, APPLY_CONTEXT), NOON);
  expect([withSale.order, withSale.sales.length, eventKinds(withSale)]).toEqual([null, 1, []]);
  const ordered = recomputeOrder(withSale, { ...withSale, order: createSubscribedAggregate().order }, NOON);
  expect(eventKinds(ordered)).toEqual(['paid']);
});

test('an order that starts for free is paid at its start, also if its first renewal arrives with it', () => {
  const open = createAggregate({ original: 0, total: 0, trialDays: 14 }, 'monthly');
  const session = createSessionSnapshot({
    mode: 'subscription',
    amount_subtotal: 0,
    amount_total: 0,
    payment_status: 'no_payment_required',
    payment_intent: null,
    subscription: 'sub_1',
    created: SECONDS,
  });
  const invoice = createPaidInvoice({ status_transitions: { paid_at: SECONDS + 14 * 86_400 } });
  const completed = applySession(open, session, APPLY_CONTEXT);
  const started = recomputeOrder(open, completed, NOON);
  const renewed = recomputeOrder(started, applyInvoice({ ...started, events: [] }, invoice, APPLY_CONTEXT), NOON);
  const atOnce = recomputeOrder(open, applyInvoice(completed, invoice, APPLY_CONTEXT), NOON);
  expect([started, renewed, atOnce].map(({ order }) => order?.paidAt)).toEqual([NOON, NOON, NOON]);
  expect([started, renewed, atOnce].map(eventKinds)).toEqual([['paid'], ['renewed'], ['paid', 'renewed']]);
});

test('marks the subscription past due, emits one event per failed try, and recovers when the invoice is paid', () => {
  const failed = applyInvoice(createSubscribedAggregate(), createFailedInvoice(), APPLY_CONTEXT);
  expect(failed.subscription).toMatchObject({ status: 'past_due', failedInvoiceId: 'in_2', failedAt: NOON });
  expect(failed.subscription).toMatchObject({ payUrl: 'https://pay.example/in_2' });
  const later = { ...APPLY_CONTEXT, now: new Date(NOON.getTime() + 1000) };
  const failedAgain = applyInvoice(failed, createFailedInvoice({ attempt_count: 2 }), later);
  expect(failedAgain.subscription).toMatchObject({ failedAt: NOON });
  expect(failedAgain.events).toMatchObject([
    { kind: 'renewal_failed', renewal: { invoiceId: 'in_2', tries: 1 } },
    { kind: 'renewal_failed', renewal: { invoiceId: 'in_2', tries: 2 } },
  ]);
  const paid = applyInvoice(failedAgain, createPaidInvoice(), later);
  expect(paid.subscription).toMatchObject({ status: 'active', failedInvoiceId: null, payUrl: null });
  expect(eventKinds(paid).at(-1)).toBe('renewal_recovered');
});

test('ignores an outdated failure of a paid renewal and failures after the subscription ended', () => {
  const paid = applyInvoice(createSubscribedAggregate(), createPaidInvoice(), APPLY_CONTEXT);
  expect(applyInvoice(paid, createFailedInvoice(), APPLY_CONTEXT)).toBe(paid);
  const ended = createSubscribedAggregate({ status: 'canceled', endedAt: NOON });
  expect(applyInvoice(ended, createFailedInvoice(), APPLY_CONTEXT)).toBe(ended);
});

test('ignores an open first payment and an invoice over zero', () => {
  const aggregate = createSubscribedAggregate();
  expect(applyInvoice(aggregate, createFailedInvoice({ billing_reason: 'subscription_create' }), APPLY_CONTEXT)).toBe(
    aggregate,
  );
  expect(applyInvoice(aggregate, createPaidInvoice({ amount_paid: 0 }), APPLY_CONTEXT)).toBe(aggregate);
});

test('clears the failure of a voided invoice', () => {
  const failed = applyInvoice(createSubscribedAggregate(), createFailedInvoice(), APPLY_CONTEXT);
  const voided = applyInvoice(failed, createFailedInvoice({ status: 'void' }), APPLY_CONTEXT);
  expect(voided.subscription).toMatchObject({ failedInvoiceId: null, nextRetryAt: null });
});

test('rejects an invoice of another subscription with our attempt id', () => {
  const parent = { subscription_details: { subscription: 'sub_other', metadata: {} } };
  expect(() => applyInvoice(createSubscribedAggregate(), createPaidInvoice({ parent }), APPLY_CONTEXT)).toThrow(
    ForeignObjectError,
  );
});
