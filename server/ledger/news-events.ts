import { isInquiry } from '#domain/dispute.ts';
import type { OrderEventFacts, OrderEventKind } from '#domain/order-event.ts';
import type { orderEvents } from '#server/db/schema-ledger.ts';

import type { Leaf } from './leaf.ts';
import type { News, NewsWith } from './news.ts';

type EventRow = typeof orderEvents.$inferSelect;
type Told = { key: string; kind: OrderEventKind; facts: OrderEventFacts; at: Date };

/** Builds the timeline rows of an order from the events of an aggregate. */
export function eventsOf(before: Leaf, { attempt, order, news }: Leaf): EventRow[] {
  const pressed: Told = { key: 'pressed_pay', kind: 'pressed_pay', facts: {}, at: attempt.createdAt };
  const isNew = order !== null && before.order === null;
  const told = [...(isNew ? [pressed] : []), ...news.map((one) => toldOf(one, attempt.currency))];
  return told.map((event) => ({ id: crypto.randomUUID(), attemptId: attempt.id, ...event }));
}

function toldOf(news: News, currency: string): Told {
  const { kind, at } = news;
  switch (news.kind) {
    case 'paid': {
      const { amount = 0, currency: code = currency } = news.sale ?? {};
      return { key: 'paid', kind, at, facts: { amount, currency: code } };
    }
    case 'renewed':
      return { key: `renewed ${news.sale.source}`, kind, at, facts: moneyOf(news.sale) };
    case 'renewal_failed':
      return failedOf(news);
    case 'renewal_recovered':
      return { key: `renewal_recovered ${news.invoiceId}`, kind, at, facts: moneyOf(news) };
    case 'refund_asked':
    case 'refunded':
    case 'refund_failed':
      return refundOf(news);
    case 'disputed':
    case 'dispute_answered':
    case 'dispute_won':
    case 'dispute_lost':
      return disputeOf(news);
    case 'cancellation_set':
      return { key: `cancellation_set ${news.key}`, kind, at, facts: { at: news.endsAt.toISOString() } };
    case 'cancellation_undone':
      return { key: `cancellation_undone ${news.key}`, kind, at, facts: {} };
    case 'pending':
    case 'payment_failed':
    case 'subscription_ended':
      return { key: kind, kind, at, facts: {} };
    default:
      throw new RangeError(`Unknown news ${String(kind)}`);
  }
}

const moneyOf = ({ amount, currency }: { amount: number; currency: string }): OrderEventFacts => ({
  amount,
  currency,
});

function failedOf({ kind, at, renewal }: NewsWith<'renewal'>): Told {
  const { invoiceId, tries, nextTryAt } = renewal;
  const next = nextTryAt ? { at: nextTryAt.toISOString() } : {};
  return { key: `renewal_failed ${invoiceId} ${tries}`, kind, at, facts: { ...moneyOf(renewal), ...next } };
}

function refundOf({ kind, at, refund }: NewsWith<'refund'>): Told {
  const why = kind === 'refund_failed' ? refund.failure : refund.reason;
  const facts = { ...moneyOf(refund), ...(why ? { reason: why } : {}) };
  return { key: `${kind} ${refund.refundId}`, kind, at, facts };
}

function disputeOf({ kind, at, dispute }: NewsWith<'dispute'>): Told {
  const due = kind === 'disputed' && dispute.dueBy ? { at: dispute.dueBy.toISOString() } : {};
  const facts = { ...moneyOf(dispute), reason: dispute.reason, ...due };
  const name = `${kind} ${dispute.disputeId}`;
  return { key: isInquiry(dispute.status) ? `${name} asked` : name, kind, at, facts };
}
