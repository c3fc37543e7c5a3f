import { isDeepStrictEqual } from 'node:util';

import { FOREVER, type Card } from '#domain/subscription.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import { makeUpgradesDue } from '#server/billing/queries/plan-upgrades.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import {
  findPlanRow,
  reschedulePlan,
  applyPlanSnapshot,
  type PlanRow,
  type PlanSnapshot,
} from '#server/sellers/seller-plans.ts';
import { callStripe } from '#server/stripe/stripe-errors.ts';

import { fetchPlan, type FetchedPlan } from './fetch-plan.ts';
import { queuePlanEmails } from './plan-emails.ts';
import { nextSyncAt, toPlanSnapshot } from './plan-snapshot.ts';

const MAX_TRIES = 6;
/** Interval of looking for a subscription whose creation was not confirmed. */
const UNCONFIRMED_RETRY_MS = 3_600_000;

/** A seller's row and the subscription from which it was written. */
export type SyncedPlan = { row: PlanRow; fetched: FetchedPlan | null };

/**
 * Fetches a seller's subscription and stores it. If the row was written meanwhile, it fetches again, so that the row never
 * goes back to older state. A concurrent write of the same state counts as success, because one change causes many events.
 */
export async function syncPlan(context: Context, sellerId: string): Promise<SyncedPlan | null> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const before = await findPlanRow(context.db, sellerId, context.mode);
    if (!before) return null;
    const fetched = await callStripe(() => fetchPlan(context, before));
    if (!fetched) return { row: await postponeSync(context, before), fetched };
    const row = (await storeSnapshot(context, before, fetched)) ?? (await findEqualRow(context, before, fetched));
    if (row) return { row, fetched };
  }
  throw new Error(`The plan of seller ${sellerId} was written by others ${MAX_TRIES} times`);
}

/** No subscription was created yet, or it is not visible yet. */
async function postponeSync(context: Context, row: PlanRow): Promise<PlanRow> {
  const dueAt = row.customerId ? new Date(context.now().getTime() + UNCONFIRMED_RETRY_MS) : FOREVER;
  await reschedulePlan(context.db, row.sellerId, row.mode, dueAt);
  return { ...row, dueAt };
}

async function storeSnapshot(context: Context, before: PlanRow, fetched: FetchedPlan): Promise<PlanRow | null> {
  const now = context.now();
  const snapshot = toPlanSnapshot(fetched, before, now);
  let [hasQueuedEmails, hasWokenUpgrades] = [false, false];
  const row = await context.db.transaction(async (tx) => {
    const after = await applyPlanSnapshot(tx, before, {
      ...snapshot,
      accessAnnounced: snapshot.accessUntil > now,
      dueAt: isPriceMoveDue(before, snapshot, now) ? now : nextSyncAt(snapshot, fetched, now),
      syncedAt: now,
    });
    if (!after) return null;
    await auditPlanChange(context, tx, before, after);
    hasQueuedEmails = await queuePlanEmails(tx, { before, after, fetched, now });
    hasWokenUpgrades =
      isCardReplaced(before.card, after.card) && (await makeUpgradesDue(tx, after.mode, after.sellerId));
    return after;
  });
  if (hasQueuedEmails) context.wake('outbox');
  if (hasWokenUpgrades) context.wake('plans');
  return row;
}

/**
 * The plans worker moves a subscription to an announced price when a period starts or when nothing postpones it any more.
 * Further events of the same change do not delay that.
 */
const isPriceMoveDue = (before: PlanRow, after: PlanSnapshot, now: Date): boolean =>
  after.newPriceAt !== null &&
  (before.dueAt <= now ||
    !isDeepStrictEqual(
      [before.currentPeriodEnd, before.cancelAt, before.pendingPlan],
      [after.currentPeriodEnd, after.cancelAt, after.pendingPlan],
    ));

/** Returns the row if a concurrent write stored exactly the fetched state, otherwise null. */
async function findEqualRow(
  { db, now }: Context,
  { sellerId, mode }: PlanRow,
  fetched: FetchedPlan,
): Promise<PlanRow | null> {
  const row = await findPlanRow(db, sellerId, mode);
  if (!row) return null;
  const snapshot = toPlanSnapshot(fetched, row, now());
  return isDeepStrictEqual({ ...row, ...snapshot }, row) ? row : null;
}

/** Audits the state at Stripe, independent of who requested the change. */
async function auditPlanChange(context: Context, tx: Db, before: PlanRow, after: PlanRow): Promise<void> {
  const { sellerId, plan, status, cancelAt, subscriptionId } = after;
  const auditEntry = { actor: 'system', sellerId, subject: subscriptionId ?? '' } as const;
  const isEnded = status === 'canceled' && before.status !== 'canceled';
  if (isEnded || (cancelAt && !before.cancelAt))
    await recordAudit(context, tx, { ...auditEntry, action: 'plan_canceled', facts: { plan, status } });
  else if (plan !== before.plan)
    await recordAudit(context, tx, {
      ...auditEntry,
      action: 'plan_changed',
      facts: { from: before.plan, to: plan, status },
    });
}

const isCardReplaced = (before: Card | null, after: Card | null): boolean =>
  after !== null && (before?.brand !== after.brand || before.last4 !== after.last4);
