import { and, desc, eq, gte, inArray, sql, type SQL } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import { insertMany, isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { findRow, hasValues } from '#server/db/rows.ts';
import { stripeEvents, type EventStatus } from '#server/db/schema-stripe-events.ts';

export type StripeEventRow = typeof stripeEvents.$inferSelect;
export type NewStripeEvent = Omit<
  typeof stripeEvents.$inferInsert,
  'status' | 'attempts' | 'nextAt' | 'lastError' | 'doneAt' | 'refs'
> & { refs: Record<string, string> };

export type LeasedEvent = Pick<StripeEventRow, 'id' | 'accountId' | 'type' | 'objectId' | 'refs' | 'attempts'>;

/** Inserts events into the inbox in one statement; existing ones stay unchanged. */
export async function insertEvents(db: Db, events: readonly NewStripeEvent[]): Promise<void> {
  const rows = events.map((event) => ({ ...event, ...asReceived(event.receivedAt), lastError: null }));
  await insertMany(db, stripeEvents, rows, true);
}

/**
 * Queue partitions. `ledger`: events that change the ledger. `poison`: ledger events of which several tries never ended,
 * so that they may have crashed the process. `declines`: declined cards, which the ledger does not store. `serial`: events
 * that are processed one by one.
 */
export type QueuePartition = 'ledger' | 'poison' | 'declines' | 'serial';

const DECLINED_CARD_EVENTS = ['charge.failed', 'payment_intent.payment_failed'] as const;

const SUSPECT_TRIES = 3;
const isDeclinedCard = sql.raw(`account_id <> '' and type in ('${DECLINED_CARD_EVENTS.join("', '")}')`);
const isSerial = sql`(account_id = '' or type like 'account.%')`;
const isLedgerEvent = sql`not ${isSerial} and not (${isDeclinedCard})`;
const isSuspect = sql`attempts >= ${sql.raw(String(SUSPECT_TRIES))} and last_error is null`;

const PARTITION_CONDITIONS: Record<QueuePartition, SQL> = {
  ledger: sql`${isLedgerEvent} and not (${isSuspect})`,
  poison: sql`${isLedgerEvent} and ${isSuspect}`,
  declines: isDeclinedCard,
  serial: isSerial,
};

/** SQL condition of the events of a partition that are not finished. */
export const isWaitingIn = (mode: Mode, partition: QueuePartition): SQL =>
  sql`mode = ${mode} and status = 'received' and ${PARTITION_CONDITIONS[partition]}`;

export async function extendLeases(db: Db, mode: Mode, ids: readonly string[], until: Date): Promise<void> {
  await db.execute(sql`
    update stripe_events set next_at = ${until.toISOString()}::timestamptz
    where mode = ${mode} and ${isOneOf(sql`id`, ids, 'text')} and status = 'received' and last_error is null`);
}

/** Marks events as done or ignored. Rows that another try has changed meanwhile stay unchanged. */
export async function markEventsDone(
  db: Db,
  mode: Mode,
  events: readonly Pick<LeasedEvent, 'id' | 'attempts'>[],
  status: 'done' | 'ignored',
  doneAt: Date,
): Promise<void> {
  if (events.length === 0) return;
  const ids = events.map(({ id }) => id);
  const tries = JSON.stringify(Object.fromEntries(events.map(({ id, attempts }) => [id, attempts])));
  await db.execute(sql`
    update stripe_events set status = ${status}, done_at = ${doneAt.toISOString()}::timestamptz, last_error = null
    where mode = ${mode} and ${isOneOf(sql`id`, ids, 'text')} and status = 'received'
      and attempts = (${tries}::jsonb ->> id)::integer`);
}

type FailedTry = {
  status: Extract<EventStatus, 'received' | 'dead_lettered' | 'ignored'>;
  nextAt: Date;
  lastError: string;
};

/** Records a failed try; false when another process has finished the event meanwhile. */
export async function recordFailedEvent(
  db: Db,
  mode: Mode,
  { id, attempts }: Pick<LeasedEvent, 'id' | 'attempts'>,
  failedTry: FailedTry,
): Promise<boolean> {
  const rows = await db
    .update(stripeEvents)
    .set(failedTry)
    .where(hasValues(stripeEvents, { mode, id, status: 'received', attempts }))
    .returning({ id: stripeEvents.id });
  return rows.length > 0;
}

/** The newest events, or only dead-lettered ones. */
export const listEvents = (
  db: Db,
  mode: Mode,
  { deadLetteredOnly, limit }: { deadLetteredOnly: boolean; limit: number },
): Promise<StripeEventRow[]> =>
  db
    .select()
    .from(stripeEvents)
    .where(hasValues(stripeEvents, { mode, ...(deadLetteredOnly && { status: 'dead_lettered' }) }))
    .orderBy(desc(stripeEvents.receivedAt))
    .limit(limit);

export const countDeadLettered = async (db: Db, mode: Mode): Promise<number> =>
  db.$count(stripeEvents, hasValues(stripeEvents, { mode, status: 'dead_lettered' }));

export const findEvent = (db: Db, mode: Mode, id: string): Promise<StripeEventRow | null> =>
  findRow(db, stripeEvents, { mode, id });

const asReceived = (now: Date) => ({ status: 'received', attempts: 0, nextAt: now, doneAt: null }) as const;

/** Retries events from the first try: all dead-lettered ones, or one finished event by id. Returns their number. */
export async function replayEvents(db: Db, mode: Mode, now: Date, id?: string): Promise<number> {
  const statuses: EventStatus[] = id === undefined ? ['dead_lettered'] : ['dead_lettered', 'ignored', 'done'];
  const rows = await db
    .update(stripeEvents)
    .set(asReceived(now))
    .where(
      and(hasValues(stripeEvents, { mode, ...(id !== undefined && { id }) }), inArray(stripeEvents.status, statuses)),
    )
    .returning({ id: stripeEvents.id });
  return rows.length;
}

/**
 * Reprocesses an account's done and ignored events since a time. Events that are being processed are repeated as well; the
 * running try does not count.
 */
export async function reprocessEvents(
  db: Db,
  { mode, accountId, since, now }: { mode: Mode; accountId: string; since: Date; now: Date },
): Promise<void> {
  await db
    .update(stripeEvents)
    .set(asReceived(now))
    .where(
      and(
        hasValues(stripeEvents, { mode, accountId }),
        gte(stripeEvents.createdAt, since),
        inArray(stripeEvents.status, ['received', 'done', 'ignored']),
      ),
    );
}

/** Ids among these that the inbox knows. */
export async function listKnownEventIds(db: Db, mode: Mode, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: stripeEvents.id })
    .from(stripeEvents)
    .where(and(eq(stripeEvents.mode, mode), inArray(stripeEvents.id, [...ids])));
  return new Set(rows.map(({ id }) => id));
}
