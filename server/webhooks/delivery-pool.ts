import { withTimeout } from '#server/core/concurrency.ts';
import type { Context } from '#server/core/context.ts';
import type { DueDelivery, DeliveryCapacity, DeliveryQuery } from '#server/webhooks/queries/deliveries.ts';

import { deliver } from './deliver.ts';
import { recordAttempt } from './record-attempt.ts';

/** Concurrent deliveries. Failing endpoints have slots of their own and never use those of the others. */
const MAX_CONCURRENT: DeliveryCapacity = { healthy: 48, failing: 16 };
/** The same limits for one endpoint. */
const MAX_PER_ENDPOINT: DeliveryCapacity = { healthy: 4, failing: 1 };

/** Longer than any delivery attempt that ends by itself. */
const DELIVERY_TIMEOUT_MS = 20_000;

/** Deliveries that this process has claimed and not recorded yet. */
export type DeliveryPool = {
  start: (delivery: DueDelivery) => void;
  /** Number of free slots; null if there are none. */
  getCapacity: () => Pick<DeliveryQuery, 'runningByEndpoint' | 'perEndpoint' | 'capacity'> | null;
  /** Number of deliveries in flight and of finished ones. */
  getCounts: () => { inFlight: number; finished: number };
  /** Resolves when one delivery in flight has ended, or at once if there is none. */
  waitForOne: () => Promise<void>;
  waitForAll: () => Promise<void>;
};

export function createDeliveryPool(context: Context, onFinished: () => void): DeliveryPool {
  const inFlight = new Map<DueDelivery, Promise<void>>();
  let finished = 0;

  async function run(delivery: DueDelivery): Promise<void> {
    try {
      await recordAttempt(context, delivery, await withTimeout(DELIVERY_TIMEOUT_MS, deliver(context, delivery)));
    } catch (error) {
      // The lease expires and the delivery is tried again.
      context.log.error({ err: error, delivery: delivery.id }, 'webhook_attempt_not_recorded');
    }
    inFlight.delete(delivery);
    finished += 1;
    onFinished();
  }

  return {
    start: (delivery) => void inFlight.set(delivery, run(delivery)),
    getCapacity: () => computeCapacity([...inFlight.keys()]),
    getCounts: () => ({ inFlight: inFlight.size, finished }),
    waitForOne: async () => {
      if (inFlight.size > 0) await Promise.race(inFlight.values());
    },
    waitForAll: async () => void (await Promise.all(inFlight.values())),
  };
}

function computeCapacity(inFlight: readonly DueDelivery[]): ReturnType<DeliveryPool['getCapacity']> {
  const busy = new Map<string, number>();
  for (const { endpointId } of inFlight) busy.set(endpointId, (busy.get(endpointId) ?? 0) + 1);
  const failing = inFlight.filter(({ isFailing }) => isFailing).length;
  const capacity = {
    healthy: MAX_CONCURRENT.healthy - (inFlight.length - failing),
    failing: MAX_CONCURRENT.failing - failing,
  };
  return capacity.healthy + capacity.failing === 0
    ? null
    : { runningByEndpoint: busy, perEndpoint: MAX_PER_ENDPOINT, capacity };
}
