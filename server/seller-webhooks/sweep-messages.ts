import { DELIVERY_RETENTION_DAYS } from '#domain/webhook-endpoint.ts';
import type { Context } from '#server/context.ts';
import { deleteOldEvents, failOverdueDeliveries } from '#server/db/webhook-deliveries.ts';

const SWEEP_INTERVAL_MS = 3_600_000;
const BATCH_SIZE = 500;
const DAY_MS = 86_400_000;

const EXPIRED_MESSAGE = `It waited for ${DELIVERY_RETENTION_DAYS} days while the webhook was paused.`;

/** Deletes messages older than the log. Deliveries that wait for a paused endpoint expire at the same age. */
export async function deleteExpiredMessages({ db, realNow }: Context): Promise<void> {
  const cutoff = new Date(realNow().getTime() - DELIVERY_RETENTION_DAYS * DAY_MS);
  await failOverdueDeliveries(db, cutoff, EXPIRED_MESSAGE);
  while ((await deleteOldEvents(db, cutoff, BATCH_SIZE)) === BATCH_SIZE);
}

/** Returns a function that runs the sweep at most once an hour, however often it is called. */
export function createHourlySweep(context: Context): () => Promise<void> {
  let lastSweepAt = context.realNow().getTime();
  return async () => {
    const now = context.realNow().getTime();
    if (now - lastSweepAt < SWEEP_INTERVAL_MS) return;
    lastSweepAt = now;
    await deleteExpiredMessages(context);
  };
}
