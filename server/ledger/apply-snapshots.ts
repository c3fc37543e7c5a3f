import type Stripe from 'stripe';

import { isUuid } from '#domain/text.ts';
import { idOfReference } from '#server/stripe/stripe-values.ts';

import { applyCharge } from './apply-charge.ts';
import { applyInvoice, isFailedRenewal } from './apply-invoice.ts';
import { applySession } from './apply-session.ts';
import { applySubscription } from './apply-subscription.ts';
import { ForeignObjectError, type ApplyContext, type OrderAggregate } from './order-aggregate.ts';
import type { Subject, StripeSnapshot, StripeSnapshotOf } from './stripe-snapshot.ts';

/** A subject with its snapshot as the last element; the snapshots before it are those of its dependencies. */
export type SubjectSnapshots = { subject: Subject; snapshots: readonly StripeSnapshot[] };

/** `refetch`: the subject must be fetched again, together with its dependencies. */
export type ApplyResult =
  | { kind: 'written'; aggregate: OrderAggregate }
  | { kind: 'nothing' }
  | { kind: 'refetch'; dependencies: readonly Subject[] };

/** Lookup of the ledger rows that a subject may concern. */
export type LedgerReader = {
  findAggregate: (attemptId: string) => OrderAggregate | null;
  /** Returns the attempt id of a known payment of an account. */
  findAttemptIdOfPayment: (accountId: string, paymentIntentId: string) => string | null;
  /** Returns true if the row was last written before Stripe was asked, or is new. */
  isUnchanged: (rowId: string) => boolean;
};

/** Returns the attempt id in a snapshot's metadata, or null if it has none in our format. */
export function findAttemptId(snapshot: StripeSnapshot): string | null {
  const id = metadataOf(snapshot)?.attempt_id;
  return id !== undefined && isUuid(id) ? id : null;
}

function metadataOf(snapshot: StripeSnapshot): Stripe.Metadata | null | undefined {
  switch (snapshot.kind) {
    case 'session':
      return snapshot.session.metadata;
    case 'invoice':
      return snapshot.invoice.parent?.subscription_details?.metadata;
    case 'subscription':
      return snapshot.subscription.metadata;
    default:
      return snapshot.charge.metadata;
  }
}

const UNRELATED: ApplyResult = { kind: 'nothing' };

/**
 * Applies the snapshots of a subject to its aggregate, those of dependencies first. Throws ForeignObjectError if the
 * attempt id in the metadata belongs to another object.
 */
export function applySnapshots(item: SubjectSnapshots, ledger: LedgerReader, applyContext: ApplyContext): ApplyResult {
  const ownSnapshot = item.snapshots.at(-1);
  if (!ownSnapshot) return UNRELATED;
  const aggregate = findAggregate(item, ledger);
  if (!aggregate) {
    // A payment that is not in the ledger and has no attempt id: its invoice may have one.
    const dependencies = ownSnapshot.kind === 'charge' ? listMissing(item, 'invoice', ownSnapshot.invoiceId) : [];
    return dependencies.length > 0 ? { kind: 'refetch', dependencies } : UNRELATED;
  }
  const withDependencies = item.snapshots
    .slice(0, -1)
    .reduce((current, snapshot) => applyDependency(current, snapshot, applyContext), aggregate);
  return ownSnapshot.kind === 'charge'
    ? applyChargeSnapshot(withDependencies, item, ownSnapshot, ledger, applyContext)
    : applyOwnSnapshot(withDependencies, item, ownSnapshot, ledger, applyContext);
}

function findAggregate(
  { subject: { accountId }, snapshots }: SubjectSnapshots,
  ledger: LedgerReader,
): OrderAggregate | null {
  const attemptId = snapshots
    .map((snapshot) => findAttemptId(snapshot) ?? findAttemptIdOfCharge(accountId, snapshot, ledger))
    .findLast((id) => id !== null);
  const aggregate = attemptId ? ledger.findAggregate(attemptId) : null;
  if (aggregate && aggregate.attempt.accountId !== accountId)
    throw new ForeignObjectError(`Account ${accountId} names attempt ${attemptId}, which belongs to another account`);
  return aggregate;
}

function findAttemptIdOfCharge(accountId: string, snapshot: StripeSnapshot, ledger: LedgerReader): string | null {
  const payment = snapshot.kind === 'charge' ? idOfReference(snapshot.charge.payment_intent) : null;
  return payment && ledger.findAttemptIdOfPayment(accountId, payment);
}

