import { setTimeout } from 'node:timers/promises';

import type { Context } from '#server/context.ts';
import { sqlStateOf } from '#server/db/client.ts';
import { impatiently } from '#server/db/patience.ts';
import { insertEvents, type NewProviderEvent } from '#server/db/provider-events.ts';

const MOST_AT_ONCE = 500;
/** The more came together, the longer the next are waited for: a commit costs as much for many as for one. */
const GATHER_MS_FOR_EACH = 1;
const MOST_GATHER_MS = 10;

type Waiting = { event: NewProviderEvent; kept: () => void; refused: (error: unknown) => void };

/**
 * Puts events into the inbox; each promise resolves when its event is committed, and only then. What comes while others
 * are being written is written together, in one commit.
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

/** Never throws: whoever waits is told. */
async function write(context: Context, together: readonly Waiting[]): Promise<void> {
  try {
    const events = together.map(({ event }) => event);
    // With patience of its own: whoever came first among them does not wait for those who come later.
    await impatiently(() => insertEvents(context.reservedDb, events));
    context.ring('inbox');
    for (const { kept } of together) kept();
  } catch (error) {
    // One of them cannot be written as it is: the others are not to suffer for it.
    if (together.length > 1 && isAboutRows(error)) for (const one of together) await write(context, [one]);
    else for (const { refused } of together) refused(error);
  }
}

/** Data exceptions and broken constraints, and not a database that is away. */
const isAboutRows = (error: unknown): boolean => /^2[23]/.test(sqlStateOf(error) ?? '');
