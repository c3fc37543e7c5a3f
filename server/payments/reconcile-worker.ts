import { asc, eq, sql } from 'drizzle-orm';

import { AUDIT_RETENTION_DAYS } from '#domain/audit.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { deleteExpiredResponses } from '#server/api/idempotency.ts';
import { deleteExpiredAudit } from '#server/audit/record-audit.ts';
import { deleteExpiredLinks } from '#server/checkout/checkout-links.ts';
import { deleteOldDeclines } from '#server/checkout/record-card-declines.ts';
import type { Context } from '#server/core/context.ts';
import { reconcileCursors } from '#server/db/schema-stripe-events.ts';
import { cleanUpFiles } from '#server/delivery/clean-up-files.ts';
import { checkAndReportInvariants } from '#server/invariants/check-invariants.ts';
import { leaseRows, type LeasedRows } from '#server/jobs/leased-rows.ts';
import { openQueue, type Worker } from '#server/jobs/queue.ts';
import { deleteExpiredBuyerLinks } from '#server/orders/buyer-portal/buyer-session.ts';
import { endDeliveriesOfDeletedSellers } from '#server/orders/end-deliveries.ts';
import { limitPaymentPlans } from '#server/orders/limit-payment-plans.ts';
import { remindOfTrialEnds } from '#server/orders/remind-of-trial-ends.ts';
import { resumeRefunds } from '#server/orders/resume-refunds.ts';
import { deleteReportsClosedBefore } from '#server/pages/queries/page-reports.ts';
import {
  listOrdersWithoutSubscription,
  listOverdueOrders,
  listSalesWithoutRefunds,
} from '#server/payments/queries/incomplete-ledger.ts';
import {
  insertAccountCursors,
  insertReconcileCursors,
  PLATFORM_CURSOR,
  SWEEPS,
  makeAccountCursorsDue,
  updateCursor,
  postponeCursor,
  makeCheckoutCursorsDue,
  type ReconcileCursor,
} from '#server/stripe/reconcile-cursors.ts';

import { MAX_PENDING_MS } from '../ledger/apply-session.ts';
import type { Subject } from '../ledger/stripe-snapshot.ts';
import { updateLedger } from '../ledger/update-ledger.ts';
import { EVENT_RETENTION_MS, LEASE_MS, importMissedEvents } from './import-missed-events.ts';
import { BUSY_INTERVAL_MS, reconcileAccount } from './reconcile-account.ts';
import { expireClosedSessions, reconcileAttempts, type RunResult } from './reconcile-attempts.ts';

const BATCH_SIZE = 100;

/** Asks Stripe about payments that are pending for so long that the ledger gives them up. */
async function checkOverdueOrders(context: Context): Promise<void> {
  const before = new Date(context.now().getTime() - MAX_PENDING_MS);
  for (const { accountId, sessionId } of await listOverdueOrders(context.db, context.mode, before, BATCH_SIZE))
    await tryUpdateLedger(context, { accountId, kind: 'session', id: sessionId });
}

/** Completes rows of earlier versions: fetches missing refunds and subscriptions. */
async function completeOldRows(context: Context): Promise<void> {
  const { db, mode } = context;
  for (const { accountId, subscriptionId } of await listOrdersWithoutSubscription(db, mode, BATCH_SIZE))
    if (subscriptionId) await tryUpdateLedger(context, { accountId, kind: 'subscription', id: subscriptionId });
  for (const { accountId, chargeId, paymentIntentId } of await listSalesWithoutRefunds(db, mode, BATCH_SIZE)) {
    const id = chargeId ?? (await findChargeId(context, accountId, paymentIntentId));
    if (id) await tryUpdateLedger(context, { accountId, kind: 'charge', id });
  }
}

async function findChargeId(
  context: Context,
  accountId: string,
  paymentIntentId: string | null,
): Promise<string | null> {
  if (!paymentIntentId) return null;
  try {
    const { charges } = context.sellerStripe(accountId);
    const { data } = await charges.list({ payment_intent: paymentIntentId, limit: 100 });
    return data.find(({ paid }) => paid)?.id ?? null;
  } catch (error) {
    context.log.warn({ err: error, paymentIntentId }, 'charge_lookup_failed');
    return null;
  }
}

async function tryUpdateLedger(context: Context, subject: Subject): Promise<void> {
  try {
    await updateLedger(context, [subject]);
  } catch (error) {
    context.log.warn({ err: error, ...subject }, 'ledger_completion_failed');
  }
}

