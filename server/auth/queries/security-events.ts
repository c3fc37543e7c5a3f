import { and, desc, eq, gte, lt, sql, gt, inArray, isNotNull } from 'drizzle-orm';

import type { SecurityEventKind } from '#domain/security-event.ts';
import type { Db } from '#server/db/client.ts';
import { firstRow } from '#server/db/rows.ts';
import { securityEvents } from '#server/db/schema-accounts.ts';
import { sessions, users } from '#server/db/schema-users.ts';

/** Inserts the event unless its id exists or the user does not; the work is the same in each case. */
export async function insertSecurityEventOnce(db: Db, event: SecurityEventRow): Promise<void> {
  const { id, userId, kind, at, address, userAgent, facts } = event;
  await db
    .insert(securityEvents)
    .select(
      db
        .select({
          id: sql`${id}::uuid`.as('id'),
          userId: users.id,
          kind: sql`${kind}::text`.as('kind'),
          at: sql`${at.toISOString()}::timestamptz`.as('at'),
          address: sql`${address}::text`.as('address'),
          userAgent: sql`${userAgent}::text`.as('user_agent'),
          facts: sql`${JSON.stringify(facts)}::jsonb`.as('facts'),
        })
        .from(users)
        .where(eq(users.id, userId)),
    )
    .onConflictDoNothing();
}

const SIGN_IN_KINDS: SecurityEventKind[] = ['signed_up', 'signed_in', 'signed_in_new_device'];

export type KnownDevice = { address: string | null; userAgent: string | null };

/** Addresses and devices with which the user has signed in or used a session since a time. */
export function listKnownDevices(db: Db, userId: string, since: Date): Promise<KnownDevice[]> {
  return db
    .select({ address: securityEvents.address, userAgent: securityEvents.userAgent })
    .from(securityEvents)
    .where(
      and(eq(securityEvents.userId, userId), gt(securityEvents.at, since), inArray(securityEvents.kind, SIGN_IN_KINDS)),
    )
    .union(
      db
        .select({ address: sessions.address, userAgent: sessions.userAgent })
        .from(sessions)
        .where(and(eq(sessions.userId, userId), gt(sessions.createdAt, since), isNotNull(sessions.address))),
    );
}

export type SecurityEventRow = typeof securityEvents.$inferSelect;

/** Inserts an event and deletes the user's events before `deleteBefore`. */
export async function insertSecurityEvent(db: Db, event: SecurityEventRow, deleteBefore: Date): Promise<void> {
  const isOld = and(eq(securityEvents.userId, event.userId), lt(securityEvents.at, deleteBefore));
  await db.delete(securityEvents).where(isOld);
  await db.insert(securityEvents).values(event);
}

/** The user's newest event of this kind since a time. */
export const findSecurityEvent = (
  db: Db,
  userId: string,
  kind: SecurityEventKind,
  since: Date,
): Promise<SecurityEventRow | null> =>
  firstRow(
    db
      .select()
      .from(securityEvents)
      .where(and(eq(securityEvents.userId, userId), eq(securityEvents.kind, kind), gte(securityEvents.at, since)))
      .orderBy(desc(securityEvents.at))
      .limit(1),
  );

/** The user's events, newest first: those older than the given one, or all. Another user's id returns none. */
export function listSecurityEvents(
  db: Db,
  userId: string,
  before: string | null,
  limit: number,
): Promise<SecurityEventRow[]> {
  const { at, id } = securityEvents;
  const isOwnEvent = eq(securityEvents.userId, userId);
  const isCursor = before === null ? undefined : and(isOwnEvent, eq(id, before));
  const isOlder = isCursor && sql`(${at}, ${id}) < ${db.select({ at, id }).from(securityEvents).where(isCursor)}`;
  return db.select().from(securityEvents).where(and(isOwnEvent, isOlder)).orderBy(desc(at), desc(id)).limit(limit);
}
