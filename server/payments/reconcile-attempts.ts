import { HOUR_MS, MINUTE_MS } from '#domain/time-units.ts';
import { expireSession } from '#server/checkout/reserve-attempt.ts';
import { sessionIdempotencyKey } from '#server/checkout/session-params.ts';
import type { Context } from '#server/core/context.ts';
import { matchesAttempt } from '#server/ledger/apply-session.ts';
import {
  listAttemptsToExpire,
  listDueAttempts,
  endAbandonedAttempts,
  markAttemptFailed,
  markAttemptOpen,
  type CheckoutAttempt,
  type DueWindow,
} from '#server/ledger/queries/checkout-attempts.ts';
import { isFinalRejection, isIdempotencyConflict } from '#server/stripe/stripe-errors.ts';
import { fetchPages } from '#server/stripe/stripe-values.ts';

import { updateLedger } from '../ledger/update-ledger.ts';

/** Stripe returns the same response to an idempotency key for a day. */
const IDEMPOTENCY_KEY_LIFETIME_MS = 23 * HOUR_MS;
/** Maximum difference between Stripe's date of a session and our date of its attempt. */
const SESSION_DATE_TOLERANCE_S = 20 * 60;
/** Age of the first check; further checks follow at twice that age, and so on. */
const FIRST_CHECK_AGE_MS = { new: 2 * MINUTE_MS, open: 15 * MINUTE_MS };
const MAX_AGE_MS = 30 * 24 * HOUR_MS;
/** Maximum number of attempts per run (40 seconds at the background rate); the next run continues after them. */
export const ATTEMPTS_PER_RUN = 100;

/**
 * Returns the creation times of attempts that reach a check age between two times: the first age, twice that, four times
 * that, and so on.
 */
export function dueWindows(state: 'new' | 'open', from: Date, to: Date): DueWindow[] {
  const windows: DueWindow[] = [];
  for (let ageMs = FIRST_CHECK_AGE_MS[state]; ageMs <= MAX_AGE_MS; ageMs *= 2)
    windows.push({
      state,
      ageMs,
      after: new Date(from.getTime() - ageMs),
      upTo: new Date(to.getTime() - ageMs),
    });
  return windows;
}

/** How far a run came, and whether more is due. */
export type RunResult = { listedUntil: Date; hasMore: boolean };

/**
 * Checks attempts at Stripe that no event has reported, at growing ages: those that became due since `since`, in that
 * order.
 */
export async function reconcileAttempts(context: Context, since: Date): Promise<RunResult> {
  const { db, mode } = context;
  const now = context.now();
  await endAbandonedAttempts(db, mode, now, new Date(now.getTime() - MAX_AGE_MS));
  const windows = [...dueWindows('new', since, now), ...dueWindows('open', since, now)];
  const dueAttempts = await listDueAttempts(db, mode, { windows, limit: ATTEMPTS_PER_RUN });
  for (const { attempt } of dueAttempts) await runLogged(context, attempt, () => reconcileAttempt(context, attempt));
  const lastItem = dueAttempts.at(-1);
  return lastItem && dueAttempts.length >= ATTEMPTS_PER_RUN
    ? { listedUntil: lastItem.dueAt, hasMore: true }
    : { listedUntil: now, hasMore: false };
}

/** A failed attempt does not stop the others; it is checked again later. */
async function runLogged({ log }: Context, { id }: CheckoutAttempt, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (error) {
    log.warn({ err: error, attempt: id }, 'attempt_reconcile_failed');
  }
}

async function reconcileAttempt(context: Context, attempt: CheckoutAttempt): Promise<void> {
  const sessionId = attempt.sessionId ?? (await findSessionId(context, attempt));
  if (sessionId) await updateLedger(context, [{ accountId: attempt.accountId, kind: 'session', id: sessionId }]);
}

/** Finds the session of an attempt. Marks the attempt as failed and returns null if there is none. */
async function findSessionId(context: Context, attempt: CheckoutAttempt): Promise<string | null> {
  const age = context.now().getTime() - attempt.createdAt.getTime();
  const session =
    age < IDEMPOTENCY_KEY_LIFETIME_MS
      ? await findSessionByKey(context, attempt)
      : await findListedSession(context, attempt);
  if (session && matchesAttempt(session, attempt)) {
    await markAttemptOpen(context.db, attempt.id, session.id, session.url ?? '');
    return session.id;
  }
  await markAttemptFailed(context.db, attempt.id);
  return null;
}

/**
 * Finds the session that was created with an attempt's idempotency key. Sends invalid parameters, so that no session is
 * created so late: Stripe rejects a used key for its different parameters and an unused key for the invalid ones.
 */
async function findSessionByKey(context: Context, attempt: CheckoutAttempt) {
  try {
    return await context
      .sellerStripe(attempt.accountId)
      .sessions.create({ expires_at: 1 }, sessionIdempotencyKey(attempt));
  } catch (error) {
    if (isIdempotencyConflict(error)) return findListedSession(context, attempt);
    if (isFinalRejection(error)) return null;
    throw error;
  }
}

async function findListedSession(context: Context, attempt: CheckoutAttempt) {
  const at = Math.floor(attempt.createdAt.getTime() / 1000);
  const created = { gte: at - SESSION_DATE_TOLERANCE_S, lte: at + SESSION_DATE_TOLERANCE_S };
  const { sessions } = context.sellerStripe(attempt.accountId);
  for await (const { data } of fetchPages((cursor) =>
    sessions.list({ created, expand: ['data.line_items'], ...cursor }),
  )) {
    const match = data.find(({ metadata }) => metadata?.attempt_id === attempt.id);
    if (match) return match;
  }
  return null;
}

/**
 * Expires the Stripe sessions of accounts and pages that accept no payments now: attempts created after `since`, in that
 * order. After the last one, the next run starts with the oldest.
 */
export async function expireClosedSessions(context: Context, since: Date): Promise<RunResult> {
  const { db, mode } = context;
  const query = { realNow: context.realNow(), after: since, limit: ATTEMPTS_PER_RUN };
  const closedAttempts = await listAttemptsToExpire(db, mode, query);
  for (const attempt of closedAttempts) await runLogged(context, attempt, () => expireAttempt(context, attempt));
  const lastItem = closedAttempts.at(-1);
  return lastItem && closedAttempts.length >= ATTEMPTS_PER_RUN
    ? { listedUntil: lastItem.createdAt, hasMore: true }
    : { listedUntil: new Date(0), hasMore: false };
}

async function expireAttempt(context: Context, { accountId, sessionId }: CheckoutAttempt): Promise<void> {
  if (sessionId) await expireSession(context, { accountId, id: sessionId });
}
