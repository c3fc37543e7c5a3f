import { and, desc, eq, inArray, isNull, lt, ne, not, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { sessions } from './schema-people.ts';

export type SessionRow = typeof sessions.$inferSelect;

export async function findSession(db: Db, id: string): Promise<SessionRow | null> {
  const [row] = await db.select().from(sessions).where(eq(sessions.id, id));
  return row ?? null;
}

export async function insertSession(db: Db, session: SessionRow): Promise<void> {
  await db.insert(sessions).values(session);
}

/** The user's sessions that nobody has ended, the last used first. */
export const listSessions = (db: Db, userId: string): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .orderBy(desc(sessions.refreshedAt), desc(sessions.id));

/** Ends one session of the user; false when there is none to end. */
export async function updateOwnSessionRevoked(
  db: Db,
  userId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/** Notes a refresh and holds the row until the transaction ends; false when the session was revoked meanwhile. */
export async function updateSessionRefreshed(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ refreshedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

export async function updateSessionRevoked(db: Db, id: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)));
}

/** Revokes the user's sessions, all of them or all but one. */
export async function updateSessionsRevoked(
  db: Db,
  userId: string,
  keep: string | null,
  now: Date,
): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        keep === null ? undefined : ne(sessions.id, keep),
      ),
    );
}

/** Revokes the user's sessions beyond the newest `most`, by last use; the given one is always kept. */
export async function updateSessionsBeyond(
  db: Db,
  userId: string,
  keep: string,
  most: number,
  now: Date,
): Promise<void> {
  const surplus = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), ne(sessions.id, keep)))
    .orderBy(desc(sessions.refreshedAt), desc(sessions.createdAt))
    .offset(most - 1);
  if (surplus.length === 0) return;
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      inArray(
        sessions.id,
        surplus.map((row) => row.id),
      ),
    );
}

/** Forgets the user's sessions that began before `before`, with their tokens. */
export async function deleteSessionsBefore(db: Db, userId: string, before: Date): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.createdAt, before)));
}

/** The second step is taken, and with it shown who they are; null when the session was revoked meanwhile. */
export async function updateSessionRaised(
  db: Db,
  id: string,
  amr: SessionRow['amr'],
  now: Date,
): Promise<SessionRow | null> {
  const [row] = await db
    .update(sessions)
    .set({ aal: 'aal2', amr, confirmedAt: now, refreshedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    .returning();
  return row ?? null;
}

/** Revokes the user's sessions that have not taken a second step, but for the given one. */
export async function updateFirstLevelRevoked(
  db: Db,
  userId: string,
  keep: string,
  now: Date,
): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.aal, 'aal1'),
        isNull(sessions.revokedAt),
        ne(sessions.id, keep),
      ),
    );
}

/** Where no second step is left, none was taken; a passkey is two steps by itself. */
export async function updateSessionsLowered(db: Db, userId: string): Promise<void> {
  const byPasskey = sql`${sessions.amr} @> '[{"method":"passkey"}]'::jsonb`;
  await db
    .update(sessions)
    .set({ aal: 'aal1' })
    .where(and(eq(sessions.userId, userId), eq(sessions.aal, 'aal2'), not(byPasskey)));
}

/** When its user showed who they are. */
export async function updateSessionConfirmed(db: Db, id: string, now: Date): Promise<void> {
  await db.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, id));
}
