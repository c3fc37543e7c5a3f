import { and, asc, desc, eq, getTableColumns, gt, gte, inArray, or, sql, type SQL } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { DeliveryState } from '#domain/webhook-endpoint.ts';
import type { WebhookEventType } from '#domain/webhook-event.ts';
import type { Db } from '#server/db/client.ts';
import { webhookDeliveries, webhookEndpoints, webhookEvents, deliveryAttempts } from '#server/db/schema-webhooks.ts';

import { isEndpointOfSeller } from './endpoints.ts';

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type LoggedAttempt = typeof deliveryAttempts.$inferSelect;

/** A cursor in the log; new deliveries do not shift it. */
export type LogCursor = { createdAt: Date; position: number };

const { status, orderingKey: subject, position, endpointId, redelivery, createdAt } = webhookDeliveries;

/** Whether an earlier delivery of the same subject must arrive first. */
const isBlockedByEarlier = sql`exists (select 1 from ${webhookDeliveries} earlier
  where earlier.endpoint_id = ${endpointId} and earlier.ordering_key = ${subject} and earlier.position < ${position}
    and earlier.status = 'waiting' and not earlier.redelivery)`;

const isBlocked = sql`(not ${redelivery} and (${webhookEndpoints.pausedBy} is not null or ${isBlockedByEarlier}))`;

const STATE_CONDITIONS: Record<DeliveryState, SQL | undefined> = {
  delivered: eq(status, 'delivered'),
  failed: eq(status, 'failed'),
  waiting: and(eq(status, 'waiting'), sql`not ${isBlocked}`),
  blocked: and(eq(status, 'waiting'), isBlocked),
};

const selectLogged = (db: Db) =>
  db
    .select({
      row: getTableColumns(webhookDeliveries),
      type: webhookEvents.type,
      orderNumber: webhookEvents.orderNumber,
      format: webhookEndpoints.format,
      isBlocked: sql<boolean>`(${status} = 'waiting' and ${isBlocked})`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, endpointId))
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.messageId));

export type LoggedDelivery = Awaited<ReturnType<typeof selectLogged>>[number];

type LogQuery = {
  endpointId: string;
  state?: DeliveryState | undefined;
  event?: WebhookEventType | undefined;
  /** Only deliveries after this cursor. */
  after: LogCursor | null;
  limit: number;
};

const isAfter = (cursor: LogCursor): SQL =>
  sql`(${createdAt}, ${position}) < (${cursor.createdAt.toISOString()}::timestamptz, ${cursor.position}::bigint)`;

/** An endpoint's log, newest first. */
export const listLoggedDeliveries = (db: Db, query: LogQuery): Promise<LoggedDelivery[]> =>
  selectLogged(db)
    .where(
      and(
        eq(endpointId, query.endpointId),
        query.state && STATE_CONDITIONS[query.state],
        query.event && eq(webhookEvents.type, query.event),
        query.after ? isAfter(query.after) : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(position))
    .limit(query.limit);

type EventContent = Pick<typeof webhookEvents.$inferSelect, 'body' | 'summary'>;

/** A seller's delivery with its event; null when it belongs to another seller. */
export async function findLoggedDelivery(
  db: Db,
  sellerId: string,
  mode: Mode,
  id: string,
): Promise<(LoggedDelivery & EventContent) | null> {
  const [delivery] = await selectLogged(db).where(
    and(isEndpointOfSeller(sellerId, mode), eq(webhookDeliveries.id, id)),
  );
  if (!delivery) return null;
  const [message] = await db
    .select({ body: webhookEvents.body, summary: webhookEvents.summary })
    .from(webhookEvents)
    .where(eq(webhookEvents.id, delivery.row.messageId));
  return message ? { ...delivery, ...message } : null;
}

/** Newest first. */
export const listDeliveryAttempts = (db: Db, deliveryId: string): Promise<LoggedAttempt[]> =>
  db
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, deliveryId))
    .orderBy(desc(deliveryAttempts.at), desc(deliveryAttempts.id));

const lockOldestFirst = (tx: Db, forEndpointId: string, condition: SQL | undefined) =>
  tx
    .select()
    .from(webhookDeliveries)
    .where(and(eq(endpointId, forEndpointId), condition))
    .orderBy(asc(createdAt), asc(position))
    .for('no key update');

/** These deliveries of an endpoint, oldest first, locked until the transaction ends. */
export const lockDeliveries = (tx: Db, forEndpointId: string, ids: readonly string[]): Promise<DeliveryRow[]> =>
  lockOldestFirst(tx, forEndpointId, inArray(webhookDeliveries.id, [...ids]));

/** The oldest failed deliveries since a time, at most `limit`, locked until the transaction ends. */
export const lockFailedDeliveries = (
  tx: Db,
  forEndpointId: string,
  since: Date,
  limit: number,
): Promise<DeliveryRow[]> =>
  lockOldestFirst(tx, forEndpointId, and(eq(status, 'failed'), gte(createdAt, since))).limit(limit);

export const countFailedDeliveries = (db: Db, forEndpointId: string, since: Date): Promise<number> =>
  db.$count(webhookDeliveries, and(eq(endpointId, forEndpointId), eq(status, 'failed'), gte(createdAt, since)));

/** A delivery whose next try is due within this time may be in progress. */
const IN_PROGRESS_WINDOW_MS = 60_000;

/** All started tries are logged, or the next try is later than any running one could be. */
const isNotInProgress = (now: Date) =>
  or(
    gt(webhookDeliveries.nextAt, new Date(now.getTime() + IN_PROGRESS_WINDOW_MS)),
    sql`${webhookDeliveries.tries} <= (
      select count(*) from ${deliveryAttempts} where ${deliveryAttempts.deliveryId} = ${webhookDeliveries.id})`,
  );

/** Sends finished deliveries once more; waiting ones become due now, in their order, unless they are in progress. */
export async function scheduleRedelivery(tx: Db, rows: readonly DeliveryRow[], now: Date): Promise<void> {
  const waiting = rows.filter((row) => row.status === 'waiting').map(({ id }) => id);
  const finished = rows.filter((row) => row.status !== 'waiting').map(({ id }) => id);
  if (waiting.length > 0)
    await tx
      .update(webhookDeliveries)
      .set({ nextAt: now })
      .where(and(inArray(webhookDeliveries.id, waiting), isNotInProgress(now)));
  if (finished.length > 0)
    await tx
      .update(webhookDeliveries)
      .set({ status: 'waiting', redelivery: true, nextAt: now })
      .where(inArray(webhookDeliveries.id, finished));
}

/**
 * Makes an endpoint's waiting deliveries due, oldest first. Skips rows that are being recorded: waiting for them would hold
 * locks that the recording needs.
 */
export async function makeWaitingDue(db: Db, forEndpointId: string, now: Date): Promise<void> {
  const waiting = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, forEndpointId),
        eq(webhookDeliveries.status, 'waiting'),
        gt(webhookDeliveries.nextAt, new Date(now.getTime() + IN_PROGRESS_WINDOW_MS)),
      ),
    )
    .for('update', { skipLocked: true });
  await db
    .update(webhookDeliveries)
    .set({ nextAt: now })
    .where(sql`${webhookDeliveries.id} in ${waiting}`);
}
