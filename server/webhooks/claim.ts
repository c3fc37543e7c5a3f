import type { Context } from '#server/context.ts';
import {
  claimEvents,
  extendLease,
  findNextEventDue,
  type LeasedEvent,
  type QueuePartition,
} from '#server/db/provider-events.ts';
import { withTimeout } from '#server/within-time.ts';

/** After this, other processes claim the events of a crashed one. */
const LEASE_MS = 60_000;

/** Claims due events of a queue. */
export const claimDueEvents = (context: Context, queue: QueuePartition, limit: number): Promise<LeasedEvent[]> =>
  claimEvents(context.db, context.mode, context.realNow(), LEASE_MS, { partition: queue, limit });

export async function isQueueDue(context: Context, queue: QueuePartition): Promise<boolean> {
  const dueAt = await findNextEventDue(context.db, context.mode, queue);
  return dueAt !== null && dueAt <= context.realNow();
}

/** Longer than any work that completes. */
const WORK_TIMEOUT_MS = 15 * 60_000;

/**
 * Extends the leases of claimed events until the work on them ends. Throws when that takes too long; other processes claim
 * them then. `getWaitingEvents` returns events that wait in this process for that work.
 */
export async function withLease(
  context: Context,
  events: readonly LeasedEvent[],
  work: Promise<void>,
  getWaitingEvents: () => readonly LeasedEvent[] = () => [],
): Promise<void> {
  const extendLeases = () => {
    const ids = [...events, ...getWaitingEvents()].map(({ id }) => id);
    const leasedUntil = new Date(context.realNow().getTime() + LEASE_MS);
    extendLease(context.db, context.mode, ids, leasedUntil).catch((error: unknown) =>
      context.log.warn({ err: error }, 'events could not be held on to: they may be acted on twice'),
    );
  };
  const timer = setInterval(extendLeases, LEASE_MS / 3).unref();
  await withTimeout(WORK_TIMEOUT_MS, work).finally(() => clearInterval(timer));
}
