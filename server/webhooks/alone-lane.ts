import { heedPlanEvent } from '#server/billing/plan-events.ts';
import type { Context } from '#server/context.ts';
import { updateEventsDone, type ClaimedEvent } from '#server/db/provider-events.ts';
import { recordDisconnected } from '#server/stripe/account-changes.ts';
import { isStillConnected, syncAccount } from '#server/stripe/connect.ts';
import type { Worker } from '#server/worker.ts';

import { claim, isLaneDue, whileHeld } from './claim.ts';
import { failEvent, MAX_TRIES } from './fail-event.ts';
import { openLane } from './lane.ts';

const AT_ONCE = 4;

/** Handles an event. Returns false if it concerns nothing of ours. */
async function heed(context: Context, event: ClaimedEvent): Promise<boolean> {
  const { accountId, type } = event;
  if (accountId === '') return heedPlanEvent(context, event);
  if (type === 'account.updated') {
    await syncAccount(context, accountId);
    return true;
  }
  if (type === 'account.application.deauthorized') {
    // The event may be late: the seller may have connected the account again.
    if (!(await isStillConnected(context, accountId))) await recordDisconnected(context, accountId);
    return true;
  }
  return false;
}

async function work(context: Context, event: ClaimedEvent): Promise<void> {
  try {
    if (event.attempts > MAX_TRIES)
      throw new Error('No try came to an end: the process may have died in each');
    const status = (await heed(context, event)) ? 'done' : 'ignored';
    await updateEventsDone(context.db, context.mode, [event], status, context.realNow());
  } catch (error) {
    await failEvent(context, event, error);
  }
}

/** Opens the queue of events on our own account and about connected accounts: each is handled alone, a few at once. */
export const openAloneLane = (context: Context): Worker =>
  openLane({
    name: 'alone',
    log: context.log,
    slots: AT_ONCE,
    begin: async (free) => {
      const claimed = await claim(context, 'alone', free);
      return claimed.length > 0
        ? claimed.map((event) => whileHeld(context, [event], work(context, event)))
        : null;
    },
    isDue: () => isLaneDue(context, 'alone'),
  });
