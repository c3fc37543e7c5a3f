import { and, asc, count, eq, gte, inArray, sql, isNull } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { sellers } from '#server/db/schema-pages.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents } from '#server/db/schema-webhooks.ts';

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

export type WebhookEndpointRow = typeof webhookEndpoints.$inferSelect;
/** Delivered, failed and waiting deliveries of an endpoint. */
export type EndpointStats = { delivered: number; failed: number; waiting: number };
export type CountedEndpoint = { row: WebhookEndpointRow; stats: EndpointStats };

const NO_DELIVERIES: EndpointStats = { delivered: 0, failed: 0, waiting: 0 };

const isEndpointOfSeller = (sellerId: string, mode: Mode) =>
  and(eq(webhookEndpoints.mode, mode), eq(webhookEndpoints.sellerId, sellerId));

const isOwnEndpoint = (sellerId: string, mode: Mode, id: string) =>
  and(isEndpointOfSeller(sellerId, mode), eq(webhookEndpoints.id, id));

/** Oldest first; delivered and failed deliveries are counted since a time. */
export async function listEndpoints(db: Db, sellerId: string, mode: Mode, since: Date): Promise<CountedEndpoint[]> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(isEndpointOfSeller(sellerId, mode))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
  return withStats(db, rows, since);
}

export async function findEndpoint(
  db: Db,
  sellerId: string,
  mode: Mode,
  id: string,
): Promise<WebhookEndpointRow | null> {
  const [row] = await db
    .select()
    .from(webhookEndpoints)
    .where(isOwnEndpoint(sellerId, mode, id));
  return row ?? null;
}

/** The endpoint, locked until the transaction ends; rows that reference it can still be written. */
export async function lockEndpoint(
  tx: Db,
  sellerId: string,
  mode: Mode,
  id: string,
): Promise<WebhookEndpointRow | null> {
  const [row] = await tx
    .select()
    .from(webhookEndpoints)
    .where(isOwnEndpoint(sellerId, mode, id))
    .for('no key update');
  return row ?? null;
}

export async function withStats(db: Db, rows: readonly WebhookEndpointRow[], since: Date): Promise<CountedEndpoint[]> {
  if (rows.length === 0) return [];
  const { endpointId, status, createdAt } = webhookDeliveries;
  const isOfEndpoints = inArray(
    endpointId,
    rows.map(({ id }) => id),
  );
  const finishedRows = await db
    .select({
      endpointId,
      delivered: sql<number>`(count(*) filter (where ${status} = 'delivered'))::int`,
      failed: sql<number>`(count(*) filter (where ${status} = 'failed'))::int`,
    })
    .from(webhookDeliveries)
    .where(and(isOfEndpoints, gte(createdAt, since)))
    .groupBy(endpointId);
  const waitingRows = await db
    .select({ endpointId, waiting: count() })
    .from(webhookDeliveries)
    .where(and(isOfEndpoints, eq(status, 'waiting')))
    .groupBy(endpointId);
  return rows.map((row) => {
    const { delivered, failed } = finishedRows.find((stats) => stats.endpointId === row.id) ?? NO_DELIVERIES;
    const { waiting } = waitingRows.find((stats) => stats.endpointId === row.id) ?? NO_DELIVERIES;
    return { row, stats: { delivered, failed, waiting } };
  });
}

/** Inserts an endpoint when the seller has fewer than `maxEndpoints`, also under concurrency. False at the maximum. */
export async function insertEndpoint(tx: Db, row: WebhookEndpointRow, maxEndpoints: number): Promise<boolean> {
  await tx.select({ id: sellers.id }).from(sellers).where(eq(sellers.id, row.sellerId)).for('no key update');
  const [existing] = await tx
    .select({ count: count() })
    .from(webhookEndpoints)
    .where(isEndpointOfSeller(row.sellerId, row.mode));
  if ((existing?.count ?? 0) >= maxEndpoints) return false;
  await tx.insert(webhookEndpoints).values(row);
  return true;
}

type EndpointChange = Partial<Omit<WebhookEndpointRow, 'id' | 'mode' | 'sellerId' | 'createdAt'>>;

export async function updateEndpoint(
  db: Db,
  { id }: Pick<WebhookEndpointRow, 'id'>,
  change: EndpointChange,
): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await db.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id));
}

/** Deletes an endpoint, its log first: deliveries lock the delivery before the endpoint. False when there is none. */
export async function deleteEndpoint(tx: Db, sellerId: string, mode: Mode, id: string): Promise<boolean> {
  if (!(await findEndpoint(tx, sellerId, mode, id))) return false;
  await tx.delete(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id));
  const deleted = await tx
    .delete(webhookEndpoints)
    .where(isOwnEndpoint(sellerId, mode, id))
    .returning({ id: webhookEndpoints.id });
  return deleted.length > 0;
}

/** Deletes endpoints and events of all modes: the events name buyers. */
export async function deleteSellerWebhooks(tx: Db, sellerId: string): Promise<number> {
  const isOfSeller = eq(webhookEndpoints.sellerId, sellerId);
  const endpoints = tx.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(isOfSeller);
  await tx.delete(webhookDeliveries).where(inArray(webhookDeliveries.endpointId, endpoints));
  const removed = await tx.delete(webhookEndpoints).where(isOfSeller).returning({ id: webhookEndpoints.id });
  await tx.delete(webhookEvents).where(eq(webhookEvents.sellerId, sellerId));
  return removed.length;
}

/** A seller's endpoints for the account export, without signing secrets. */
export const listEndpointsForExport = (db: Db, sellerId: string) =>
  db
    .select({
      mode: webhookEndpoints.mode,
      url: webhookEndpoints.url,
      description: webhookEndpoints.description,
      format: webhookEndpoints.format,
      events: webhookEndpoints.events,
      paused: sql<boolean>`${webhookEndpoints.pausedBy} is not null`,
      createdAt: webhookEndpoints.createdAt,
    })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.sellerId, sellerId))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));

/** Fields of an endpoint that decide which events it gets. */
export type SubscribedEndpoint = Pick<WebhookEndpointRow, 'id' | 'sellerId' | 'events'>;

/**
 * Endpoints of these sellers, including paused ones, whose events wait. Locks the rows until the transaction ends, so that
 * the deliveries written for them keep a valid endpoint.
 */
export const listSubscribedEndpoints = (
  tx: Db,
  mode: Mode,
  sellerIds: readonly string[],
): Promise<SubscribedEndpoint[]> =>
  tx
    .select({
      id: webhookEndpoints.id,
      sellerId: webhookEndpoints.sellerId,
      events: webhookEndpoints.events,
    })
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.mode, mode), isOneOf(webhookEndpoints.sellerId, sellerIds, 'uuid')))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
    .for('key share');
