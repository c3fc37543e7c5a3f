import type Stripe from 'stripe';

import { isInquiry } from '#domain/dispute.ts';
import type { DisputeOutcome } from '#domain/order.ts';

import { unlessSame } from './differing-keys.ts';
import { withRow, type Desk, type Dispute, type Leaf, type Sale } from './leaf.ts';
import type { News } from './news.ts';
import { dateOf } from './truth.ts';

/** Maps a Stripe dispute status, including inquiries, to our outcome. */
export function disputeOutcome(status: string): DisputeOutcome {
  if (status === 'lost') return 'lost';
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open';
}

const WORST: readonly DisputeOutcome[] = ['lost', 'open', 'won'];

/** Returns the worst outcome of all disputes, or null if there are none. */
export const worstOf = (disputes: readonly Pick<Dispute, 'status'>[]): DisputeOutcome | null =>
  WORST.find((outcome) => disputes.some(({ status }) => disputeOutcome(status) === outcome)) ?? null;

/** Creates or updates one row for each dispute of a payment. */
export const planDisputes = (leaf: Leaf, sale: Sale, told: readonly Stripe.Dispute[], desk: Desk): Leaf =>
  told.reduce((after, dispute) => planDispute(after, sale, dispute, desk), leaf);

function planDispute(leaf: Leaf, sale: Sale, truth: Stripe.Dispute, { now }: Desk): Leaf {
  const before = leaf.disputes.find(({ disputeId }) => disputeId === truth.id);
  const dueBy = truth.evidence_details.due_by;
  const isOpen = disputeOutcome(truth.status) === 'open';
  const row: Dispute = {
    id: before?.id ?? crypto.randomUUID(),
    mode: sale.mode,
    sellerId: sale.sellerId,
    accountId: sale.accountId,
    attemptId: sale.attemptId,
    saleId: sale.id,
    disputeId: truth.id,
    currency: truth.currency.toUpperCase(),
    amount: truth.amount,
    reason: truth.reason,
    status: truth.status,
    dueBy: dueBy ? dateOf(dueBy) : null,
    createdAt: dateOf(truth.created),
    closedAt: isOpen ? null : (before?.closedAt ?? now),
  };
  if (before && unlessSame(before, row) === before) return leaf;
  const news = newsOf(before, row, now);
  return { ...leaf, disputes: withRow(leaf.disputes, row), news: [...leaf.news, ...news] };
}

const isAnswered = ({ status }: Dispute): boolean => status.endsWith('under_review');

/** An inquiry that the bank turned into a dispute. */
const hasGrown = (before: Dispute, after: Dispute): boolean =>
  isInquiry(before.status) && !isInquiry(after.status);

function newsOf(before: Dispute | undefined, dispute: Dispute, now: Date): News[] {
  const news: News[] = [];
  if (!before) news.push({ kind: 'disputed', dispute, at: dispute.createdAt });
  else if (hasGrown(before, dispute)) news.push({ kind: 'disputed', dispute, at: now });
  if (isAnswered(dispute) && !(before && isAnswered(before)))
    news.push({ kind: 'dispute_answered', dispute, at: now });
  const outcome = disputeOutcome(dispute.status);
  const was = before ? disputeOutcome(before.status) : 'open';
  if (outcome !== was && outcome !== 'open')
    news.push({ kind: outcome === 'won' ? 'dispute_won' : 'dispute_lost', dispute, at: now });
  return news;
}
