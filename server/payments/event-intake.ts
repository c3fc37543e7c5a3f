import { setTimeout } from 'node:timers/promises';

import type { Context } from '#server/core/context.ts';
import { sqlStateOf } from '#server/db/client.ts';
import { withRequestDeadline } from '#server/db/query-deadline.ts';
import { insertEvents, type NewStripeEvent } from '#server/payments/queries/stripe-events.ts';

const MAX_BATCH_SIZE = 500;
/** A larger batch is followed by a longer pause, because one commit costs the same for many events. */
const GATHER_MS_PER_EVENT = 1;
const MAX_GATHER_MS = 10;

type PendingEvent = { event: NewStripeEvent; resolve: () => void; reject: (error: unknown) => void };

/**
 * Stores events in the inbox. Each promise resolves only after its event is committed. Events that arrive during a write
 * are written together in the next commit.
 */
export function createEventIntake(context: Context): (event: NewStripeEvent) => Promise<void> {
  const pending: PendingEvent[] = [];
  let isWriting = false;

  async function writePending(): Promise<void> {
    isWriting = true;
    while (pending.length > 0) {
      const batch = pending.splice(0, MAX_BATCH_SIZE);
      await writeBatch(context, batch);
      if (batch.length > 1) await setTimeout(Math.min(batch.length * GATHER_MS_PER_EVENT, MAX_GATHER_MS));
    }
    isWriting = false;
  }

  return (event) =>
    new Promise((resolve, reject) => {
      pending.push({ event, resolve, reject });
      if (!isWriting) void writePending();
    });
}

/** Never throws: settles the promise of each event. */
async function writeBatch(context: Context, batch: readonly PendingEvent[]): Promise<void> {
  try {
    const events = batch.map(({ event }) => event);
    // Has its own timeout, so that the first event of a batch does not wait for later ones.
    await withRequestDeadline(() => insertEvents(context.reservedDb, events));
    context.wake('inbox');
    for (const { resolve } of batch) resolve();
  } catch (error) {
    // One row cannot be stored: writes the events one by one, so that the others succeed.
    if (batch.length > 1 && isRowError(error))
      for (const pendingEvent of batch) await writeBatch(context, [pendingEvent]);
    else for (const { reject } of batch) reject(error);
  }
}

/** Matches data exceptions and constraint violations, not an unavailable database. */
const isRowError = (error: unknown): boolean => /^2[23]/.test(sqlStateOf(error) ?? '');
