import { asksExactly, sessionKeyOf } from '#server/checkout/session-params.ts';
import type { Context } from '#server/context.ts';
import {
  listAttemptsToExpire,
  listLookedForAttempts,
  updateAbandonedAttempts,
  updateAttemptFailed,
  updateAttemptOpen,
  type Attempt,
  type CreationWindow,
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
const MOST_AT_ONCE = 1000;

/**
 * When attempts were created that have reached an age at which they are looked for between two sweeps: the first age, twice
 * that, four times that, and so on.
 */
export function creationsToLookFor(state: 'new' | 'open', from: Date, to: Date): CreationWindow[] {
  const windows: CreationWindow[] = [];
  for (let age = FIRST_LOOK_MS[state]; age <= GIVEN_UP_MS; age *= 2)
    windows.push({ after: new Date(from.getTime() - age), upTo: new Date(to.getTime() - age) });
  return windows;
}

/** Finds out what became of the attempts that no event has told of, each at growing ages. `since`: the sweep before. */
export async function lookForAttempts(context: Context, since: Date): Promise<void> {
  const { db, mode } = context;
  const now = context.now();
  await updateAbandonedAttempts(db, mode, now, new Date(now.getTime() - GIVEN_UP_MS));
  for (const state of ['new', 'open'] as const) {
    const created = creationsToLookFor(state, since, now);
    for (const attempt of await listLookedForAttempts(db, mode, { state, created, most: MOST_AT_ONCE }))
      await unlessItFails(context, attempt, () => lookFor(context, attempt));
  }
  await expireClosed(context);
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

/** Nobody is to pay on a page of the provider whose account, or whose page with us, takes no money now. */
async function expireClosed(context: Context): Promise<void> {
  const { db, mode, realNow } = context;
  for (const attempt of await listAttemptsToExpire(db, mode, realNow(), MOST_AT_ONCE)) {
    const { accountId, sessionId: id } = attempt;
    if (!id) continue;
    await unlessItFails(context, attempt, async () => {
      try {
        await context.sellerStripe(accountId).sessions.expire(id);
      } catch (error) {
        // Paid, or expired by itself.
        if (!isFinalRefusal(error)) throw error;
      }
      await updateLedger(context, [{ accountId, kind: 'session', id }]);
    });
  }
}
