import { and, asc, count, desc, eq, gte, inArray, sql, type SQL } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { insertMany, isOneOf } from './many-rows.ts';
import { providerEvents, type EventStatus } from './schema-events.ts';

export type ProviderEvent = typeof providerEvents.$inferSelect;
export type NewProviderEvent = Omit<
  typeof providerEvents.$inferInsert,
  'status' | 'attempts' | 'nextAt' | 'lastError' | 'doneAt' | 'refs'
> & { refs: Record<string, string> };

/** Fields of an event that a worker needs. */
export type ClaimedEvent = Pick<
  ProviderEvent,
  'id' | 'accountId' | 'type' | 'objectId' | 'refs' | 'attempts'
>;

/** Inserts events into the inbox in one statement; existing ones stay unchanged. */
export async function insertEvents(db: Db, events: readonly NewProviderEvent[]): Promise<void> {
  const rows = events.map((event) => ({
    ...event,
    status: 'received' as const,
    attempts: 0,
    nextAt: event.receivedAt,
    lastError: null,
    doneAt: null,
  }));
  await insertMany(db, providerEvents, rows, true);
}

/**
 * Queue partitions. `ledger`: events that change the ledger. `suspects`: ledger events of which several tries never ended,
 * so that they may have crashed the process. `refusals`: declined cards, which the ledger does not store. `alone`: events
 * that are processed one by one.
 */
export type Lane = 'ledger' | 'suspects' | 'refusals' | 'alone';

/** Events of declined cards on sellers' accounts. */
export const REFUSAL_EVENTS = ['charge.failed', 'payment_intent.payment_failed'] as const;

const TRIES_OF_SUSPECTS = 3;
const ofRefusals = sql.raw(`account_id <> '' and type in ('${REFUSAL_EVENTS.join("', '")}')`);
const ofAlone = sql`(account_id = '' or type like 'account.%')`;
const ofLedger = sql`not ${ofAlone} and not (${ofRefusals})`;
const isSuspect = sql`attempts >= ${sql.raw(String(TRIES_OF_SUSPECTS))} and last_error is null`;

const LANES: Record<Lane, SQL> = {
  ledger: sql`${ofLedger} and not (${isSuspect})`,
  suspects: sql`${ofLedger} and ${isSuspect}`,
  refusals: ofRefusals,
  alone: ofAlone,
};

const waitingIn = (mode: Mode, lane: Lane): SQL =>
  sql`mode = ${mode} and status = 'received' and ${LANES[lane]}`;

/**
 * Leases due events; after a crash the lease expires. Each lease counts as a try and clears the last error until the try
 * ends.
 */
export async function claimEvents(
  db: Db,
  mode: Mode,
  now: Date,
  leaseMs: number,
  { lane, most }: { lane: Lane; most: number },
): Promise<ClaimedEvent[]> {
  const leased = new Date(now.getTime() + leaseMs);
  const { rows } = (await db.execute(sql`
    with due as (
      select id from provider_events where ${waitingIn(mode, lane)} and next_at <= ${now.toISOString()}::timestamptz
      order by next_at limit ${most} for update skip locked)
    update provider_events e set attempts = e.attempts + 1, last_error = null, next_at = ${leased.toISOString()}::timestamptz
    from due where e.mode = ${mode} and e.id = due.id
    returning e.id, e.account_id as "accountId", e.type, e.object_id as "objectId", e.refs, e.attempts`)) as {
    rows: ClaimedEvent[];
  };
  return rows;
}

/** Extends the lease of events that take longer. */
export async function extendLease(db: Db, mode: Mode, ids: readonly string[], until: Date): Promise<void> {
  await db.execute(sql`
    update provider_events set next_at = ${until.toISOString()}::timestamptz
    where mode = ${mode} and ${isOneOf(sql`id`, ids, 'text')} and status = 'received' and last_error is null`);
}

/** Due time of the next waiting event of a partition; null when none waits. */
export async function findNextDue(db: Db, mode: Mode, lane: Lane): Promise<Date | null> {
  const [row] = await db
    .select({ nextAt: providerEvents.nextAt })
    .from(providerEvents)
    .where(waitingIn(mode, lane))
    .orderBy(asc(providerEvents.nextAt))
    .limit(1);
  return row?.nextAt ?? null;
}

