import { setTimeout } from 'node:timers/promises';

import DataLoader from 'dataloader';

import type { Context } from '#server/core/context.ts';
import { sqlStateOf } from '#server/db/client.ts';
import { withRequestDeadline } from '#server/db/query-deadline.ts';
import { insertEvents, type NewStripeEvent } from '#server/payments/queries/stripe-events.ts';

const MAX_BATCH_SIZE = 500;
/** A larger batch is followed by a longer pause, because one commit costs the same for many events. */
const GATHER_MS_PER_EVENT = 1;
const MAX_GATHER_MS = 10;

/**
 * Stores events in the inbox. Each promise resolves only after its event is committed. Events that arrive during a write
 * are written together in the next commit.
 */
export function createEventIntake(context: Context): (event: NewStripeEvent) => Promise<void> {
  let lastWrite: Promise<unknown> = Promise.resolve();
  const writeBatch = async (events: readonly NewStripeEvent[]) => {
    const results = writeEvents(context, events);
    const gatherMs = events.length > 1 ? Math.min(events.length * GATHER_MS_PER_EVENT, MAX_GATHER_MS) : 0;
    lastWrite = results.then(
      () => (gatherMs > 0 ? setTimeout(gatherMs) : undefined),
      () => undefined,
    );
    return results;
  };
  const loader = new DataLoader(writeBatch, {
    cache: false,
    maxBatchSize: MAX_BATCH_SIZE,
    batchScheduleFn: (dispatch) => void lastWrite.then(dispatch),
  });
  return (event) => loader.load(event);
}

/** Returns the error of each event that cannot be stored. */
async function writeEvents(context: Context, events: readonly NewStripeEvent[]): Promise<(void | Error)[]> {
  try {
    // Has its own timeout, so that the first event of a batch does not wait for later ones.
    await withRequestDeadline(() => insertEvents(context.reservedDb, events));
  } catch (error) {
    if (events.length === 1 || !isRowError(error)) throw error;
    // One row cannot be stored: writes the events one by one, so that the others succeed.
    const results: (void | Error)[] = [];
    for (const event of events)
      results.push(...(await writeEvents(context, [event]).catch((rowError: Error) => [rowError])));
    return results;
  }
  context.wake('inbox');
  return events.map(() => undefined);
}

/** Matches data exceptions and constraint violations, not an unavailable database. */
const isRowError = (error: unknown): boolean => /^2[23]/.test(sqlStateOf(error) ?? '');
