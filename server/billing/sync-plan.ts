import { isDeepStrictEqual } from 'node:util';

import { FOREVER, type Card } from '#domain/subscription.ts';
import { audit } from '#server/audit/audit.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/db/client.ts';
import {
  findPlanRow,
  updatePlanDueAt,
  updatePlanTruth,
  type PlanRow,
  type PlanTruth,
} from '#server/db/plan-subscriptions.ts';
import { wakeUpgrades } from '#server/db/plan-upgrades.ts';
import { askProvider } from '#server/stripe/provider-errors.ts';
import { fetchPlan, type FetchedPlan } from './fetch-plan.ts';
import { planMails } from './plan-mails.ts';
import { nextLookAt, planTruthOf } from './plan-truth.ts';

const MAX_TRIES = 6;
/** Interval of looking for a subscription whose creation was not confirmed. */
const UNSEEN_MS = 3_600_000;

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
    const fetched = await askProvider(() => fetchPlan(context, before));
    if (!fetched) return { row: await putOff(context, before), fetched };
    const row = (await keep(context, before, fetched)) ?? (await keptByOthers(context, before, fetched));
    if (row) return { row, fetched };
  }
  throw new Error(`The plan of seller ${sellerId} was written by others ${MAX_TRIES} times`);
}

/** No subscription was created yet, or it is not visible yet. */
async function putOff(context: Context, row: PlanRow): Promise<PlanRow> {
  const dueAt = row.customerId ? new Date(context.now().getTime() + UNSEEN_MS) : FOREVER;
  await updatePlanDueAt(context.db, row.sellerId, row.mode, dueAt);
  return { ...row, dueAt };
}

async function keep(context: Context, before: PlanRow, fetched: FetchedPlan): Promise<PlanRow | null> {
  const now = context.now();
  const truth = planTruthOf(fetched, before, now);
  let [queued, woken] = [false, false];
  const row = await context.db.transaction(async (tx) => {
    const after = await updatePlanTruth(tx, before, {
      ...truth,
      accessTold: truth.accessUntil > now,
      dueAt: isPriceStepDue(before, truth, now) ? now : nextLookAt(truth, fetched, now),
      syncedAt: now,
    });
    if (!after) return null;
    await auditPlan(context, tx, before, after);
    queued = await planMails(tx, { before, after, fetched, now });
    woken = isOtherCard(before.card, after.card) && (await wakeUpgrades(tx, after.mode, after.sellerId));
    return after;
  });
  if (queued) context.ring('outbox');
  if (woken) context.ring('plans');
  return row;
}

/**
 * The plans worker moves a subscription to an announced price when a period starts or when nothing postpones it any more.
 * Further events of the same change do not delay that.
 */
const isPriceStepDue = (before: PlanRow, after: PlanTruth, now: Date): boolean =>
  after.newPriceAt !== null &&
  (before.dueAt <= now ||
    !isDeepStrictEqual(
      [before.currentPeriodEnd, before.cancelAt, before.pendingPlan],
      [after.currentPeriodEnd, after.cancelAt, after.pendingPlan],
    ));

/** Returns the row if a concurrent write stored exactly the fetched state, otherwise null. */
async function keptByOthers(
  { db, now }: Context,
  { sellerId, mode }: PlanRow,
  fetched: FetchedPlan,
): Promise<PlanRow | null> {
  const row = await findPlanRow(db, sellerId, mode);
  if (!row) return null;
  const truth = planTruthOf(fetched, row, now());
  return isDeepStrictEqual({ ...row, ...truth }, row) ? row : null;
}

/** Audits the state at Stripe, independent of who requested the change. */
async function auditPlan(context: Context, tx: Db, before: PlanRow, after: PlanRow): Promise<void> {
  const { sellerId, plan, status, cancelAt, subscriptionId } = after;
  const written = { actor: 'shop', sellerId, subject: subscriptionId ?? '' } as const;
  const isEnded = status === 'canceled' && before.status !== 'canceled';
  if (isEnded || (cancelAt && !before.cancelAt))
    await audit(context, tx, { ...written, act: 'plan_canceled', facts: { plan, status } });
  else if (plan !== before.plan)
    await audit(context, tx, {
      ...written,
      act: 'plan_changed',
      facts: { from: before.plan, to: plan, status },
    });
}

const isOtherCard = (before: Card | null, after: Card | null): boolean =>
  after !== null && (before?.brand !== after.brand || before.last4 !== after.last4);
