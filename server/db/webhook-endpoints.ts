import { and, asc, count, eq, gte, inArray, sql } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { isOneOf } from './many-rows.ts';
import { sellers } from './schema-pages.ts';
import { webhookDeliveries, webhookEndpoints, webhookMessages } from './schema-webhooks.ts';

export type WebhookEndpointRow = typeof webhookEndpoints.$inferSelect;
/** Delivered, failed and waiting deliveries of an endpoint. */
export type EndpointFigures = { delivered: number; failed: number; waiting: number };
export type CountedEndpoint = { row: WebhookEndpointRow; figures: EndpointFigures };

const NOTHING: EndpointFigures = { delivered: 0, failed: 0, waiting: 0 };

const ofSeller = (sellerId: string, mode: Mode) =>
  and(eq(webhookEndpoints.mode, mode), eq(webhookEndpoints.sellerId, sellerId));

const one = (sellerId: string, mode: Mode, id: string) =>
  and(ofSeller(sellerId, mode), eq(webhookEndpoints.id, id));

/** Oldest first; delivered and failed deliveries are counted since a time. */
export async function listEndpoints(
  db: Db,
  sellerId: string,
  mode: Mode,
  since: Date,
): Promise<CountedEndpoint[]> {
  const rows = await db
    .select()
    .from(webhookEndpoints)
    .where(ofSeller(sellerId, mode))
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id));
  return counted(db, rows, since);
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
    .where(one(sellerId, mode, id));
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
    .where(one(sellerId, mode, id))
    .for('no key update');
  return row ?? null;
}

export async function counted(
  db: Db,
  rows: readonly WebhookEndpointRow[],
  since: Date,
): Promise<CountedEndpoint[]> {
  if (rows.length === 0) return [];
  const { endpointId, status, createdAt } = webhookDeliveries;
  const theirs = inArray(
    endpointId,
    rows.map(({ id }) => id),
  );
  const done = await db
    .select({
      endpointId,
      delivered: sql<number>`(count(*) filter (where ${status} = 'delivered'))::int`,
      failed: sql<number>`(count(*) filter (where ${status} = 'failed'))::int`,
    })
    .from(webhookDeliveries)
    .where(and(theirs, gte(createdAt, since)))
    .groupBy(endpointId);
  const open = await db
    .select({ endpointId, waiting: count() })
    .from(webhookDeliveries)
    .where(and(theirs, eq(status, 'waiting')))
    .groupBy(endpointId);
  return rows.map((row) => {
    const { delivered, failed } = done.find((figures) => figures.endpointId === row.id) ?? NOTHING;
    const { waiting } = open.find((figures) => figures.endpointId === row.id) ?? NOTHING;
    return { row, figures: { delivered, failed, waiting } };
  });
}

/** Inserts an endpoint when the seller has fewer than `maxEndpoints`, also under concurrency. False at the maximum. */
export async function insertEndpoint(tx: Db, row: WebhookEndpointRow, most: number): Promise<boolean> {
  await tx.select({ id: sellers.id }).from(sellers).where(eq(sellers.id, row.sellerId)).for('no key update');
  const [held] = await tx
    .select({ count: count() })
    .from(webhookEndpoints)
    .where(ofSeller(row.sellerId, row.mode));
  if ((held?.count ?? 0) >= most) return false;
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
  const gone = await tx
    .delete(webhookEndpoints)
    .where(one(sellerId, mode, id))
    .returning({ id: webhookEndpoints.id });
  return gone.length > 0;
}

/** Deletes endpoints and events of all modes: the events name buyers. */
export async function deleteWebhooksOf(tx: Db, sellerId: string): Promise<number> {
  const theirs = eq(webhookEndpoints.sellerId, sellerId);
  const endpoints = tx.select({ id: webhookEndpoints.id }).from(webhookEndpoints).where(theirs);
  await tx.delete(webhookDeliveries).where(inArray(webhookDeliveries.endpointId, endpoints));
  const removed = await tx.delete(webhookEndpoints).where(theirs).returning({ id: webhookEndpoints.id });
  await tx.delete(webhookMessages).where(eq(webhookMessages.sellerId, sellerId));
  return removed.length;
}

/** A seller's endpoints for the account export, without signing secrets. */
export const listEndpointsToCopy = (db: Db, sellerId: string) =>
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
export type ListeningEndpoint = Pick<WebhookEndpointRow, 'id' | 'sellerId' | 'events'>;

/**
 * Endpoints of these sellers, including paused ones, whose events wait. Locks the rows until the transaction ends, so that
 * the deliveries written for them keep a valid endpoint.
 */
export const listListening = (
  tx: Db,
  mode: Mode,
  sellerIds: readonly string[],
): Promise<ListeningEndpoint[]> =>
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
