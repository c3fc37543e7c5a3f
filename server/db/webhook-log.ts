import { and, asc, desc, eq, getTableColumns, gt, gte, inArray, or, sql, type SQL } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';
import type { DeliveryState } from '#domain/webhook-endpoint.ts';
import type { WebhookEventType } from '#domain/webhook-event.ts';

import type { Db } from './client.ts';
import { webhookDeliveries, webhookEndpoints, webhookMessages, webhookTries } from './schema-webhooks.ts';

export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type LoggedTry = typeof webhookTries.$inferSelect;

/** A cursor in the log; new deliveries do not shift it. */
export type LogPlace = { createdAt: Date; position: number };

const { status, subject, position, endpointId, redelivery, createdAt } = webhookDeliveries;

/** Whether an earlier delivery of the same subject must arrive first. */
const isBehind = sql`exists (select 1 from ${webhookDeliveries} earlier
  where earlier.endpoint_id = ${endpointId} and earlier.subject = ${subject} and earlier.position < ${position}
    and earlier.status = 'waiting' and not earlier.redelivery)`;

const isHeld = sql`(not ${redelivery} and (${webhookEndpoints.pausedBy} is not null or ${isBehind}))`;

const STATES: Record<DeliveryState, SQL | undefined> = {
  delivered: eq(status, 'delivered'),
  failed: eq(status, 'failed'),
  waiting: and(eq(status, 'waiting'), sql`not ${isHeld}`),
  held: and(eq(status, 'waiting'), isHeld),
};

const loggedQuery = (db: Db) =>
  db
    .select({
      row: getTableColumns(webhookDeliveries),
      type: webhookMessages.type,
      orderNumber: webhookMessages.orderNumber,
      format: webhookEndpoints.format,
      held: sql<boolean>`(${status} = 'waiting' and ${isHeld})`,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, endpointId))
    .innerJoin(webhookMessages, eq(webhookMessages.id, webhookDeliveries.messageId));

export type LoggedDelivery = Awaited<ReturnType<typeof loggedQuery>>[number];

const ofSeller = (sellerId: string, mode: Mode) =>
  and(eq(webhookEndpoints.sellerId, sellerId), eq(webhookEndpoints.mode, mode));

type LogWish = {
  endpointId: string;
  state?: DeliveryState | undefined;
  event?: WebhookEventType | undefined;
  /** Only deliveries after this cursor. */
  after: LogPlace | null;
  most: number;
};

const isAfter = (place: LogPlace): SQL =>
  sql`(${createdAt}, ${position}) < (${place.createdAt.toISOString()}::timestamptz, ${place.position}::bigint)`;

/** An endpoint's log, newest first. */
export const listLogged = (db: Db, wish: LogWish): Promise<LoggedDelivery[]> =>
  loggedQuery(db)
    .where(
      and(
        eq(endpointId, wish.endpointId),
        wish.state && STATES[wish.state],
        wish.event && eq(webhookMessages.type, wish.event),
        wish.after ? isAfter(wish.after) : undefined,
      ),
    )
    .orderBy(desc(createdAt), desc(position))
    .limit(wish.most);

type Told = Pick<typeof webhookMessages.$inferSelect, 'body' | 'sentence'>;

/** A seller's delivery with its event; null when it belongs to another seller. */
export async function findLogged(
  db: Db,
  sellerId: string,
  mode: Mode,
  id: string,
): Promise<(LoggedDelivery & Told) | null> {
  const [found] = await loggedQuery(db).where(and(ofSeller(sellerId, mode), eq(webhookDeliveries.id, id)));
  if (!found) return null;
  const [message] = await db
    .select({ body: webhookMessages.body, sentence: webhookMessages.sentence })
    .from(webhookMessages)
    .where(eq(webhookMessages.id, found.row.messageId));
  return message ? { ...found, ...message } : null;
}

/** Newest first. */
export const listTries = (db: Db, deliveryId: string): Promise<LoggedTry[]> =>
  db
    .select()
    .from(webhookTries)
    .where(eq(webhookTries.deliveryId, deliveryId))
    .orderBy(desc(webhookTries.at), desc(webhookTries.id));

/** These deliveries of an endpoint, oldest first, locked until the transaction ends. */
export const lockDeliveries = (tx: Db, ofEndpoint: string, ids: readonly string[]): Promise<DeliveryRow[]> =>
  tx
    .select()
    .from(webhookDeliveries)
    .where(and(eq(endpointId, ofEndpoint), inArray(webhookDeliveries.id, [...ids])))
    .orderBy(asc(createdAt), asc(position))
    .for('no key update');

/** The oldest failed deliveries since a time, at most `limit`, locked until the transaction ends. */
export const lockFailedSince = (
  tx: Db,
  ofEndpoint: string,
  since: Date,
  most: number,
): Promise<DeliveryRow[]> =>
  tx
    .select()
    .from(webhookDeliveries)
    .where(and(eq(endpointId, ofEndpoint), eq(status, 'failed'), gte(createdAt, since)))
    .orderBy(asc(createdAt), asc(position))
    .limit(most)
    .for('no key update');

/** A delivery whose next try is due within this time may be in progress. */
const SOON_MS = 60_000;

/** All started tries are logged, or the next try is later than any running one could be. */
const isNotOnItsWay = (now: Date) =>
  or(
    gt(webhookDeliveries.nextAt, new Date(now.getTime() + SOON_MS)),
    sql`${webhookDeliveries.tries} <= (
      select count(*) from ${webhookTries} where ${webhookTries.deliveryId} = ${webhookDeliveries.id})`,
  );

/** Sends finished deliveries once more; waiting ones become due now, in their order, unless they are in progress. */
export async function updateRedelivered(tx: Db, rows: readonly DeliveryRow[], now: Date): Promise<void> {
  const waiting = rows.filter((row) => row.status === 'waiting').map(({ id }) => id);
  const over = rows.filter((row) => row.status !== 'waiting').map(({ id }) => id);
  if (waiting.length > 0)
    await tx
      .update(webhookDeliveries)
      .set({ nextAt: now })
      .where(and(inArray(webhookDeliveries.id, waiting), isNotOnItsWay(now)));
  if (over.length > 0)
    await tx
      .update(webhookDeliveries)
      .set({ status: 'waiting', redelivery: true, nextAt: now })
      .where(inArray(webhookDeliveries.id, over));
}

/**
 * Makes an endpoint's waiting deliveries due, oldest first. Skips rows that are being recorded: waiting for them would hold
 * locks that the recording needs.
 */
export async function updateWaitingDue(db: Db, ofEndpoint: string, now: Date): Promise<void> {
  const waiting = db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.endpointId, ofEndpoint),
        eq(webhookDeliveries.status, 'waiting'),
        gt(webhookDeliveries.nextAt, new Date(now.getTime() + SOON_MS)),
      ),
    )
    .for('update', { skipLocked: true });
  await db
    .update(webhookDeliveries)
    .set({ nextAt: now })
    .where(sql`${webhookDeliveries.id} in ${waiting}`);
}
