import { and, asc, eq, getTableColumns, gte, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';

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

export const isEndpointOfSeller = (sellerId: string, mode: Mode) =>
  and(eq(webhookEndpoints.mode, mode), eq(webhookEndpoints.sellerId, sellerId));

const isOwnEndpoint = (sellerId: string, mode: Mode, id: string) =>
  and(isEndpointOfSeller(sellerId, mode), eq(webhookEndpoints.id, id));

/** Endpoints with their numbers of waiting deliveries, and of delivered and failed ones since a time. */
function selectWithStats(db: Db, since: Date) {
  const { endpointId, status, createdAt } = webhookDeliveries;
  const [isWaiting, isRecent] = [eq(status, 'waiting'), gte(createdAt, since)];
  const countOf = (condition: SQL | undefined) => sql<number>`(count(*) filter (where ${condition}))::int`;
  return db
    .select({
      row: getTableColumns(webhookEndpoints),
      stats: {
        delivered: countOf(and(eq(status, 'delivered'), isRecent)),
        failed: countOf(and(eq(status, 'failed'), isRecent)),
        waiting: countOf(isWaiting),
      },
    })
    .from(webhookEndpoints)
    .leftJoin(webhookDeliveries, and(eq(endpointId, webhookEndpoints.id), or(isWaiting, isRecent)))
    .groupBy(webhookEndpoints.id);
}
export type CountedEndpoint = Awaited<ReturnType<typeof selectWithStats>>[number];

/** Oldest first. */
export const listEndpoints = (db: Db, sellerId: string, mode: Mode, since: Date): Promise<CountedEndpoint[]> =>
  selectWithStats(db, since)
    .where(isEndpointOfSeller(sellerId, mode))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));

export async function findCountedEndpoint(
  db: Db,
  sellerId: string,
  mode: Mode,
  id: string,
  since: Date,
): Promise<CountedEndpoint | null> {
  const [endpoint] = await selectWithStats(db, since).where(isOwnEndpoint(sellerId, mode, id));
  return endpoint ?? null;
}

const selectEndpoint = (db: Db, sellerId: string, mode: Mode, id: string) =>
  db
    .select()
    .from(webhookEndpoints)
    .where(isOwnEndpoint(sellerId, mode, id));

type FoundEndpoint = Promise<WebhookEndpointRow | null>;

export const findEndpoint = async (db: Db, sellerId: string, mode: Mode, id: string): FoundEndpoint =>
  (await selectEndpoint(db, sellerId, mode, id))[0] ?? null;

/** The endpoint, locked until the transaction ends; rows that reference it can still be written. */
export const lockEndpoint = async (tx: Db, sellerId: string, mode: Mode, id: string): FoundEndpoint =>
  (await selectEndpoint(tx, sellerId, mode, id).for('no key update'))[0] ?? null;

export type NewWebhookEndpoint = typeof webhookEndpoints.$inferInsert;

/** Inserts an endpoint when the seller has fewer than `maxEndpoints`, also under concurrency. False at the maximum. */
export async function insertEndpoint(tx: Db, row: NewWebhookEndpoint, maxEndpoints: number): Promise<boolean> {
  await tx.select({ id: sellers.id }).from(sellers).where(eq(sellers.id, row.sellerId)).for('no key update');
  if ((await tx.$count(webhookEndpoints, isEndpointOfSeller(row.sellerId, row.mode))) >= maxEndpoints) return false;
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
