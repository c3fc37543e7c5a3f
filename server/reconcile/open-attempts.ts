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
/** The provider gives the same answer to the same key for a day. */
const KEY_KEPT_MS = 23 * HOUR_MS;
/** How far the provider's date of a session may be from ours of its attempt. */
const SESSION_WITHIN_S = 20 * 60;
/** At what age an attempt is looked for first; then at twice that age, and so on. */
const FIRST_LOOK_MS = { new: 2 * MINUTE_MS, open: 15 * MINUTE_MS };
const GIVEN_UP_MS = 30 * 24 * HOUR_MS;
/** At most so many attempts are handled in one run (40 seconds at the background rate); the next run goes on after them. */
export const ATTEMPTS_PER_RUN = 100;

/**
 * When attempts were created that have reached an age at which they are looked for between two times: the first age, twice
 * that, four times that, and so on.
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

/** Up to where a run came, and whether there is more to do after that. */
export type RunResult = { listedTo: Date; isMore: boolean };

/**
 * Finds out what became of the attempts that no event has reported, each at growing ages: those that became due since
 * `since`, in that order.
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

/** One that fails does not hold up the others; it is looked for again later. */
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

/** The session of an attempt that we have not heard of; null where there is none, and the attempt has failed. */
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
 * Finds the session that was made with an attempt's idempotency key. The request has parameters that Stripe refuses, so
 * that no new session is made so late: a key that was used before is refused for its other parameters, an unused one for
 * the parameters themselves.
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
 * Expires the Stripe sessions of accounts and pages that take no money now: those created after `since`, in that order. A
 * run that comes to the end begins again with the oldest.
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
    // Paid, or expired by itself.
    if (!isFinalRefusal(error)) throw error;
  }
  await updateLedger(context, [{ accountId, kind: 'session', id }]);
}