const DOWNTIME_MS = 10 * MINUTE_MS;
/** Delay after a failed run. */
const RETRY_MS = 5 * MINUTE_MS;
/**
 * Delay after three crashes in a row. Short: a process that is often killed for another reason has most to reconcile, and
 * an attempt should be resolved within ten minutes.
 */
const CRASH_BACKOFF_MS = 5 * MINUTE_MS;
/** A run extends its lease; this is longer than any run takes. */
const RUN_TIMEOUT_MS = 30 * MINUTE_MS;

type Sweep = {
  intervalMs: number;
  /** Delay of the first run; defaults to `intervalMs`. */
  firstDelayMs?: number;
  listedUntil: (now: Date) => Date;
  /** Returns the current claim, or null if the next run is scheduled already. */
  run: (context: Context, cursor: ReconcileCursor) => Promise<ReconcileCursor | null>;
};

const EPOCH = () => new Date(0);

const fullSweep =
  (run: (context: Context) => Promise<void>): Sweep['run'] =>
  async (context, cursor) => {
    await run(context);
    return cursor;
  };

/** A sweep in pages: its cursor stores the position, and it is due again at once while more is left. */
const pagedSweep =
  (runPage: (context: Context, since: Date) => Promise<RunResult>): Sweep['run'] =>
  async (context, cursor) => {
    const { listedUntil, hasMore } = await runPage(context, cursor.listedUntil);
    const nextAt = hasMore ? context.now() : cursor.nextAt;
    const isStillClaimed = await updateCursor(context.db, cursor, { listedUntil, nextAt });
    return isStillClaimed && !hasMore ? { ...cursor, listedUntil } : null;
  };

/** Deletes old audit entries, closed reports of pages, responses of the API, and expired checkout and purchases links. */
async function deleteExpiredRecords(context: Context): Promise<void> {
  await deleteExpiredAudit(context);
  await deleteExpiredResponses(context);
  await deleteExpiredLinks(context);
  await deleteExpiredBuyerLinks(context);
  await deleteReportsClosedBefore(context.db, new Date(context.realNow().getTime() - AUDIT_RETENTION_DAYS * DAY_MS));
}

/** Sweeps that are not about a single account, by cursor id. */
const SWEEPS_BY_CURSOR: Readonly<Record<string, Sweep>> = {
  [PLATFORM_CURSOR]: {
    intervalMs: BUSY_INTERVAL_MS,
    listedUntil: (now) => new Date(now.getTime() - EVENT_RETENTION_MS),
    run: importMissedEvents,
  },
  [SWEEPS.open]: { intervalMs: MINUTE_MS, listedUntil: EPOCH, run: sweepOpenWork },
  [SWEEPS.attempts]: { intervalMs: MINUTE_MS, listedUntil: EPOCH, run: pagedSweep(reconcileAttempts) },
  [SWEEPS.closed]: { intervalMs: MINUTE_MS, listedUntil: EPOCH, run: pagedSweep(expireClosedSessions) },
  [SWEEPS.ledger]: {
    intervalMs: 24 * HOUR_MS,
    firstDelayMs: MINUTE_MS,
    listedUntil: EPOCH,
    run: fullSweep(async (context) => {
      await checkOverdueOrders(context);
      await completeOldRows(context);
    }),
  },
  [SWEEPS.declines]: { intervalMs: HOUR_MS, listedUntil: EPOCH, run: fullSweep(deleteOldDeclines) },
  [SWEEPS.trials]: { intervalMs: HOUR_MS, listedUntil: EPOCH, run: fullSweep(remindOfTrialEnds) },
  [SWEEPS.deliveries]: { intervalMs: HOUR_MS, listedUntil: EPOCH, run: fullSweep(endDeliveriesOfDeletedSellers) },
  [SWEEPS.invariants]: { intervalMs: HOUR_MS, listedUntil: EPOCH, run: fullSweep(checkAndReportInvariants) },
  [SWEEPS.audit]: {
    intervalMs: 24 * HOUR_MS,
    firstDelayMs: HOUR_MS,
    listedUntil: EPOCH,
    run: fullSweep(deleteExpiredRecords),
  },
  [SWEEPS.files]: { intervalMs: HOUR_MS, listedUntil: EPOCH, run: fullSweep(cleanUpFiles) },
};

/** Sweeps that may be due again at once. */
const PAGED_CURSORS: ReadonlySet<string> = new Set([SWEEPS.attempts, SWEEPS.closed]);

