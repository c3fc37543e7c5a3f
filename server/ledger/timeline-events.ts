import { isInquiry } from '#domain/order-detail.ts';
import type { OrderEventFacts } from '#domain/order-event.ts';
import type { OrderEventRow, OrderTimelineEvent } from '#server/ledger/queries/order-events.ts';

import type { OrderAggregate, DomainEvent } from './order-aggregate.ts';

/** Builds the timeline rows of an order from the events of an aggregate. */
export function timelineEvents(before: OrderAggregate, { attempt, order, events }: OrderAggregate): OrderEventRow[] {
  const entries: OrderTimelineEvent[] = events.map((event) => toTimelineEntry(event, attempt.currency));
  if (order && !before.order)
    entries.unshift({ key: 'checkout_started', kind: 'checkout_started', facts: {}, at: attempt.createdAt });
  return entries.map((entry) => ({ id: crypto.randomUUID(), attemptId: attempt.id, ...entry }));
}

function toTimelineEntry(event: DomainEvent, currency: string): OrderTimelineEvent {
  const { kind, at } = event;
  const { reference, facts = {} } = describeEvent(event, currency);
  return { key: reference === undefined ? kind : `${kind} ${reference}`, kind, facts, at };
}

/** `reference`: identifies the event among those of its kind. */
type EventDescription = { reference?: string; facts?: OrderEventFacts };

function describeEvent(event: DomainEvent, currency: string): EventDescription {
  switch (event.kind) {
    case 'paid':
      return { facts: moneyFacts(event.sale ?? { amount: 0, currency }) };
    case 'renewed':
      return { reference: event.sale.source, facts: moneyFacts(event.sale) };
    case 'renewal_failed': {
      const { invoiceId, tries, nextTryAt } = event.renewal;
      const nextTry = nextTryAt && { at: nextTryAt.toISOString() };
      return { reference: `${invoiceId} ${tries}`, facts: { ...moneyFacts(event.renewal), ...nextTry } };
    }
    case 'renewal_recovered':
      return { reference: event.invoiceId, facts: moneyFacts(event) };
    case 'refund_asked':
    case 'refunded':
    case 'refund_failed': {
      const { refundId, failureReason, reason: requestReason } = event.refund;
      const reason = event.kind === 'refund_failed' ? failureReason : requestReason;
      return { reference: String(refundId), facts: { ...moneyFacts(event.refund), ...(reason && { reason }) } };
    }
    case 'disputed':
    case 'dispute_answered':
    case 'dispute_won':
    case 'dispute_lost': {
      const { disputeId, status, reason, dueBy } = event.dispute;
      const deadline = event.kind === 'disputed' && dueBy && { at: dueBy.toISOString() };
      const reference = isInquiry(status) ? `${disputeId} inquiry` : disputeId;
      return { reference, facts: { ...moneyFacts(event.dispute), reason, ...deadline } };
    }
    case 'cancellation_set':
      return { reference: event.key, facts: { at: event.endsAt.toISOString() } };
    case 'cancellation_undone':
      return { reference: event.key };
    case 'access_paused':
    case 'access_resumed':
    case 'access_ended': {
      const { entitlement, name, at } = event;
      const reason = entitlement.reason ?? undefined;
      return { reference: `${entitlement.id} ${at.toISOString()}`, facts: { name, reason } };
    }
    default:
      return {};
  }
}

const moneyFacts = ({ amount, currency }: { amount: number; currency: string }): OrderEventFacts => ({
  amount,
  currency,
});
