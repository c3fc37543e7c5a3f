import type { Context } from '#server/context.ts';
import { markEventsDone, type LeasedEvent } from '#server/db/provider-events.ts';
import { fetchDeclines } from '#server/pay-brake/fetch-refusals.ts';
import { recordDeclines } from '#server/pay-brake/record-refusals.ts';
import type { Worker } from '#server/worker.ts';

import { claimDueEvents, isQueueDue, withLease } from './claim.ts';
import { failEvent, MAX_TRIES } from './fail-event.ts';
import { openQueue } from './lane.ts';

const MAX_BATCH_SIZE = 200;

const PAYMENT_FAILED_EVENT = 'payment_intent.payment_failed';

const paymentIntentIdOf = ({ type, objectId, refs }: LeasedEvent): string =>
  type === PAYMENT_FAILED_EVENT ? objectId : (refs['payment_intent'] ?? '');

/** Fetches each payment once for all of its events. */
async function processDeclineBatch(context: Context, events: readonly LeasedEvent[]): Promise<void> {
  const eventsByPayment = Map.groupBy(events, (event) => `${event.accountId} ${paymentIntentIdOf(event)}`);
  await Promise.all([...eventsByPayment.values()].map((paymentEvents) => processPaymentEvents(context, paymentEvents)));
}

async function processPaymentEvents(context: Context, events: readonly LeasedEvent[]): Promise<void> {
  const [firstEvent] = events;
  const paymentId = firstEvent ? paymentIntentIdOf(firstEvent) : '';
  try {
    if (events.some(({ attempts }) => attempts > MAX_TRIES))
      throw new Error('No try came to an end: the process may have died in each');
    if (firstEvent && paymentId !== '') {
      const hasPaymentEvent = events.some(({ type }) => type === PAYMENT_FAILED_EVENT);
      const declines = await fetchDeclines(context, firstEvent.accountId, paymentId, hasPaymentEvent);
      await recordDeclines(context, firstEvent.accountId, declines);
    }
    const status = paymentId === '' ? 'ignored' : 'done';
    await markEventsDone(context.db, context.mode, events, status, context.realNow());
  } catch (error) {
    for (const event of events) await failEvent(context, event, error);
  }
}

/** Opens the queue of declined cards, separate from the ledger. */
export const openDeclinesQueue = (context: Context): Worker =>
  openQueue({
    name: 'refusals',
    log: context.log,
    slots: 1,
    startBatches: async () => {
      const claimed = await claimDueEvents(context, 'refusals', MAX_BATCH_SIZE);
      return claimed.length > 0 ? [withLease(context, claimed, processDeclineBatch(context, claimed))] : null;
    },
    isDue: () => isQueueDue(context, 'refusals'),
  });
