import { sweepAudit } from '#server/audit/sweep-audit.ts';
import type { Context } from '#server/context.ts';
import { runCounted } from '#server/counted-job.ts';
import {
  claimCursor,
  findNextCursorDue,
  insertAccountCursors,
  insertCursors,
  PLATFORM,
  SWEEPS,
  updateAccountCursorsDue,
  updateCursor,
  updateCursorPutOff,
  updateCursorsOfBuyers,
  type Cursor,
} from '#server/db/event-cursors.ts';
import { watchInvariants } from '#server/invariants/watch-invariants.ts';
import { resumeRefunds } from '#server/orders/resume-refunds.ts';
import { sweepRefusals } from '#server/pay-brake/sweep-refusals.ts';
import { openWorker, type Worker } from '#server/worker.ts';

import { EVENTS_KEPT_MS, LEASE_MS, putInListedEvents } from './listed-events.ts';
import { completeOldBooks } from './old-books.ts';
import { expireClosed, lookForAttempts, type RunResult } from './open-attempts.ts';
import { BUSY_GAP_MS, visitAccount } from './visit-account.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const AWAY_MS = 10 * MINUTE_MS;
/** Delay after a failed run. */
const RETRY_MS = 5 * MINUTE_MS;
/**
 * Delay after three crashes in a row. Short: a process that is often killed for another reason has most to reconcile, and
 * an attempt should be resolved within ten minutes.
 */
const PUT_OFF_MS = 5 * MINUTE_MS;
/** A run extends its lease; this is longer than any run takes. */
const PATIENCE_MS = 30 * MINUTE_MS;

type Sweep = {
  gapMs: number;
  /** Delay of the first run; defaults to `intervalMs`. */
  firstMs?: number;
  listedTo: (now: Date) => Date;
  /** Returns the current claim, or null if the next run is scheduled already. */
  run: (context: Context, cursor: Cursor) => Promise<Cursor | null>;
};

const EVER = () => new Date(0);

const whole =
  (run: (context: Context) => Promise<void>): Sweep['run'] =>
  async (context, cursor) => {
    await run(context);
    return cursor;
  };

/** A sweep in pages: its cursor stores the position, and it is due again at once while more is left. */
const paged =
  (runPage: (context: Context, since: Date) => Promise<RunResult>): Sweep['run'] =>
  async (context, cursor) => {
    const { listedTo, isMore } = await runPage(context, cursor.listedTo);
    const nextAt = isMore ? context.now() : cursor.nextAt;
    const isOurs = await updateCursor(context.db, cursor, { listedTo, nextAt });
    return isOurs && !isMore ? { ...cursor, listedTo } : null;
  };

/** Sweeps that are not about a single account, by cursor id. */
const SWEEP_OF: Readonly<Record<string, Sweep>> = {
  [PLATFORM]: {
    gapMs: BUSY_GAP_MS,
    listedTo: (now) => new Date(now.getTime() - EVENTS_KEPT_MS),
    run: putInListedEvents,
  },
  [SWEEPS.open]: { gapMs: MINUTE_MS, listedTo: EVER, run: sweepOpen },
  [SWEEPS.attempts]: { gapMs: MINUTE_MS, listedTo: EVER, run: paged(lookForAttempts) },
  [SWEEPS.closed]: { gapMs: MINUTE_MS, listedTo: EVER, run: paged(expireClosed) },
  [SWEEPS.books]: { gapMs: 24 * HOUR_MS, firstMs: MINUTE_MS, listedTo: EVER, run: whole(completeOldBooks) },
  [SWEEPS.refusals]: { gapMs: HOUR_MS, listedTo: EVER, run: whole(sweepRefusals) },
  [SWEEPS.invariants]: { gapMs: HOUR_MS, listedTo: EVER, run: whole(watchInvariants) },
  [SWEEPS.audit]: { gapMs: 24 * HOUR_MS, firstMs: HOUR_MS, listedTo: EVER, run: whole(sweepAudit) },
};

