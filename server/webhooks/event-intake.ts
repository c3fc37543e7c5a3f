import { setTimeout } from 'node:timers/promises';

import type { Context } from '#server/context.ts';
import { sqlStateOf } from '#server/db/client.ts';
import { impatiently } from '#server/db/patience.ts';
import { insertEvents, type NewProviderEvent } from '#server/db/provider-events.ts';

const MOST_AT_ONCE = 500;
/** A larger batch is followed by a longer pause, because one commit costs the same for many events. */
const GATHER_MS_FOR_EACH = 1;
const MOST_GATHER_MS = 10;

type Waiting = { event: NewProviderEvent; kept: () => void; refused: (error: unknown) => void };

/**
 * Stores events in the inbox. Each promise resolves only after its event is committed. Events that arrive during a write
 * are written together in the next commit.
 */
export function openIntake(context: Context): (event: NewProviderEvent) => Promise<void> {
  const waiting: Waiting[] = [];
  let writing = false;

  async function writeAll(): Promise<void> {
    writing = true;
    while (waiting.length > 0) {
      const together = waiting.splice(0, MOST_AT_ONCE);
      await write(context, together);
      if (together.length > 1)
        await setTimeout(Math.min(together.length * GATHER_MS_FOR_EACH, MOST_GATHER_MS));
    }
    writing = false;
  }

  return (event) =>
    new Promise((kept, refused) => {
      waiting.push({ event, kept, refused });
      if (!writing) void writeAll();
    });
}

/** Never throws: settles the promise of each event. */
async function write(context: Context, together: readonly Waiting[]): Promise<void> {
  try {
    const events = together.map(({ event }) => event);
    // Has its own timeout, so that the first event of a batch does not wait for later ones.
    await impatiently(() => insertEvents(context.reservedDb, events));
    context.ring('inbox');
    for (const { kept } of together) kept();
  } catch (error) {
    // One row cannot be stored: writes the events one by one, so that the others succeed.
    if (together.length > 1 && isAboutRows(error)) for (const one of together) await write(context, [one]);
    else for (const { refused } of together) refused(error);
  }
}

/** Matches data exceptions and constraint violations, not an unavailable database. */
const isAboutRows = (error: unknown): boolean => /^2[23]/.test(sqlStateOf(error) ?? '');
