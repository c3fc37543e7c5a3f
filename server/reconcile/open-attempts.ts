import { asksExactly, sessionKeyOf } from '#server/checkout/session-params.ts';
import type { Context } from '#server/context.ts';
import {
  listAttemptsToExpire,
  listDueAttempts,
  updateAbandonedAttempts,
  updateAttemptFailed,
  updateAttemptOpen,
  type Attempt,
  type DueWindow,
} from '#server/db/attempts.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';
import { isFinalRefusal, isKeyTaken } from '#server/stripe/provider-errors.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Stripe returns the same response to an idempotency key for a day. */
const KEY_KEPT_MS = 23 * HOUR_MS;
/** Maximum difference between Stripe's date of a session and our date of its attempt. */
const SESSION_WITHIN_S = 20 * 60;
/** Age of the first check; further checks follow at twice that age, and so on. */
const FIRST_LOOK_MS = { new: 2 * MINUTE_MS, open: 15 * MINUTE_MS };
const GIVEN_UP_MS = 30 * 24 * HOUR_MS;
/** Maximum number of attempts per run (40 seconds at the background rate); the next run continues after them. */
export const ATTEMPTS_PER_RUN = 100;

/**
 * Returns the creation times of attempts that reach a check age between two times: the first age, twice that, four times
 * that, and so on.
 */
export function windowsToLookFor(state: 'new' | 'open', from: Date, to: Date): DueWindow[] {
  const windows: DueWindow[] = [];
  for (let ageMs = FIRST_LOOK_MS[state]; ageMs <= GIVEN_UP_MS; ageMs *= 2)
    windows.push({
      state,
      ageMs,
      after: new Date(from.getTime() - ageMs),
      upTo: new Date(to.getTime() - ageMs),
    });
  return windows;
}

/** How far a run came, and whether more is due. */
export type RunResult = { listedTo: Date; isMore: boolean };

/**
 * Checks attempts at Stripe that no event has reported, at growing ages: those that became due since `since`, in that
 * order.
 */
export async function lookForAttempts(context: Context, since: Date): Promise<RunResult> {
  const { db, mode } = context;
  const now = context.now();
  await updateAbandonedAttempts(db, mode, now, new Date(now.getTime() - GIVEN_UP_MS));
  const windows = [...windowsToLookFor('new', since, now), ...windowsToLookFor('open', since, now)];
  const due = await listDueAttempts(db, mode, { windows, limit: ATTEMPTS_PER_RUN });
  for (const { attempt } of due) await unlessItFails(context, attempt, () => lookFor(context, attempt));
  const last = due.at(-1);
  return last && due.length >= ATTEMPTS_PER_RUN
    ? { listedTo: last.dueAt, isMore: true }
    : { listedTo: now, isMore: false };
}

/** A failed attempt does not stop the others; it is checked again later. */
async function unlessItFails({ log }: Context, { id }: Attempt, look: () => Promise<void>): Promise<void> {
  try {
    await look();
  } catch (error) {
    log.warn({ err: error, attempt: id }, 'what became of an attempt was not to be found out yet');
  }
}

async function lookFor(context: Context, attempt: Attempt): Promise<void> {
  const sessionId = attempt.sessionId ?? (await sessionOf(context, attempt));
  if (sessionId)
    await updateLedger(context, [{ accountId: attempt.accountId, kind: 'session', id: sessionId }]);
}

/** Finds the session of an attempt. Marks the attempt as failed and returns null if there is none. */
async function sessionOf(context: Context, attempt: Attempt): Promise<string | null> {
  const age = context.now().getTime() - attempt.createdAt.getTime();
  const session =
    age < KEY_KEPT_MS ? await sessionOfKey(context, attempt) : await listedSession(context, attempt);
  if (session && asksExactly(session, attempt)) {
    await updateAttemptOpen(context.db, attempt.id, session.id, session.url ?? '');
    return session.id;
  }
  await updateAttemptFailed(context.db, attempt.id);
  return null;
}

/**
 * Finds the session that was created with an attempt's idempotency key. Sends invalid parameters, so that no session is
 * created so late: Stripe rejects a used key for its different parameters and an unused key for the invalid ones.
 */
async function sessionOfKey(context: Context, attempt: Attempt) {
  try {
    return await context
      .sellerStripe(attempt.accountId)
      .sessions.create({ expires_at: 1 }, sessionKeyOf(attempt));
  } catch (error) {
    if (isKeyTaken(error)) return listedSession(context, attempt);
    if (isFinalRefusal(error)) return null;
    throw error;
  }
}

async function listedSession(context: Context, attempt: Attempt) {
  const at = Math.floor(attempt.createdAt.getTime() / 1000);
  const created = { gte: at - SESSION_WITHIN_S, lte: at + SESSION_WITHIN_S };
  const { sessions } = context.sellerStripe(attempt.accountId);
  let after: string | undefined;
  for (;;) {
    const page = await sessions.list({ created, limit: 100, ...(after ? { starting_after: after } : {}) });
    const found = page.data.find(({ metadata }) => metadata?.attempt_id === attempt.id);
    after = page.data.at(-1)?.id;
    if (found || !page.has_more || !after) return found ?? null;
  }
}

/**
 * Expires the Stripe sessions of accounts and pages that accept no payments now: attempts created after `since`, in that
 * order. After the last one, the next run starts with the oldest.
 */
export async function expireClosed(context: Context, since: Date): Promise<RunResult> {
  const { db, mode } = context;
  const page = { realNow: context.realNow(), after: since, limit: ATTEMPTS_PER_RUN };
  const closed = await listAttemptsToExpire(db, mode, page);
  for (const attempt of closed) await unlessItFails(context, attempt, () => expireSession(context, attempt));
  const last = closed.at(-1);
  return last && closed.length >= ATTEMPTS_PER_RUN
    ? { listedTo: last.createdAt, isMore: true }
    : { listedTo: new Date(0), isMore: false };
}

async function expireSession(context: Context, { accountId, sessionId: id }: Attempt): Promise<void> {
  if (!id) return;
  try {
    await context.sellerStripe(accountId).sessions.expire(id);
  } catch (error) {
    // The session was paid or has expired by itself.
    if (!isFinalRefusal(error)) throw error;
  }
  await updateLedger(context, [{ accountId, kind: 'session', id }]);
}
