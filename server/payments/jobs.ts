import { setTimeout as wait } from 'node:timers/promises';

import { handlePlanEvent } from '#server/billing/plan-events.ts';
import { fetchDeclines } from '#server/checkout/fetch-card-declines.ts';
import { recordDeclines } from '#server/checkout/record-card-declines.ts';
import type { Context } from '#server/core/context.ts';
import { stripeEvents } from '#server/db/schema-stripe-events.ts';
import { leaseRows } from '#server/jobs/leased-rows.ts';
import { combineWorkers, openQueue, type Worker } from '#server/jobs/queue.ts';
import {
  extendLeases,
  isWaitingIn,
  markEventsDone,
  type LeasedEvent,
  type QueuePartition,
} from '#server/payments/queries/stripe-events.ts';
import { recordDisconnected } from '#server/stripe/account-changes.ts';
import { isStillConnected, syncAccount } from '#server/stripe/connect.ts';

import { failEvent, MAX_TRIES } from './fail-event.ts';
import { processLedgerBatch, toTask, type LedgerTask } from './ledger-batch.ts';

/** After this, other processes claim the events of a crashed one. Leases are extended while work goes on. */
const LEASE_MS = 60_000;

/** What all queues of the inbox have in common. */
function eventQueue(context: Context, partition: QueuePartition) {
  const { db, mode, realNow } = context;
  const rows = leaseRows(db, {
    table: stripeEvents,
    key: ['mode', 'id'],
    dueAt: 'nextAt',
    tries: 'attempts',
    // Without an error, the running try counts as unfinished.
    onClaim: { lastError: null },
    isWaiting: isWaitingIn(mode, partition),
    leaseMs: LEASE_MS,
    now: realNow,
  });
  return {
    ...rows,
    name: partition,
    // Longer than any work that completes.
    timeoutMs: 15 * 60_000,
    nameOf: ({ id }: LeasedEvent) => id,
    tries: { max: MAX_TRIES, countOf: ({ attempts }: LeasedEvent) => attempts },
    onError: (event: LeasedEvent, error: unknown) => failEvent(context, event, error),
    leases: {
      intervalMs: LEASE_MS / 3,
      extend: (events: readonly LeasedEvent[]) => {
        const ids = events.map(({ id }) => id);
        return extendLeases(db, mode, ids, new Date(realNow().getTime() + LEASE_MS));
      },
    },
  };
}

const MAX_LEDGER_BATCH_SIZE = 4000;
/**
 * A larger batch is followed by a longer gathering time: one request then serves more events, also when several processes
 * share them. A single event is not delayed noticeably.
 */
const GATHER_MS_PER_EVENT = 5;
const MAX_GATHER_MS = 1000;

/**
 * Opens the queue of events that change the ledger. While one batch is written, the next one is fetched. A subject is never
 * processed twice at once: its further events wait for the running batch.
 */
function openLedgerQueue(context: Context): Worker {
  const queue = eventQueue(context, 'ledger');
  let lastClaim = { count: 0, at: 0 };
  return openQueue<LedgerTask>(context, {
    ...queue,
    claim: async (limit) => {
      const gatherMs = Math.min(lastClaim.count * GATHER_MS_PER_EVENT, MAX_GATHER_MS);
      const delayMs = lastClaim.at + gatherMs - performance.now();
      if (delayMs > 0 && lastClaim.count < limit) await wait(delayMs);
      const claimed = await queue.claim(limit);
      lastClaim = { count: claimed.length, at: performance.now() };
      return claimed.map(toTask);
    },
    keysOf: ({ keys }) => keys,
    concurrency: 2,
    batchSize: MAX_LEDGER_BATCH_SIZE,
    runBatch: (tasks) => processLedgerBatch(context, tasks),
  });
}

/** Opens the queue of events whose tries may have crashed the process. They run one by one to protect other events. */
const openPoisonQueue = (context: Context): Worker =>
  openQueue(context, {
    ...eventQueue(context, 'poison'),
    concurrency: 1,
    run: (event: LeasedEvent) => processLedgerBatch(context, [toTask(event)]),
  });

const openDeclinesQueue = (context: Context): Worker =>
  openQueue(context, {
    ...eventQueue(context, 'declines'),
    concurrency: 1,
    batchSize: 200,
    runBatch: (events: readonly LeasedEvent[]) => processDeclineBatch(context, events),
  });

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

/** Opens the queue of events on our own account and about connected accounts: each is handled alone, a few at once. */
const openSerialQueue = (context: Context): Worker =>
  openQueue(context, {
    ...eventQueue(context, 'serial'),
    concurrency: 4,
    run: async (event: LeasedEvent) => {
      const status = (await handleEvent(context, event)) ? 'done' : 'ignored';
      await markEventsDone(context.db, context.mode, [event], status, context.realNow());
    },
  });

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

/** Events of the other queues are rare: under load their queues wake at this interval. */
const WAKE_INTERVAL_MS = 100;

/** Opens the worker of the Stripe event inbox. Its queues are independent: a slow one does not delay the others. */
export function openInboxWorker(context: Context): Worker {
  const ledgerQueue = openLedgerQueue(context);
  const [serialQueue, declinesQueue] = [openSerialQueue(context), openDeclinesQueue(context)];
  const wakeOthers = throttle(() => {
    serialQueue.wake();
    declinesQueue.wake();
  });
  return {
    // The poison queue is not woken; it polls every second.
    ...combineWorkers([ledgerQueue, serialQueue, declinesQueue, openPoisonQueue(context)]),
    wake: () => {
      ledgerQueue.wake();
      wakeOthers();
    },
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