/** Returns the dependency unless its id is null or it is among the snapshots. */
const listMissing = (
  { subject: { accountId }, snapshots }: SubjectSnapshots,
  kind: Subject['kind'],
  id: string | null,
): Subject[] => (id === null || snapshots.some((snapshot) => snapshot.kind === kind) ? [] : [{ accountId, kind, id }]);

/** Applies the snapshot of a dependency only if it belongs to the attempt and the ledger does not have it. */
function applyDependency(
  aggregate: OrderAggregate,
  snapshot: StripeSnapshot,
  applyContext: ApplyContext,
): OrderAggregate {
  if (findAttemptId(snapshot) !== aggregate.attempt.id || snapshot.kind === 'charge') return aggregate;
  if (snapshot.kind === 'subscription' && aggregate.subscription) return aggregate;
  return applySnapshot(aggregate, snapshot, applyContext);
}

type SnapshotWithMetadata = Exclude<StripeSnapshot, { kind: 'charge' }>;

function applySnapshot(
  aggregate: OrderAggregate,
  snapshot: SnapshotWithMetadata,
  applyContext: ApplyContext,
): OrderAggregate {
  switch (snapshot.kind) {
    case 'session':
      return applySession(aggregate, snapshot, applyContext);
    case 'invoice':
      return applyInvoice(aggregate, snapshot.invoice, applyContext);
    default:
      return applySubscription(aggregate, snapshot.subscription, applyContext);
  }
}

function applyOwnSnapshot(
  aggregate: OrderAggregate,
  item: SubjectSnapshots,
  ownSnapshot: SnapshotWithMetadata,
  ledger: LedgerReader,
  applyContext: ApplyContext,
): ApplyResult {
  const applied = applySnapshot(aggregate, ownSnapshot, applyContext);
  const { attempt, order, subscription } = aggregate;
  const failed = ownSnapshot.kind === 'invoice' && isFailedRenewal(ownSnapshot.invoice) ? ownSnapshot.invoice : null;
  const canRevert = ownSnapshot.kind === 'subscription' || failed !== null;
  if (canRevert && subscription && !ledger.isUnchanged(subscription.id)) return { kind: 'refetch', dependencies: [] };
  const subscriptionId = subscription ? null : idOfReference(failed?.parent?.subscription_details?.subscription);
  const dependencies = listMissing(item, 'subscription', subscriptionId);
  // The receipt of a free trial says when it ends.
  if (ownSnapshot.kind === 'session' && attempt.trialDays !== null && !subscription)
    dependencies.push(...listMissing(item, 'subscription', idOfReference(ownSnapshot.session.subscription)));
  // Emails and webhooks contain the order number, so the order must exist before events are published.
  const hasNewEvents = applied.events.length > aggregate.events.length || dependencies.length > 0;
  if (hasNewEvents && !order) dependencies.push(...listMissing(item, 'session', attempt.sessionId));
  return dependencies.length > 0 ? { kind: 'refetch', dependencies } : { kind: 'written', aggregate: applied };
}

function applyChargeSnapshot(
  aggregate: OrderAggregate,
  item: SubjectSnapshots,
  ownSnapshot: StripeSnapshotOf<'charge'>,
  ledger: LedgerReader,
  applyContext: ApplyContext,
): ApplyResult {
  const { charge, invoiceId } = ownSnapshot;
  const payment = idOfReference(charge.payment_intent);
  if (!payment || charge.status === 'failed') return UNRELATED;
  const { attempt, order, refunds, disputes } = aggregate;
  const sale = aggregate.sales.find(({ paymentIntentId }) => paymentIntentId === payment);
  const dependencies = [
    ...listMissing(item, 'session', order ? null : attempt.sessionId),
    ...listMissing(item, 'invoice', sale ? null : invoiceId),
  ];
  if (dependencies.length > 0) return { kind: 'refetch', dependencies };
  if (!order && !attempt.sessionId) throw new Error(`The sale of charge ${charge.id} is not recorded yet`);
  if (!sale) return UNRELATED;
  const relatedRows = [...refunds, ...disputes].filter(({ saleId }) => saleId === sale.id);
  // Checks every row, so that the next pass knows all rows that have changed.
  const unchanged = [sale, ...relatedRows].map(({ id }) => ledger.isUnchanged(id));
  if (unchanged.includes(false)) return { kind: 'refetch', dependencies: [] };
  return { kind: 'written', aggregate: applyCharge(aggregate, sale, ownSnapshot, applyContext) };
}
