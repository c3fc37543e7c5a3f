import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';

import { ForeignObjectError } from './foreign-object.ts';
import type { PlanningContext, OrderAggregate } from './order-aggregate.ts';
import { planCharge } from './plan-charge.ts';
import { attemptIdOfInvoice, isFailedRenewal, planInvoice } from './plan-invoice.ts';
import { planSession } from './plan-session.ts';
import { planSubscription } from './plan-subscription.ts';
import { type Subject, idOfReference, type StripeSnapshot, type StripeSnapshotOf } from './stripe-snapshot.ts';

/** A subject with its snapshot as the last element; the snapshots before it are those of its dependencies. */
export type SubjectSnapshots = { subject: Subject; snapshots: readonly StripeSnapshot[] };

/** Result of planning. `again`: the subject must be fetched again, together with its dependencies. */
export type PlanResult =
  | { kind: 'written'; aggregate: OrderAggregate }
  | { kind: 'nothing' }
  | { kind: 'again'; dependencies: readonly Subject[] };

/** Lookup of the ledger rows that a subject may concern. */
export type LedgerReader = {
  findAggregate: (attemptId: string) => OrderAggregate | null;
  /** Returns the attempt id of a known payment of an account. */
  findAttemptIdOfPayment: (accountId: string, paymentIntentId: string) => string | null;
  /** Returns true if the row was last written before Stripe was asked, or is new. */
  isUnchanged: (rowId: string) => boolean;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the attempt id in a snapshot's metadata, or null if it has none in our format. */
export function findAttemptId(snapshot: StripeSnapshot): string | null {
  const metadataAttemptId = readAttemptIdMetadata(snapshot);
  return metadataAttemptId !== undefined && UUID.test(metadataAttemptId) ? metadataAttemptId : null;
}

function readAttemptIdMetadata(snapshot: StripeSnapshot): string | undefined {
  switch (snapshot.kind) {
    case 'session':
      return snapshot.session.metadata?.attempt_id;
    case 'invoice':
      return attemptIdOfInvoice(snapshot.invoice);
    case 'subscription':
      return snapshot.subscription.metadata.attempt_id;
    case 'charge':
      return snapshot.charge.metadata.attempt_id;
    default:
      throw new RangeError('Unknown kind of a snapshot');
  }
}

const UNRELATED: PlanResult = { kind: 'nothing' };

/** Plans the ledger change for a subject. Throws ForeignObjectError if its attempt id belongs to another object. */
export function planSubject(
  { subject, snapshots }: SubjectSnapshots,
  ledger: LedgerReader,
  planningContext: PlanningContext,
): PlanResult {
  const aggregate = resolveAggregate(subject, snapshots, ledger);
  const ownSnapshot = snapshots.at(-1);
  if (!ownSnapshot) return UNRELATED;
  if (!aggregate) return ownSnapshot.kind === 'charge' ? planUnknownCharge(subject, ownSnapshot, snapshots) : UNRELATED;
  // Snapshots of dependencies are applied first.
  const withDependencies = snapshots
    .slice(0, -1)
    .reduce((current, snapshot) => planDependency(current, snapshot, planningContext), aggregate);
  return planOwnSnapshot(withDependencies, { subject, snapshots }, ownSnapshot, ledger, planningContext);
}

function resolveAggregate(
  { accountId }: Subject,
  snapshots: readonly StripeSnapshot[],
  ledger: LedgerReader,
): OrderAggregate | null {
  const attemptIds = snapshots.map(
    (snapshot) => findAttemptId(snapshot) ?? findAttemptIdOfCharge(accountId, snapshot, ledger),
  );
  const attemptId = attemptIds.findLast((id) => id !== null);
  const aggregate = attemptId ? ledger.findAggregate(attemptId) : null;
  if (aggregate) assertSameAccount(accountId, aggregate.attempt);
  return aggregate;
}

function findAttemptIdOfCharge(
  accountId: string,
  snapshot: StripeSnapshot,
  { findAttemptIdOfPayment }: LedgerReader,
): string | null {
  const payment = snapshot.kind === 'charge' ? idOfReference(snapshot.charge.payment_intent) : null;
  return payment && findAttemptIdOfPayment(accountId, payment);
}

function assertSameAccount(accountId: string, attempt: CheckoutAttempt): void {
  if (attempt.accountId !== accountId)
    throw new ForeignObjectError(`Account ${accountId} names attempt ${attempt.id}, which belongs to another account`);
}

/** Applies the snapshot of a dependency only if it belongs to the attempt and the ledger does not have it. */
function planDependency(
  aggregate: OrderAggregate,
  snapshot: StripeSnapshot,
  planningContext: PlanningContext,
): OrderAggregate {
  if (findAttemptId(snapshot) !== aggregate.attempt.id || snapshot.kind === 'charge') return aggregate;
  if (snapshot.kind === 'subscription' && aggregate.subscription) return aggregate;
  return PLANNERS[snapshot.kind](aggregate, snapshot, planningContext);
}

const PLANNERS = {
  session: (aggregate: OrderAggregate, snapshot: StripeSnapshot, planningContext: PlanningContext) =>
    snapshot.kind === 'session' ? planSession(aggregate, snapshot.session, planningContext) : aggregate,
  invoice: (aggregate: OrderAggregate, snapshot: StripeSnapshot, planningContext: PlanningContext) =>
    snapshot.kind === 'invoice' ? planInvoice(aggregate, snapshot.invoice, planningContext) : aggregate,
  subscription: (aggregate: OrderAggregate, snapshot: StripeSnapshot, planningContext: PlanningContext) =>
    snapshot.kind === 'subscription' ? planSubscription(aggregate, snapshot.subscription, planningContext) : aggregate,
};

/** Handles a payment that is not in the ledger and has no attempt id: its invoice may have one. */
function planUnknownCharge(
  { accountId }: Subject,
  ownSnapshot: StripeSnapshotOf<'charge'>,
  snapshots: readonly StripeSnapshot[],
): PlanResult {
  const { invoiceId } = ownSnapshot;
  if (!invoiceId || snapshots.some(({ kind }) => kind === 'invoice')) return UNRELATED;
  return { kind: 'again', dependencies: [{ accountId, kind: 'invoice', id: invoiceId }] };
}

function planOwnSnapshot(
  aggregate: OrderAggregate,
  item: SubjectSnapshots,
  ownSnapshot: StripeSnapshot,
  ledger: LedgerReader,
  planningContext: PlanningContext,
): PlanResult {
  if (ownSnapshot.kind === 'charge') return planChargeSnapshot(aggregate, item, ownSnapshot, ledger, planningContext);
  const planned = PLANNERS[ownSnapshot.kind](aggregate, ownSnapshot, planningContext);
  const { subscription } = aggregate;
  const canRevert =
    ownSnapshot.kind === 'subscription' || (ownSnapshot.kind === 'invoice' && isFailedRenewal(ownSnapshot.invoice));
  if (canRevert && subscription && !ledger.isUnchanged(subscription.id)) return { kind: 'again', dependencies: [] };
  const dependencies = findDependencies(aggregate, planned, item, ownSnapshot);
  return dependencies.length > 0 ? { kind: 'again', dependencies } : { kind: 'written', aggregate: planned };
}

/** Returns the subjects that must be known first and were not fetched yet. */
function findDependencies(
  aggregate: OrderAggregate,
  planned: OrderAggregate,
  { subject, snapshots }: SubjectSnapshots,
  ownSnapshot: StripeSnapshot,
): Subject[] {
  const { accountId } = subject;
  const isFetched = (neededKind: Subject['kind']) => snapshots.some(({ kind }) => kind === neededKind);
  const dependencies: Subject[] = [];
  const failed = ownSnapshot.kind === 'invoice' && isFailedRenewal(ownSnapshot.invoice) ? ownSnapshot.invoice : null;
  const subscriptionId = idOfReference(failed?.parent?.subscription_details?.subscription);
  if (subscriptionId && !aggregate.subscription && !isFetched('subscription'))
    dependencies.push({ accountId, kind: 'subscription', id: subscriptionId });
  const { sessionId } = aggregate.attempt;
  // Emails and webhooks contain the order number, so the order must exist before events are published.
  const hasNewEvents = planned.events.length > aggregate.events.length || dependencies.length > 0;
  if (hasNewEvents && !aggregate.order && sessionId && !isFetched('session'))
    dependencies.push({ accountId, kind: 'session', id: sessionId });
  return dependencies;
}

function planChargeSnapshot(
  aggregate: OrderAggregate,
  { subject: { accountId }, snapshots }: SubjectSnapshots,
  ownSnapshot: StripeSnapshotOf<'charge'>,
  ledger: LedgerReader,
  planningContext: PlanningContext,
): PlanResult {
  const payment = idOfReference(ownSnapshot.charge.payment_intent);
  if (!payment || ownSnapshot.charge.status === 'failed') return UNRELATED;
  const sale = aggregate.sales.find(({ paymentIntentId }) => paymentIntentId === payment);
  const isFetched = (neededKind: Subject['kind']) => snapshots.some(({ kind }) => kind === neededKind);
  const { sessionId } = aggregate.attempt;
  const dependencies: Subject[] = [];
  if (!aggregate.order && sessionId && !isFetched('session'))
    dependencies.push({ accountId, kind: 'session', id: sessionId });
  if (!sale && ownSnapshot.invoiceId && !isFetched('invoice'))
    dependencies.push({ accountId, kind: 'invoice', id: ownSnapshot.invoiceId });
  if (dependencies.length > 0) return { kind: 'again', dependencies };
  if (!aggregate.order && !sessionId)
    throw new Error(`The sale of charge ${ownSnapshot.charge.id} is not recorded yet`);
  if (!sale) return UNRELATED;
  const relatedRows = [...aggregate.refunds, ...aggregate.disputes].filter(({ saleId }) => saleId === sale.id);
  // Checks every row, so that the next pass knows all rows that have changed.
  const unchanged = [sale, ...relatedRows].map(({ id }) => ledger.isUnchanged(id));
  if (unchanged.includes(false)) return { kind: 'again', dependencies: [] };
  return { kind: 'written', aggregate: planCharge(aggregate, sale, ownSnapshot, planningContext) };
}
