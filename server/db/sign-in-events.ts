import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';

import type { SecurityEventKind } from '#domain/security-event.ts';

import type { Db } from './client.ts';
import type { SecurityEventRow } from './security-events.ts';
import { securityEvents } from './schema-accounts.ts';
import { sessions, users } from './schema-people.ts';

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
