import type { Context } from '#server/context.ts';
import { updateEventsDone, type ClaimedEvent } from '#server/db/provider-events.ts';
import { fetchRefusals } from '#server/pay-brake/fetch-refusals.ts';
import { recordRefusals } from '#server/pay-brake/record-refusals.ts';
import type { Worker } from '#server/worker.ts';

import { claim, isLaneDue, whileHeld } from './claim.ts';
import { failEvent, MAX_TRIES } from './fail-event.ts';
import { openLane } from './lane.ts';

const MOST_IN_A_BATCH = 200;

const ABOUT_PAYMENT = 'payment_intent.payment_failed';

const paymentOf = ({ type, objectId, refs }: ClaimedEvent): string =>
  type === ABOUT_PAYMENT ? objectId : (refs['payment_intent'] ?? '');

/** Fetches each payment once for all of its events. */
async function workBatch(context: Context, events: readonly ClaimedEvent[]): Promise<void> {
  const payments = Map.groupBy(events, (event) => `${event.accountId} ${paymentOf(event)}`);
  await Promise.all([...payments.values()].map((ofPayment) => workPayment(context, ofPayment)));
}

async function workPayment(context: Context, events: readonly ClaimedEvent[]): Promise<void> {
  const [first] = events;
  const paymentId = first ? paymentOf(first) : '';
  try {
    if (events.some(({ attempts }) => attempts > MAX_TRIES))
      throw new Error('No try came to an end: the process may have died in each');
    if (first && paymentId !== '') {
      const isAboutPayment = events.some(({ type }) => type === ABOUT_PAYMENT);
      const refusals = await fetchRefusals(context, first.accountId, paymentId, isAboutPayment);
      await recordRefusals(context, first.accountId, refusals);
    }
    const status = paymentId === '' ? 'ignored' : 'done';
    await updateEventsDone(context.db, context.mode, events, status, context.realNow());
  } catch (error) {
    for (const event of events) await failEvent(context, event, error);
  }
}

/** Opens the queue of declined cards, separate from the ledger. */
export const openRefusalsLane = (context: Context): Worker =>
  openLane({
    name: 'refusals',
    log: context.log,
    slots: 1,
    begin: async () => {
      const claimed = await claim(context, 'refusals', MOST_IN_A_BATCH);
      return claimed.length > 0 ? [whileHeld(context, claimed, workBatch(context, claimed))] : null;
    },
    isDue: () => isLaneDue(context, 'refusals'),
  });
