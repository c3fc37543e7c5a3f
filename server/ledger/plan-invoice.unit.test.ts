import { expect, test } from 'vitest';

import { closeLeaf } from './close-leaf.ts';
import { ForeignEvent } from './foreign-event.ts';
import { planInvoice } from './plan-invoice.ts';
import {
  aFailedInvoice,
  aPaidInvoice,
  DESK,
  kindsOf,
  newLeaf,
  NOON,
  subscribedLeaf,
} from './testing-leaf.ts';

test('adds one sale per paid invoice, for the first payment and each renewal', () => {
  const before = subscribedLeaf();
  const leaf = closeLeaf(before, planInvoice(before, aPaidInvoice(), DESK), NOON);
  expect(leaf.sales).toMatchObject([
    { source: 'in_1', renewal: false },
    { source: 'in_2', renewal: true, paymentIntentId: 'pi_2', amount: 1000 },
  ]);
  expect(leaf.order).toMatchObject({ received: 2000, state: 'paid' });
  expect(kindsOf(leaf)).toEqual(['renewed']);
  expect(planInvoice(leaf, aPaidInvoice(), DESK)).toBe(leaf);
});

test('emits the payment of an invoice together with its order if the invoice arrives first', () => {
  const before = newLeaf({}, 'monthly');
  const first = aPaidInvoice({ id: 'in_1', billing_reason: 'subscription_create' });
  const sold = closeLeaf(before, planInvoice(before, first, DESK), NOON);
  expect([sold.order, sold.sales.length, kindsOf(sold)]).toEqual([null, 1, []]);
  const ordered = closeLeaf(sold, { ...sold, order: subscribedLeaf().order }, NOON);
  expect(kindsOf(ordered)).toEqual(['paid']);
});

test('marks the subscription past due, emits one event per failed try, and recovers when the invoice is paid', () => {
  const failed = planInvoice(subscribedLeaf(), aFailedInvoice(), DESK);
  expect(failed.subscription).toMatchObject({ status: 'past_due', failedInvoiceId: 'in_2', failedAt: NOON });
  expect(failed.subscription).toMatchObject({ payUrl: 'https://pay.example/in_2' });
  const later = { ...DESK, now: new Date(NOON.getTime() + 1000) };
  const again = planInvoice(failed, aFailedInvoice({ attempt_count: 2 }), later);
  expect(again.subscription).toMatchObject({ failedAt: NOON });
  expect(again.news).toMatchObject([
    { kind: 'renewal_failed', renewal: { invoiceId: 'in_2', tries: 1 } },
    { kind: 'renewal_failed', renewal: { invoiceId: 'in_2', tries: 2 } },
  ]);
  const paid = planInvoice(again, aPaidInvoice(), later);
  expect(paid.subscription).toMatchObject({ status: 'active', failedInvoiceId: null, payUrl: null });
  expect(kindsOf(paid).at(-1)).toBe('renewal_recovered');
});

test('ignores an outdated failure of a paid renewal and failures after the subscription ended', () => {
  const paid = planInvoice(subscribedLeaf(), aPaidInvoice(), DESK);
  expect(planInvoice(paid, aFailedInvoice(), DESK)).toBe(paid);
  const over = subscribedLeaf({ status: 'canceled', endedAt: NOON });
  expect(planInvoice(over, aFailedInvoice(), DESK)).toBe(over);
});

test('ignores an open first payment and an invoice over zero', () => {
  const leaf = subscribedLeaf();
  expect(planInvoice(leaf, aFailedInvoice({ billing_reason: 'subscription_create' }), DESK)).toBe(leaf);
  expect(planInvoice(leaf, aPaidInvoice({ amount_paid: 0 }), DESK)).toBe(leaf);
});

test('clears the failure of a voided invoice', () => {
  const failed = planInvoice(subscribedLeaf(), aFailedInvoice(), DESK);
  const voided = planInvoice(failed, aFailedInvoice({ status: 'void' }), DESK);
  expect(voided.subscription).toMatchObject({ failedInvoiceId: null, nextTryAt: null });
});

test('rejects an invoice of another subscription with our attempt id', () => {
  const parent = { subscription_details: { subscription: 'sub_other', metadata: {} } };
  expect(() => planInvoice(subscribedLeaf(), aPaidInvoice({ parent }), DESK)).toThrow(ForeignEvent);
});
