import type { Context } from '#server/context.ts';
import { claimEvents, findNextDue, type ClaimedEvent, type Lane } from '#server/db/provider-events.ts';

/** Longer than a batch can take. */
const LEASE_MS = 60_000;

/** Takes what is due in a lane. */
export const claim = (context: Context, lane: Lane, most: number): Promise<ClaimedEvent[]> =>
  claimEvents(context.db, context.mode, context.realNow(), LEASE_MS, { lane, most });

export async function isLaneDue(context: Context, lane: Lane): Promise<boolean> {
  const due = await findNextDue(context.db, context.mode, lane);
  return due !== null && due <= context.realNow();
}