/** Sweeps that may be due again at once. */
const PAGED: ReadonlySet<string> = new Set([SWEEPS.attempts, SWEEPS.closed]);

/** Handles open work: new or selling accounts and unfinished refunds. */
async function sweepOpen(context: Context, cursor: Cursor): Promise<Cursor> {
  const { db, mode } = context;
  const now = context.now();
  const earliest = new Date(now.getTime() - EVENTS_KEPT_MS);
  await insertAccountCursors(db, mode, { earliest, firstAfterMs: BUSY_GAP_MS });
  if (now.getTime() - cursor.listedTo.getTime() > AWAY_MS) await comeBack(context, now);
  else await updateCursorsOfBuyers(db, mode, cursor.listedTo, BUSY_GAP_MS);
  await resumeRefunds(context);
  await updateCursor(db, cursor, { listedTo: now });
  return cursor;
}

/**
 * Handles downtime: the server was stopped, the database restored, or the sandbox clock moved. Checks all accounts now and
 * delays the invariants for some minutes, so that overdue work can finish before an alert.
 */
async function comeBack({ db, mode }: Context, now: Date): Promise<void> {
  await updateAccountCursorsDue(db, mode, now);
  await updateCursorPutOff(db, mode, SWEEPS.invariants, new Date(now.getTime() + AWAY_MS));
}

async function visitCounted(context: Context, cursor: Cursor): Promise<void> {
  const job = { name: `cursor ${cursor.mode} ${cursor.accountId}`, patienceMs: PATIENCE_MS };
  try {
    if (await runCounted(context, job, () => visit(context, cursor))) return;
    await updateCursor(context.db, cursor, { nextAt: new Date(context.now().getTime() + PUT_OFF_MS) });
  } catch (error) {
    context.log.warn({ err: error, cursor: cursor.accountId }, 'a look for what is missing did not end');
  }
}

async function visit(context: Context, cursor: Cursor): Promise<void> {
  const sweep = SWEEP_OF[cursor.accountId];
  try {
    if (!sweep) return await visitAccount(context, cursor);
    const claimed = await sweep.run(context, cursor);
    const nextAt = new Date(context.now().getTime() + sweep.gapMs);
    if (claimed) await updateCursor(context.db, claimed, { nextAt });
  } catch (error) {
    context.log.warn({ err: error, cursor: cursor.accountId }, 'what may be missing could not be looked for');
    const wait = Math.min(RETRY_MS, sweep?.gapMs ?? RETRY_MS);
    await updateCursor(context.db, cursor, { nextAt: new Date(context.now().getTime() + wait) });
  }
}

/**
 * Opens the worker that repairs what no event has reported: lost events, attempts, refunds and invariants. Its context
 * uses a rate-limited Stripe client.
 */
export function openReconcileWorker(context: Context): Worker {
  const { db, mode, log } = context;
  let begun: Promise<void> | null = null;
  /** Accounts and sweeps alternate, so that a sweep with many pages does not delay the accounts. */
  let accountsFirst = false;
  const begin = (): Promise<void> =>
    (begun ??= insertCursors(db, sweepCursors(context)).catch((error: unknown) => {
      begun = null;
      throw error;
    }));
  return openWorker({
    name: 'reconcile',
    log,
    round: async () => {
      await begin();
      const cursor = await claimCursor(db, mode, context.now(), { leaseMs: LEASE_MS, accountsFirst });
      accountsFirst = cursor !== null && PAGED.has(cursor.accountId);
      if (cursor) await visitCounted(context, cursor);
      return cursor !== null;
    },
    isDue: async () => {
      await begin();
      const due = await findNextCursorDue(db, mode);
      return due !== null && due <= context.now();
    },
  });
}

const sweepCursors = ({ mode, now }: Context): Cursor[] =>
  Object.entries(SWEEP_OF).map(([accountId, { gapMs, firstMs = gapMs, listedTo }]) => ({
    mode,
    accountId,
    listedTo: listedTo(now()),
    nextAt: new Date(now().getTime() + firstMs),
  }));
