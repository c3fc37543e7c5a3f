import { and, desc, eq, gte, lt, or, sql } from 'drizzle-orm';

import type { SecurityEventKind } from '#domain/security-event.ts';

import type { Db } from './client.ts';
import { securityEvents } from './schema-accounts.ts';

export type SecurityEventRow = typeof securityEvents.$inferSelect;

/** Inserts an event and deletes the user's events before `deleteBefore`. */
export async function insertSecurityEvent(db: Db, event: SecurityEventRow, deleteBefore: Date): Promise<void> {
  const isOld = and(eq(securityEvents.userId, event.userId), lt(securityEvents.at, deleteBefore));
  await db.delete(securityEvents).where(isOld);
  await db.insert(securityEvents).values(event);
}

/** The user's newest event of this kind since a time. */
export async function findSecurityEvent(
  db: Db,
  userId: string,
  kind: SecurityEventKind,
  since: Date,
): Promise<SecurityEventRow | null> {
  const [row] = await db
    .select()
    .from(securityEvents)
    .where(and(eq(securityEvents.userId, userId), eq(securityEvents.kind, kind), gte(securityEvents.at, since)))
    .orderBy(desc(securityEvents.at))
    .limit(1);
  return row ?? null;
}

/** The user's events, newest first: those older than the given one, or all. Another user's id returns none. */
export async function listSecurityEvents(
  db: Db,
  userId: string,
  before: string | null,
  limit: number,
): Promise<SecurityEventRow[]> {
  const isOwnEvent = eq(securityEvents.userId, userId);
  const cursorEvent =
    before === null
      ? null
      : ((
          await db
            .select()
            .from(securityEvents)
            .where(and(isOwnEvent, eq(securityEvents.id, before)))
        )[0] ?? null);
  if (before !== null && !cursorEvent) return [];
  const older =
    cursorEvent &&
    or(
      lt(securityEvents.at, cursorEvent.at),
      and(eq(securityEvents.at, cursorEvent.at), sql`${securityEvents.id} < ${cursorEvent.id}`),
    );
  return db
    .select()
    .from(securityEvents)
    .where(and(isOwnEvent, older ?? undefined))
    .orderBy(desc(securityEvents.at), desc(securityEvents.id))
    .limit(limit);
}
