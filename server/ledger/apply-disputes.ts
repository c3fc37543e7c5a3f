import type Stripe from 'stripe';

import { getDisputeOutcome, isInquiry } from '#domain/order-detail.ts';
import type { DisputeOutcome } from '#domain/order.ts';
import { dateOf } from '#server/stripe/stripe-values.ts';

import {
  keepIfUnchanged,
  withRow,
  type Dispute,
  type OrderAggregate,
  type Sale,
  type DomainEvent,
} from './order-aggregate.ts';

const OUTCOMES_BY_SEVERITY: readonly DisputeOutcome[] = ['lost', 'open', 'won'];

/** Returns the worst outcome of all disputes, or null if there are none. */
export const worstDisputeOutcome = (disputes: readonly Pick<Dispute, 'status'>[]): DisputeOutcome | null =>
  OUTCOMES_BY_SEVERITY.find((outcome) => disputes.some(({ status }) => getDisputeOutcome(status) === outcome)) ?? null;

export function applyDispute(
  aggregate: OrderAggregate,
  sale: Sale,
  stripeDispute: Stripe.Dispute,
  now: Date,
): OrderAggregate {
  const before = aggregate.disputes.find(({ disputeId }) => disputeId === stripeDispute.id);
  const dueBy = stripeDispute.evidence_details.due_by;
  const isOpen = getDisputeOutcome(stripeDispute.status) === 'open';
  const row: Dispute = {
    id: before?.id ?? crypto.randomUUID(),
    mode: sale.mode,
    sellerId: sale.sellerId,
    accountId: sale.accountId,
    attemptId: sale.attemptId,
    saleId: sale.id,
    disputeId: stripeDispute.id,
    currency: stripeDispute.currency.toUpperCase(),
    amount: stripeDispute.amount,
    reason: stripeDispute.reason,
    status: stripeDispute.status,
    dueBy: dueBy ? dateOf(dueBy) : null,
    createdAt: dateOf(stripeDispute.created),
    closedAt: isOpen ? null : (before?.closedAt ?? now),
    updatedAt: now,
  };
  if (before && keepIfUnchanged(before, row) === before) return aggregate;
  const newEvents = disputeEvents(before, row, now);
  return {
    ...aggregate,
    disputes: withRow(aggregate.disputes, row),
    events: [...aggregate.events, ...newEvents],
  };
}

const isUnderReview = ({ status }: Dispute): boolean => status.endsWith('under_review');

/** An inquiry that the bank turned into a dispute. */
const isEscalated = (before: Dispute, current: Dispute): boolean =>
  isInquiry(before.status) && !isInquiry(current.status);

function disputeEvents(before: Dispute | undefined, dispute: Dispute, now: Date): DomainEvent[] {
  const events: DomainEvent[] = [];
  if (!before) events.push({ kind: 'disputed', dispute, at: dispute.createdAt });
  else if (isEscalated(before, dispute)) events.push({ kind: 'disputed', dispute, at: now });
  if (isUnderReview(dispute) && !(before && isUnderReview(before)))
    events.push({ kind: 'dispute_answered', dispute, at: now });
  const outcome = getDisputeOutcome(dispute.status);
  const previousOutcome = before ? getDisputeOutcome(before.status) : 'open';
  if (outcome !== previousOutcome && outcome !== 'open')
    events.push({ kind: outcome === 'won' ? 'dispute_won' : 'dispute_lost', dispute, at: now });
  return events;
}