/** Handles open work: new or selling accounts, unfinished refunds, and payment plans without an end. */
async function sweepOpenWork(context: Context, cursor: ReconcileCursor): Promise<ReconcileCursor> {
  const { db, mode } = context;
  const now = context.now();
  const earliest = new Date(now.getTime() - EVENT_RETENTION_MS);
  await insertAccountCursors(db, mode, { earliestTime: earliest, firstAfterMs: BUSY_INTERVAL_MS });
  if (now.getTime() - cursor.listedUntil.getTime() > DOWNTIME_MS) await handleDowntime(context, now);
  else await makeCheckoutCursorsDue(db, mode, cursor.listedUntil, BUSY_INTERVAL_MS);
  await resumeRefunds(context);
  await limitPaymentPlans(context);
  await updateCursor(db, cursor, { listedUntil: now });
  return cursor;
}

/**
 * Handles downtime: the server was stopped, the database restored, or the sandbox clock moved. Checks all accounts now and
 * delays the invariants for some minutes, so that overdue work can finish before an alert.
 */
async function handleDowntime({ db, mode }: Context, now: Date): Promise<void> {
  await makeAccountCursorsDue(db, mode, now);
  await postponeCursor(db, mode, SWEEPS.invariants, new Date(now.getTime() + DOWNTIME_MS));
}

async function runCursor(context: Context, cursor: ReconcileCursor): Promise<void> {
  const sweep = SWEEPS_BY_CURSOR[cursor.accountId];
  if (!sweep) return reconcileAccount(context, cursor);
  const claimed = await sweep.run(context, cursor);
  const nextAt = new Date(context.now().getTime() + sweep.intervalMs);
  if (claimed) await updateCursor(context.db, claimed, { nextAt });
}

async function postponeFailed(context: Context, cursor: ReconcileCursor, error: unknown): Promise<void> {
  context.log.warn({ err: error, cursor: cursor.accountId }, 'reconcile_run_failed');
  const delayMs = Math.min(RETRY_MS, SWEEPS_BY_CURSOR[cursor.accountId]?.intervalMs ?? RETRY_MS);
  await updateCursor(context.db, cursor, { nextAt: new Date(context.now().getTime() + delayMs) });
}

/**
 * Opens the worker that repairs what no event has reported: lost events, attempts, refunds and invariants. Its context
 * uses a rate-limited Stripe client.
 */
export function openReconcileWorker(context: Context): Worker {
  const { db } = context;
  let initialization: Promise<void> | null = null;
  /** Accounts and sweeps alternate, so that a sweep with many pages does not delay the accounts. */
  let accountsFirst = false;
  const initialize = (): Promise<void> =>
    (initialization ??= insertReconcileCursors(db, sweepCursors(context)).catch((error: unknown) => {
      initialization = null;
      throw error;
    }));
  const cursors = leaseCursors(context, false);
  const accountCursors = leaseCursors(context, true);
  return openQueue(context, {
    name: 'reconcile',
    claim: async (limit) => {
      await initialize();
      const claimed = await (accountsFirst ? accountCursors : cursors).claim(limit);
      accountsFirst = claimed.some(({ accountId }) => PAGED_CURSORS.has(accountId));
      return claimed;
    },
    isDue: async () => {
      await initialize();
      return cursors.isDue();
    },
    concurrency: 1,
    timeoutMs: RUN_TIMEOUT_MS,
    nameOf: (cursor) => `cursor ${cursor.mode} ${cursor.accountId}`,
    crashGuard: { ...cursors, delayMs: CRASH_BACKOFF_MS },
    run: (cursor) => runCursor(context, cursor),
    onError: (cursor, error) => postponeFailed(context, cursor, error),
  });
}

/** The sweep of open attempts comes first; accounts come last, or first with `accountsFirst`. */
const leaseCursors = ({ db, mode, now }: Context, accountsFirst: boolean): LeasedRows<ReconcileCursor> =>
  leaseRows(db, {
    table: reconcileCursors,
    key: ['mode', 'accountId'],
    dueAt: 'nextAt',
    isWaiting: eq(reconcileCursors.mode, mode),
    orderBy: [
      sql`(${reconcileCursors.accountId} like 'acct%') <> ${accountsFirst}`,
      sql`${reconcileCursors.accountId} <> ${SWEEPS.open}`,
      asc(reconcileCursors.nextAt),
    ],
    leaseMs: LEASE_MS,
    now,
  });

const sweepCursors = ({ mode, now }: Context): ReconcileCursor[] =>
  Object.entries(SWEEPS_BY_CURSOR).map(([accountId, { intervalMs, firstDelayMs = intervalMs, listedUntil }]) => ({
    mode,
    accountId,
    listedUntil: listedUntil(now()),
    nextAt: new Date(now().getTime() + firstDelayMs),
  }));
