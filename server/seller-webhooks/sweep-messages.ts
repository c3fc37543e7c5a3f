import { DELIVERIES_KEPT_DAYS } from '#domain/webhook-endpoint.ts';
import type { Context } from '#server/context.ts';
import { deleteOldMessages, updateWaitedTooLong } from '#server/db/webhook-deliveries.ts';

const SWEEP_EACH_MS = 3_600_000;
const SWEPT_AT_ONCE = 500;
const DAY_MS = 86_400_000;

const WAITED = `It waited for ${DELIVERIES_KEPT_DAYS} days while the webhook was paused.`;

/** Deletes messages older than the log. Deliveries that wait for a paused endpoint expire at the same age. */
export async function sweepMessages({ db, realNow }: Context): Promise<void> {
  const before = new Date(realNow().getTime() - DELIVERIES_KEPT_DAYS * DAY_MS);
  await updateWaitedTooLong(db, before, WAITED);
  while ((await deleteOldMessages(db, before, SWEPT_AT_ONCE)) === SWEPT_AT_ONCE);
}

/** Returns a function that runs the sweep at most once an hour, however often it is called. */
export function hourlySweep(context: Context): () => Promise<void> {
  let sweptAt = context.realNow().getTime();
  return async () => {
    const now = context.realNow().getTime();
    if (now - sweptAt < SWEEP_EACH_MS) return;
    sweptAt = now;
    await sweepMessages(context);
  };
}
