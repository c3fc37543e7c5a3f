import { and, asc, desc, eq, gt, lt, sql } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { WebhookEventType } from '#domain/webhook-event.ts';
import type { Db } from '#server/db/client.ts';
import { webhookEvents } from '#server/db/schema-webhooks.ts';

type SellerScope = { sellerId: string; mode: Mode };

const columns = { position: webhookEvents.position, body: webhookEvents.body };

const isLogged = ({ sellerId, mode }: SellerScope) =>
  and(eq(webhookEvents.mode, mode), eq(webhookEvents.sellerId, sellerId), eq(webhookEvents.logged, true));

type EventLogQuery = SellerScope & {
  type?: WebhookEventType | undefined;
  /** Only events after this position. */
  after: number;
  /** Position of the last event of the previous page; null on the first page. */
  cursor: number | null;
  isNewestFirst: boolean;
  limit: number;
};

/** A seller's events in the order of their positions. */
export function listLoggedEvents(db: Db, { type, after, cursor, isNewestFirst, limit, ...scope }: EventLogQuery) {
  const { position } = webhookEvents;
  const beyondCursor = cursor === null ? undefined : (isNewestFirst ? lt : gt)(position, cursor);
  return db
    .select(columns)
    .from(webhookEvents)
    .where(and(isLogged(scope), gt(position, after), beyondCursor, type && eq(webhookEvents.type, type)))
    .orderBy(isNewestFirst ? desc(position) : asc(position))
    .limit(limit);
}

export async function findLoggedEvent(db: Db, { id, ...scope }: SellerScope & { id: string }) {
  const [row] = await db
    .select(columns)
    .from(webhookEvents)
    .where(and(isLogged(scope), eq(webhookEvents.id, id)));
  return row ?? null;
}

/**
 * Makes transactions that add events of the same seller wait for each other until they commit, so that an event never
 * appears in the log before one with a lower position.
 */
export async function lockEventLogs(tx: Db, sellerIds: readonly string[]): Promise<void> {
  const sorted = JSON.stringify([...new Set(sellerIds)].toSorted());
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended('webhook_events ' || seller_id, 0))
    from (select jsonb_array_elements_text(${sorted}::text::jsonb) as seller_id order by 1) as sellers`);
}
