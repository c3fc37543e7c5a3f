import { and, eq, isNull, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { webhookEndpoints } from './schema-webhooks.ts';

/** Records a successful delivery. */
export async function recordDeliverySuccess(tx: Db, endpointId: string, at: Date): Promise<void> {
  await tx
    .update(webhookEndpoints)
    .set({ lastDeliveredAt: at, failingSince: null })
    .where(eq(webhookEndpoints.id, endpointId));
}

/** Records a failed delivery; returns the time of the first failure since the last success. */
export async function recordDeliveryFailure(tx: Db, endpointId: string, at: Date): Promise<Date | null> {
  const [row] = await tx
    .update(webhookEndpoints)
    .set({ failingSince: sql`coalesce(${webhookEndpoints.failingSince}, ${at.toISOString()}::timestamptz)` })
    .where(eq(webhookEndpoints.id, endpointId))
    .returning({ failingSince: webhookEndpoints.failingSince });
  return row?.failingSince ?? null;
}

/** False when it is already paused. */
export async function pauseFailingEndpoint(tx: Db, endpointId: string): Promise<boolean> {
  const rows = await tx
    .update(webhookEndpoints)
    .set({ pausedBy: 'failures' })
    .where(and(eq(webhookEndpoints.id, endpointId), isNull(webhookEndpoints.pausedBy)))
    .returning({ id: webhookEndpoints.id });
  return rows.length > 0;
}
