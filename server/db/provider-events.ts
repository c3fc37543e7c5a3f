import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { providerEvents, type EventStatus } from './schema-events.ts';

export type ProviderEvent = typeof providerEvents.$inferSelect;
export type NewProviderEvent = Omit<
  typeof providerEvents.$inferInsert,
  'status' | 'attempts' | 'nextAt' | 'lastError' | 'doneAt'
>;

/** Puts an event into the inbox; false when it is there already. */
export async function insertEvent(db: Db, event: NewProviderEvent): Promise<boolean> {
  const rows = await db
    .insert(providerEvents)
    .values({ ...event, status: 'received', nextAt: event.receivedAt })
    .onConflictDoNothing()
    .returning({ id: providerEvents.id });
  return rows.length > 0;
}

/** Puts events into the inbox that are not there yet. */
export async function insertEvents(db: Db, events: readonly NewProviderEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({
    ...event,
    status: 'received' as const,
    nextAt: event.receivedAt,
  }));
  await db.insert(providerEvents).values(rows).onConflictDoNothing();
}

/** Which of these events the inbox has, or had. */
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

/** Takes events that are due for the length of the lease; a worker that dies loses them when it ends. */
export async function claimEvents(db: Db, mode: Mode, now: Date, leaseMs: number): Promise<ProviderEvent[]> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: providerEvents.id })
      .from(providerEvents)
      .where(
        and(
          eq(providerEvents.mode, mode),
          eq(providerEvents.status, 'received'),
          lte(providerEvents.nextAt, now),
        ),
      )
      .orderBy(asc(providerEvents.nextAt))
      .limit(20)
      .for('update', { skipLocked: true });
    if (due.length === 0) return [];
    return tx
      .update(providerEvents)
      .set({ attempts: sql`${providerEvents.attempts} + 1`, nextAt: new Date(now.getTime() + leaseMs) })
      .where(
        and(
          eq(providerEvents.mode, mode),
          inArray(
            providerEvents.id,
            due.map(({ id }) => id),
          ),
        ),
      )
      .returning();
  });
}

type Outcome = { status: EventStatus; nextAt?: Date; lastError?: string | null; doneAt?: Date };

export async function updateEvent(db: Db, mode: Mode, id: string, outcome: Outcome): Promise<void> {
  await db
    .update(providerEvents)
    .set(outcome)
    .where(and(eq(providerEvents.mode, mode), eq(providerEvents.id, id)));
}

/** When the next waiting event is due; null when none waits. */
export async function findNextDue(db: Db, mode: Mode): Promise<Date | null> {
  const [row] = await db
    .select({ nextAt: providerEvents.nextAt })
    .from(providerEvents)
    .where(and(eq(providerEvents.mode, mode), eq(providerEvents.status, 'received')))
    .orderBy(asc(providerEvents.nextAt))
    .limit(1);
  return row?.nextAt ?? null;
}
