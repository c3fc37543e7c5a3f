import { isInquiry } from '#domain/order-detail.ts';
import type { OrderEventFacts, OrderEventKind } from '#domain/order-event.ts';
import type { orderEvents } from '#server/db/schema-ledger.ts';

import type { OrderAggregate, DomainEvent, DomainEventWith } from './order-aggregate.ts';

type EventRow = typeof orderEvents.$inferSelect;
type TimelineEntry = { key: string; kind: OrderEventKind; facts: OrderEventFacts; at: Date };

/** Builds the timeline rows of an order from the events of an aggregate. */
export function timelineEvents(before: OrderAggregate, { attempt, order, events }: OrderAggregate): EventRow[] {
  const payClicked: TimelineEntry = {
    key: 'pressed_pay',
    kind: 'pressed_pay',
    facts: {},
    at: attempt.createdAt,
  };
  const isNew = order !== null && before.order === null;
  const entries = [
    ...(isNew ? [payClicked] : []),
    ...events.map((domainEvent) => toTimelineEntry(domainEvent, attempt.currency)),
  ];
  return entries.map((event) => ({ id: crypto.randomUUID(), attemptId: attempt.id, ...event }));
}

function toTimelineEntry(event: DomainEvent, currency: string): TimelineEntry {
  const { kind, at } = event;
  switch (event.kind) {
    case 'paid': {
      const { amount = 0, currency: code = currency } = event.sale ?? {};
      return { key: 'paid', kind, at, facts: { amount, currency: code } };
    }
    case 'renewed':
      return { key: `renewed ${event.sale.source}`, kind, at, facts: moneyFacts(event.sale) };
    case 'renewal_failed':
      return renewalFailedEntry(event);
    case 'renewal_recovered':
      return { key: `renewal_recovered ${event.invoiceId}`, kind, at, facts: moneyFacts(event) };
    case 'refund_asked':
    case 'refunded':
    case 'refund_failed':
      return refundEntry(event);
    case 'disputed':
    case 'dispute_answered':
    case 'dispute_won':
    case 'dispute_lost':
      return disputeEntry(event);
    case 'cancellation_set':
      return { key: `cancellation_set ${event.key}`, kind, at, facts: { at: event.endsAt.toISOString() } };
    case 'cancellation_undone':
      return { key: `cancellation_undone ${event.key}`, kind, at, facts: {} };
    case 'pending':
    case 'payment_failed':
    case 'subscription_ended':
      return { key: kind, kind, at, facts: {} };
    default:
      throw new RangeError(`Unknown news ${String(kind)}`);
  }
}

const moneyFacts = ({ amount, currency }: { amount: number; currency: string }): OrderEventFacts => ({
  amount,
  currency,
});

function renewalFailedEntry({ kind, at, renewal }: DomainEventWith<'renewal'>): TimelineEntry {
  const { invoiceId, tries, nextTryAt } = renewal;
  const nextAttempt = nextTryAt ? { at: nextTryAt.toISOString() } : {};
  return {
    key: `renewal_failed ${invoiceId} ${tries}`,
    kind,
    at,
    facts: { ...moneyFacts(renewal), ...nextAttempt },
  };
}

function refundEntry({ kind, at, refund }: DomainEventWith<'refund'>): TimelineEntry {
  const reason = kind === 'refund_failed' ? refund.failureReason : refund.reason;
  const facts = { ...moneyFacts(refund), ...(reason ? { reason: reason } : {}) };
  return { key: `${kind} ${refund.refundId}`, kind, at, facts };
}

function disputeEntry({ kind, at, dispute }: DomainEventWith<'dispute'>): TimelineEntry {
  const deadline = kind === 'disputed' && dispute.dueBy ? { at: dispute.dueBy.toISOString() } : {};
  const facts = { ...moneyFacts(dispute), reason: dispute.reason, ...deadline };
  const name = `${kind} ${dispute.disputeId}`;
  return { key: isInquiry(dispute.status) ? `${name} asked` : name, kind, at, facts };
}
