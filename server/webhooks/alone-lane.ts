import { handlePlanEvent } from '#server/billing/plan-events.ts';
import type { Context } from '#server/context.ts';
import { markEventsDone, type LeasedEvent } from '#server/db/provider-events.ts';
import { recordDisconnected } from '#server/stripe/account-changes.ts';
import { isStillConnected, syncAccount } from '#server/stripe/connect.ts';
import type { Worker } from '#server/worker.ts';

import { claimDueEvents, isQueueDue, withLease } from './claim.ts';
import { failEvent, MAX_TRIES } from './fail-event.ts';
import { openQueue } from './lane.ts';

const MAX_CONCURRENT = 4;

/** Handles an event. Returns false if it concerns nothing of ours. */
async function handleEvent(context: Context, event: LeasedEvent): Promise<boolean> {
  const { accountId, type } = event;
  if (accountId === '') return handlePlanEvent(context, event);
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

async function processEvent(context: Context, event: LeasedEvent): Promise<void> {
  try {
    if (event.attempts > MAX_TRIES) throw new Error('No try came to an end: the process may have died in each');
    const status = (await handleEvent(context, event)) ? 'done' : 'ignored';
    await markEventsDone(context.db, context.mode, [event], status, context.realNow());
  } catch (error) {
    await failEvent(context, event, error);
  }
}

/** Opens the queue of events on our own account and about connected accounts: each is handled alone, a few at once. */
export const openSerialQueue = (context: Context): Worker =>
  openQueue({
    name: 'alone',
    log: context.log,
    slots: MAX_CONCURRENT,
    startBatches: async (freeSlots) => {
      const claimed = await claimDueEvents(context, 'alone', freeSlots);
      return claimed.length > 0
        ? claimed.map((event) => withLease(context, [event], processEvent(context, event)))
        : null;
    },
    isDue: () => isQueueDue(context, 'alone'),
  });