/** Marks events as done or ignored. Rows that another try has changed meanwhile stay unchanged. */
export async function updateEventsDone(
  db: Db,
  mode: Mode,
  events: readonly Pick<ClaimedEvent, 'id' | 'attempts'>[],
  status: 'done' | 'ignored',
  doneAt: Date,
): Promise<void> {
  if (events.length === 0) return;
  const ids = events.map(({ id }) => id);
  const tries = JSON.stringify(Object.fromEntries(events.map(({ id, attempts }) => [id, attempts])));
  await db.execute(sql`
    update provider_events set status = ${status}, done_at = ${doneAt.toISOString()}::timestamptz, last_error = null
    where mode = ${mode} and ${isOneOf(sql`id`, ids, 'text')} and status = 'received'
      and attempts = (${tries}::jsonb ->> id)::integer`);
}

type Failure = {
  status: Extract<EventStatus, 'received' | 'parked' | 'ignored'>;
  nextAt: Date;
  lastError: string;
};

/** Records a failed try; false when another process has finished the event meanwhile. */
export async function updateEventFailed(
  db: Db,
  mode: Mode,
  { id, attempts }: Pick<ClaimedEvent, 'id' | 'attempts'>,
  failure: Failure,
): Promise<boolean> {
  const rows = await db
    .update(providerEvents)
    .set(failure)
    .where(
      and(
        eq(providerEvents.mode, mode),
        eq(providerEvents.id, id),
        eq(providerEvents.status, 'received'),
        eq(providerEvents.attempts, attempts),
      ),
    )
    .returning({ id: providerEvents.id });
  return rows.length > 0;
}

/** The newest events, or only dead-lettered ones. */
export const listEvents = (
  db: Db,
  mode: Mode,
  { parked, most }: { parked: boolean; most: number },
): Promise<ProviderEvent[]> =>
  db
    .select()
    .from(providerEvents)
    .where(and(eq(providerEvents.mode, mode), ...(parked ? [eq(providerEvents.status, 'parked')] : [])))
    .orderBy(desc(providerEvents.receivedAt))
    .limit(most);

export async function countParked(db: Db, mode: Mode): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(providerEvents)
    .where(and(eq(providerEvents.mode, mode), eq(providerEvents.status, 'parked')));
  return row?.count ?? 0;
}

export async function findEvent(db: Db, mode: Mode, id: string): Promise<ProviderEvent | null> {
  const [row] = await db
    .select()
    .from(providerEvents)
    .where(and(eq(providerEvents.mode, mode), eq(providerEvents.id, id)));
  return row ?? null;
}

/** Retries events from the first try: all dead-lettered ones, or one finished event by id. Returns their number. */
export async function replayEvents(db: Db, mode: Mode, now: Date, id?: string): Promise<number> {
  const statuses: EventStatus[] = id === undefined ? ['parked'] : ['parked', 'ignored', 'done'];
  const rows = await db
    .update(providerEvents)
    .set({ status: 'received', attempts: 0, nextAt: now, doneAt: null })
    .where(
      and(
        eq(providerEvents.mode, mode),
        inArray(providerEvents.status, statuses),
        ...(id === undefined ? [] : [eq(providerEvents.id, id)]),
      ),
    )
    .returning({ id: providerEvents.id });
  return rows.length;
}

/**
 * Reprocesses an account's done and ignored events since a time. Events that are being processed are repeated as well; the
 * running try does not count.
 */
export async function updateEventsReceived(
  db: Db,
  { mode, accountId, since, now }: { mode: Mode; accountId: string; since: Date; now: Date },
): Promise<void> {
  await db
    .update(providerEvents)
    .set({ status: 'received', attempts: 0, nextAt: now, doneAt: null })
    .where(
      and(
        eq(providerEvents.mode, mode),
        eq(providerEvents.accountId, accountId),
        gte(providerEvents.createdAt, since),
        inArray(providerEvents.status, ['received', 'done', 'ignored']),
      ),
    );
}

/** Ids among these that the inbox knows. */
export async function listKnownEvents(
  db: Db,
  mode: Mode,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(and(eq(providerEvents.mode, mode), inArray(providerEvents.id, [...ids])));
  return new Set(rows.map(({ id }) => id));
}
