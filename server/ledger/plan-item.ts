import type { Attempt } from '#server/db/attempts.ts';

import { ForeignEvent } from './foreign-event.ts';
import type { Desk, Leaf } from './leaf.ts';
import { planCharge } from './plan-charge.ts';
import { attemptOfInvoice, isFailedRenewal, planInvoice } from './plan-invoice.ts';
import { planSession } from './plan-session.ts';
import { planSubscription } from './plan-subscription.ts';
import type { Subject } from './subject.ts';
import { idOf, type Truth, type TruthOf } from './truth.ts';

/** A subject with what the provider says of it, and before that of what it is known by. */
export type Item = { subject: Subject; truths: readonly Truth[] };

/** What comes of an item: `again` where it has to be asked for anew, together with what it needs. */
export type Verdict =
  | { kind: 'written'; leaf: Leaf }
  | { kind: 'nothing' }
  | { kind: 'again'; needs: readonly Subject[] };

/** The books as far as an item may be about them. */
export type Books = {
  findLeaf: (attemptId: string) => Leaf | null;
  /** The attempt that a payment of an account was made for, as far as our books know. */
  findPaid: (accountId: string, paymentIntentId: string) => string | null;
  /** Whether a row was written before the provider was asked; a new one is. */
  isFresh: (rowId: string) => boolean;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The attempt that a truth names; null where it names none of our making. */
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

/** Decides what an item means. Throws ForeignEvent where it names an attempt that is not its own. */
export function planItem({ subject, truths }: Item, books: Books, desk: Desk): Verdict {
  const leaf = leafOf(subject, truths, books);
  const own = truths.at(-1);
  if (!own) return NOTHING;
  if (!leaf) return own.kind === 'charge' ? unknownCharge(subject, own, truths) : NOTHING;
  // What it is known by is written first.
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

/** What only helps to understand another truth is written where it is ours and our books do not have it. */
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

/** A payment that our books do not know, and that names no attempt: its invoice may. */
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

/** What must be known first, as far as it was not asked for yet. */
function needsOf(leaf: Leaf, after: Leaf, { subject, truths }: Item, own: Truth): Subject[] {
  const { accountId } = subject;
  const isAsked = (wanted: Subject['kind']) => truths.some(({ kind }) => kind === wanted);
  const needs: Subject[] = [];
  const failed = own.kind === 'invoice' && isFailedRenewal(own.invoice) ? own.invoice : null;
  const subscriptionId = idOf(failed?.parent?.subscription_details?.subscription);
  if (subscriptionId && !leaf.subscription && !isAsked('subscription'))
    needs.push({ accountId, kind: 'subscription', id: subscriptionId });
  const { sessionId } = leaf.attempt;
  // Whoever is told of something reads the number of the order.
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
  // Each of them is looked at: all that are too new are known in the next round.
  const fresh = [sale, ...became].map(({ id }) => books.isFresh(id));
  if (fresh.includes(false)) return { kind: 'again', needs: [] };
  return { kind: 'written', leaf: planCharge(leaf, sale, own, desk) };
}
