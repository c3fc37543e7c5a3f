import { webhookFailureMessages } from '#content/messages/webhook-failures.ts';
import { DAY_MS } from '#domain/time-units.ts';
import { DELIVERY_RETENTION_DAYS } from '#domain/webhook-endpoint.ts';
import type { Context } from '#server/core/context.ts';
import { openQueue, type Worker } from '#server/jobs/queue.ts';
import {
  claimDeliveries,
  deleteOldEvents,
  failOverdueDeliveries,
  hasDueDeliveries,
  type DeliveryCapacity,
  type DeliveryQuery,
  type DueDelivery,
} from '#server/webhooks/queries/deliveries.ts';

import { deliver } from './deliver.ts';
import { recordAttempt } from './record-attempt.ts';

/** Concurrent deliveries. Failing endpoints have slots of their own and never use those of the others. */
const MAX_CONCURRENT: DeliveryCapacity = { healthy: 48, failing: 16 };
/** The same limits for one endpoint. */
const MAX_PER_ENDPOINT: DeliveryCapacity = { healthy: 4, failing: 1 };
/** Longer than one delivery can take. After it, other processes claim the deliveries of a dead process. */
const LEASE_MS = 45_000;
/** Longer than any delivery that ends by itself. */
const TIMEOUT_MS = 30_000;

/** Starts the worker that sends due deliveries to sellers' endpoints. It does not wait for requests in flight. */
export function openDeliveriesWorker(context: Context): Worker {
  const { db, mode, realNow } = context;
  const sweep = createHourlySweep(context);
  const queryFor = (running: readonly DueDelivery[]) => ({ mode, now: realNow(), ...capacityBeside(running) });
  return openQueue<DueDelivery>(context, {
    name: 'deliveries',
    claim: async (_, running) => {
      await sweep();
      return claimDeliveries(db, queryFor(running), new Date(realNow().getTime() + LEASE_MS));
    },
    isDue: (running) => hasDueDeliveries(db, queryFor(running)),
    concurrency: MAX_CONCURRENT.healthy + MAX_CONCURRENT.failing,
    timeoutMs: TIMEOUT_MS,
    nameOf: ({ id }) => `delivery ${id}`,
    run: async (delivery) => recordAttempt(context, delivery, await deliver(context, delivery)),
  });
}

/** What may be sent in addition to the running deliveries. */
function capacityBeside(
  running: readonly DueDelivery[],
): Pick<DeliveryQuery, 'runningByEndpoint' | 'perEndpoint' | 'capacity'> {
  const runningByEndpoint = new Map<string, number>();
  for (const { endpointId } of running) runningByEndpoint.set(endpointId, (runningByEndpoint.get(endpointId) ?? 0) + 1);
  const failing = running.filter(({ isFailing }) => isFailing).length;
  const capacity = {
    healthy: MAX_CONCURRENT.healthy - (running.length - failing),
    failing: MAX_CONCURRENT.failing - failing,
  };
  return { runningByEndpoint, perEndpoint: MAX_PER_ENDPOINT, capacity };
}

const SWEEP_INTERVAL_MS = 3_600_000;
const BATCH_SIZE = 500;

const EXPIRED_MESSAGE = webhookFailureMessages.expired({ days: DELIVERY_RETENTION_DAYS });

/** Deletes messages older than the log. Deliveries that wait for a paused endpoint expire at the same age. */
export async function deleteExpiredMessages({ db, realNow }: Context): Promise<void> {
  const cutoff = new Date(realNow().getTime() - DELIVERY_RETENTION_DAYS * DAY_MS);
  await failOverdueDeliveries(db, cutoff, EXPIRED_MESSAGE);
  while ((await deleteOldEvents(db, cutoff, BATCH_SIZE)) === BATCH_SIZE);
}

/** Returns a function that runs the sweep at most once an hour, however often it is called. */
function createHourlySweep(context: Context): () => Promise<void> {
  let lastSweepAt = context.realNow().getTime();
  return async () => {
    const now = context.realNow().getTime();
    if (now - lastSweepAt < SWEEP_INTERVAL_MS) return;
    lastSweepAt = now;
    await deleteExpiredMessages(context);
  };
}
