import type { Attempt } from '#server/db/attempts.ts';

import { ForeignEvent } from './foreign-event.ts';
import type { Desk, Leaf } from './leaf.ts';
import { planCharge } from './plan-charge.ts';
import { attemptOfInvoice, isFailedRenewal, planInvoice } from './plan-invoice.ts';
import { planSession } from './plan-session.ts';
import { planSubscription } from './plan-subscription.ts';
import type { Subject } from './subject.ts';
import { idOf, type Truth, type TruthOf } from './truth.ts';

/** A subject with its snapshot as the last element; the snapshots before it are those of its dependencies. */
export type Item = { subject: Subject; truths: readonly Truth[] };

/** Result of planning. `again`: the subject must be fetched again, together with its dependencies. */
export type Verdict =
  | { kind: 'written'; leaf: Leaf }
  | { kind: 'nothing' }
  | { kind: 'again'; needs: readonly Subject[] };

/** Lookup of the ledger rows that a subject may concern. */
export type Books = {
  findLeaf: (attemptId: string) => Leaf | null;
  /** Returns the attempt id of a known payment of an account. */
  findPaid: (accountId: string, paymentIntentId: string) => string | null;
  /** Returns true if the row was last written before Stripe was asked, or is new. */
  isFresh: (rowId: string) => boolean;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the attempt id in a snapshot's metadata, or null if it has none in our format. */
export function attemptNamed(truth: Truth): string | null {
  const named = namedIn(truth);
  return named !== undefined && UUID.test(named) ? named : null;
}

function namedIn(truth: Truth): string | undefined {
  switch (truth.kind) {
    case 'session':
      return truth.session.metadata?.attempt_id;
    case 'invoice':
      return attemptOfInvoice(truth.invoice);
    case 'subscription':
      return truth.subscription.metadata.attempt_id;
    case 'charge':
      return truth.charge.metadata.attempt_id;
    default:
      throw new RangeError('Unknown kind of a truth');
  }
}

const NOTHING: Verdict = { kind: 'nothing' };

/** Plans the ledger change for a subject. Throws ForeignObjectError if its attempt id belongs to another object. */
export function planItem({ subject, truths }: Item, books: Books, desk: Desk): Verdict {
  const leaf = leafOf(subject, truths, books);
  const own = truths.at(-1);
  if (!own) return NOTHING;
  if (!leaf) return own.kind === 'charge' ? unknownCharge(subject, own, truths) : NOTHING;
  // Snapshots of dependencies are applied first.
  const known = truths.slice(0, -1).reduce((before, truth) => planKnown(before, truth, desk), leaf);
  return planOwn(known, { subject, truths }, own, books, desk);
}

function leafOf({ accountId }: Subject, truths: readonly Truth[], books: Books): Leaf | null {
  const named = truths.map((truth) => attemptNamed(truth) ?? paidFor(accountId, truth, books));
  const attemptId = named.findLast((one) => one !== null);
  const leaf = attemptId ? books.findLeaf(attemptId) : null;
  if (leaf) checkAccount(accountId, leaf.attempt);
  return leaf;
}

function paidFor(accountId: string, truth: Truth, { findPaid }: Books): string | null {
  const payment = truth.kind === 'charge' ? idOf(truth.charge.payment_intent) : null;
  return payment && findPaid(accountId, payment);
}

function checkAccount(accountId: string, attempt: Attempt): void {
  if (attempt.accountId !== accountId)
    throw new ForeignEvent(
      `Account ${accountId} names attempt ${attempt.id}, which belongs to another account`,
    );
}

/** Applies the snapshot of a dependency only if it belongs to the attempt and the ledger does not have it. */
function planKnown(leaf: Leaf, truth: Truth, desk: Desk): Leaf {
  if (attemptNamed(truth) !== leaf.attempt.id || truth.kind === 'charge') return leaf;
  if (truth.kind === 'subscription' && leaf.subscription) return leaf;
  return PLANS[truth.kind](leaf, truth, desk);
}

const PLANS = {
  session: (leaf: Leaf, truth: Truth, desk: Desk) =>
    truth.kind === 'session' ? planSession(leaf, truth.session, desk) : leaf,
  invoice: (leaf: Leaf, truth: Truth, desk: Desk) =>
    truth.kind === 'invoice' ? planInvoice(leaf, truth.invoice, desk) : leaf,
  subscription: (leaf: Leaf, truth: Truth, desk: Desk) =>
    truth.kind === 'subscription' ? planSubscription(leaf, truth.subscription, desk) : leaf,
};

/** Handles a payment that is not in the ledger and has no attempt id: its invoice may have one. */
function unknownCharge({ accountId }: Subject, own: TruthOf<'charge'>, truths: readonly Truth[]): Verdict {
  const { invoiceId } = own;
  if (!invoiceId || truths.some(({ kind }) => kind === 'invoice')) return NOTHING;
  return { kind: 'again', needs: [{ accountId, kind: 'invoice', id: invoiceId }] };
}

function planOwn(leaf: Leaf, item: Item, own: Truth, books: Books, desk: Desk): Verdict {
  if (own.kind === 'charge') return planOwnCharge(leaf, item, own, books, desk);
  const after = PLANS[own.kind](leaf, own, desk);
  const { subscription } = leaf;
  const turnsBack = own.kind === 'subscription' || (own.kind === 'invoice' && isFailedRenewal(own.invoice));
  if (turnsBack && subscription && !books.isFresh(subscription.id)) return { kind: 'again', needs: [] };
  const needs = needsOf(leaf, after, item, own);
  return needs.length > 0 ? { kind: 'again', needs } : { kind: 'written', leaf: after };
}

/** Returns the subjects that must be known first and were not fetched yet. */
function needsOf(leaf: Leaf, after: Leaf, { subject, truths }: Item, own: Truth): Subject[] {
  const { accountId } = subject;
  const isAsked = (wanted: Subject['kind']) => truths.some(({ kind }) => kind === wanted);
  const needs: Subject[] = [];
  const failed = own.kind === 'invoice' && isFailedRenewal(own.invoice) ? own.invoice : null;
  const subscriptionId = idOf(failed?.parent?.subscription_details?.subscription);
  if (subscriptionId && !leaf.subscription && !isAsked('subscription'))
    needs.push({ accountId, kind: 'subscription', id: subscriptionId });
  const { sessionId } = leaf.attempt;
  // Emails and webhooks contain the order number, so the order must exist before events are published.
  const isNews = after.news.length > leaf.news.length || needs.length > 0;
  if (isNews && !leaf.order && sessionId && !isAsked('session'))
    needs.push({ accountId, kind: 'session', id: sessionId });
  return needs;
}

function planOwnCharge(
  leaf: Leaf,
  { subject: { accountId }, truths }: Item,
  own: TruthOf<'charge'>,
  books: Books,
  desk: Desk,
): Verdict {
  const payment = idOf(own.charge.payment_intent);
  if (!payment || own.charge.status === 'failed') return NOTHING;
  const sale = leaf.sales.find(({ paymentIntentId }) => paymentIntentId === payment);
  const isAsked = (wanted: Subject['kind']) => truths.some(({ kind }) => kind === wanted);
  const { sessionId } = leaf.attempt;
  const needs: Subject[] = [];
  if (!leaf.order && sessionId && !isAsked('session'))
    needs.push({ accountId, kind: 'session', id: sessionId });
  if (!sale && own.invoiceId && !isAsked('invoice'))
    needs.push({ accountId, kind: 'invoice', id: own.invoiceId });
  if (needs.length > 0) return { kind: 'again', needs };
  if (!leaf.order && !sessionId) throw new Error(`The sale of charge ${own.charge.id} is not recorded yet`);
  if (!sale) return NOTHING;
  const became = [...leaf.refunds, ...leaf.disputes].filter(({ saleId }) => saleId === sale.id);
  // Checks every row, so that the next pass knows all rows that have changed.
  const fresh = [sale, ...became].map(({ id }) => books.isFresh(id));
  if (fresh.includes(false)) return { kind: 'again', needs: [] };
  return { kind: 'written', leaf: planCharge(leaf, sale, own, desk) };
}
