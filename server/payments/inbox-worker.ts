import { handlePlanEvent } from '#server/billing/plan-events.ts';
import { fetchDeclines } from '#server/checkout/fetch-card-declines.ts';
import { recordDeclines } from '#server/checkout/record-card-declines.ts';
import type { Context } from '#server/core/context.ts';
import type { Worker } from '#server/jobs/worker.ts';
import { markEventsDone, type LeasedEvent } from '#server/payments/queries/stripe-events.ts';
import { recordDisconnected } from '#server/stripe/account-changes.ts';
import { isStillConnected, syncAccount } from '#server/stripe/connect.ts';

import { claimDueEvents, isQueueDue, withLease, openQueue } from './event-queue.ts';
import { failEvent, MAX_TRIES } from './fail-event.ts';
import { openLedgerQueue, openPoisonQueue } from './ledger-queue.ts';

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
const openDeclinesQueue = (context: Context): Worker =>
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
const openSerialQueue = (context: Context): Worker =>
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

/** Events of the other queues are rare: under load their queues wake at this interval. */
const WAKE_INTERVAL_MS = 100;

/** Opens the worker of the Stripe event inbox. Its queues are independent: a slow one does not delay the others. */
export function openInboxWorker(context: Context): Worker {
  const ledgerQueue = openLedgerQueue(context);
  const serialQueue = openSerialQueue(context);
  const declinesQueue = openDeclinesQueue(context);
  // The poison queue is not woken; it polls every second.
  const queues = [ledgerQueue, serialQueue, declinesQueue, openPoisonQueue(context)];
  const forAll = async (action: (queue: Worker) => Promise<void>) => void (await Promise.all(queues.map(action)));
  const wakeOthers = throttle(() => {
    serialQueue.wake();
    declinesQueue.wake();
  });
  return {
    wake: () => {
      ledgerQueue.wake();
      wakeOthers();
    },
    waitUntilIdle: () => forAll((queue) => queue.waitUntilIdle()),
    close: () => forAll((queue) => queue.close()),
  };
}

/** Calls the action at once, and once more after the interval if further calls came. */
function throttle(action: () => void): () => void {
  let timer: NodeJS.Timeout | null = null;
  let isPending = false;
  return function run(): void {
    isPending = timer !== null;
    if (timer) return;
    action();
    timer = setTimeout(() => {
      timer = null;
      if (isPending) run();
    }, WAKE_INTERVAL_MS).unref();
  };
}
