import type { Context } from '#server/context.ts';
import {
  claimEvents,
  extendLease,
  findNextDue,
  type ClaimedEvent,
  type Lane,
} from '#server/db/provider-events.ts';
import { withinTime } from '#server/within-time.ts';

/** After this, other processes claim the events of a crashed one. */
const LEASE_MS = 60_000;

/** Claims due events of a queue. */
export const claim = (context: Context, lane: Lane, most: number): Promise<ClaimedEvent[]> =>
  claimEvents(context.db, context.mode, context.realNow(), LEASE_MS, { lane, most });

export async function isLaneDue(context: Context, lane: Lane): Promise<boolean> {
  const due = await findNextDue(context.db, context.mode, lane);
  return due !== null && due <= context.realNow();
}

/** Longer than any work that completes. */
const PATIENCE_MS = 15 * 60_000;

/**
 * Extends the leases of claimed events until the work on them ends. Throws when that takes too long; other processes claim
 * them then. `getWaitingEvents` returns events that wait in this process for that work.
 */
export async function whileHeld(
  context: Context,
  events: readonly ClaimedEvent[],
  work: Promise<void>,
  alsoHeld: () => readonly ClaimedEvent[] = () => [],
): Promise<void> {
  const hold = () => {
    const ids = [...events, ...alsoHeld()].map(({ id }) => id);
    const until = new Date(context.realNow().getTime() + LEASE_MS);
    extendLease(context.db, context.mode, ids, until).catch((error: unknown) =>
      context.log.warn({ err: error }, 'events could not be held on to: they may be acted on twice'),
    );
  };
  const timer = setInterval(hold, LEASE_MS / 3).unref();
  await withinTime(PATIENCE_MS, work).finally(() => clearInterval(timer));
}
