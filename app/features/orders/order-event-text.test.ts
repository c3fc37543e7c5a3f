import { expect, test } from 'vitest';

import { ORDER_EVENT_KINDS, type OrderEventKind } from '#domain/order-event.ts';

import { formatReceiptAmount } from './order-receipt.tsx';
import { describeEvent, describeEmail, getTimelineEntries } from './order-timeline.tsx';
import { getDisputeReasonLabel, getRefundFailureLabel } from './stripe-labels.ts';

const AT = '2026-11-20T14:12:00.000Z';

test('has a title for every event, with and without facts', () => {
  const facts = { amount: 1999, currency: 'USD', reason: 'general', at: AT, by: 'seller' as const };
  const full = ORDER_EVENT_KINDS.map((kind) => describeEvent({ kind, at: AT, facts }));
  const bare = ORDER_EVENT_KINDS.map((kind) => describeEvent({ kind, at: AT, facts: {} }));
  for (const { title, detail } of [...full, ...bare])
    expect(`${title} ${detail}`).not.toMatch(/undefined|NaN| {2}|\[object/);
  expect(new Set(full.map(({ title }) => title)).size).toBe(ORDER_EVENT_KINDS.length);
});

test('describes amount, reason and date of events', () => {
  const facts = { amount: 4000, currency: 'USD', reason: 'fraudulent', at: AT };
  expect(describeEvent({ kind: 'disputed', at: AT, facts })).toEqual({
    title: 'Dispute for $40.00 USD opened',
    detail: 'The cardholder says they didn’t make this payment. Respond by Nov 20, 2026, 2:12 PM UTC',
  });
  const failed = { amount: 500, currency: 'JPY', reason: 'lost_or_stolen_card' };
  expect(describeEvent({ kind: 'refund_failed', at: AT, facts: failed })).toEqual({
    title: 'Refund of ¥500 JPY failed',
    detail: 'The buyer’s card was reported lost or stolen. The money is back in your Stripe balance',
  });
});

test('describes payments of a payment plan as payments, not as renewals', () => {
  const facts = { amount: 10_500, currency: 'USD', by: 'seller' as const };
  const describePlanEvent = (kind: OrderEventKind) => describeEvent({ kind, at: AT, facts }, true);
  expect(describePlanEvent('renewed').title).toBe('Paid $105.00 USD');
  expect(describePlanEvent('renewal_failed')).toEqual({
    title: 'Payment of $105.00 USD failed',
    detail: 'Stripe won’t retry',
  });
  expect(describePlanEvent('renewal_recovered').title).toBe('Overdue payment of $105.00 USD made');
  expect(describePlanEvent('subscription_ended')).toEqual({ title: 'Payment plan ended', detail: 'By you' });
  expect(describePlanEvent('refunded').title).toBe('Refunded $105.00 USD');
});

test('shows an unknown Stripe code in readable form', () => {
  expect(getDisputeReasonLabel('some_new_reason')).toBe('Some new reason');
  expect(getRefundFailureLabel('toString')).toBe('ToString');
});

test('says whether an email was sent, and why not', () => {
  const mail = { kind: 'receipt', to: 'a@b.example', at: AT } as const;
  expect(describeEmail({ ...mail, state: 'sent', reason: null })).toEqual({
    title: 'Receipt sent',
    detail: 'To a@b.example',
  });
  expect(describeEmail({ ...mail, state: 'bounced', reason: 'No such mailbox' })).toEqual({
    title: 'Receipt bounced',
    detail: 'To a@b.example. No such mailbox',
  });
});

test('sorts events newest first, with the checkout request last', () => {
  const lines = getTimelineEntries({
    events: [
      { kind: 'paid', at: '2026-11-20T14:12:00.000Z', facts: {} },
      { kind: 'checkout_started', at: '2026-11-20T14:12:00.456Z', facts: {} },
      { kind: 'renewed', at: '2026-12-20T14:12:00.000Z', facts: {} },
    ],
    mails: [{ kind: 'receipt', to: 'x', state: 'sent', at: '2026-11-20T14:12:00.000Z', reason: null }],
    paymentPlan: null,
  });
  expect(lines.map(({ title }) => title)).toEqual(['Renewed', 'Receipt sent', 'Paid', 'Checkout started']);
});

test('prints receipt amounts without their currency', () => {
  expect(formatReceiptAmount(104_700, 'USD')).toBe('1,047.00');
  expect(formatReceiptAmount(-1780, 'EUR')).toBe('−17.80');
  expect(formatReceiptAmount(500, 'JPY')).toBe('500');
  expect(formatReceiptAmount(1250, 'CHF')).toMatch(/^12\.50$/);
});
