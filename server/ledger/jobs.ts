import { eq } from 'drizzle-orm';

import type { Context } from '#server/core/context.ts';
import { entitlements } from '#server/db/schema-delivery.ts';
import { leaseRows } from '#server/jobs/leased-rows.ts';
import { openQueue, type Worker } from '#server/jobs/queue.ts';

import { recomputeEntitlements } from './recompute-entitlements.ts';

/** Pauses and ends access when its time has come, and looks for license keys that an order still misses. */
export function openEntitlementsWorker(context: Context): Worker {
  const { db, mode, now } = context;
  const rows = leaseRows(db, {
    table: entitlements,
    key: ['id'],
    dueAt: 'recheckAt',
    isWaiting: eq(entitlements.mode, mode),
    leaseMs: 300_000,
    now,
  });
  return openQueue(context, {
    name: 'entitlements',
    ...rows,
    concurrency: 4,
    timeoutMs: 60_000,
    keysOf: ({ attemptId }) => [attemptId],
    nameOf: ({ id }) => `entitlement ${id}`,
    crashGuard: rows,
    run: async ({ attemptId }) => {
      const workersToWake = await db.transaction((tx) => recomputeEntitlements(context, tx, [attemptId]));
      for (const worker of workersToWake) context.wake(worker);
    },
  });
}
