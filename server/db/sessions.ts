import { and, desc, eq, getTableColumns, inArray, isNull, lt, ne, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { factors } from './schema-accounts.ts';
import { sessions } from './schema-people.ts';

export type SessionRow = typeof sessions.$inferSelect;

export async function findSession(db: Db, id: string): Promise<SessionRow | null> {
  const [row] = await db.select().from(sessions).where(eq(sessions.id, id));
  return row ?? null;
}

/** The same with whether its user has a second step, in one question: it is asked at every call. */
export async function findSessionWithFactor(
  db: Db,
  id: string,
): Promise<(SessionRow & { hasVerifiedFactor: boolean }) | null> {
  const verified = db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, sessions.userId), eq(factors.status, 'verified')));
  const [row] = await db
    .select({ ...getTableColumns(sessions), hasVerifiedFactor: sql<boolean>`exists ${verified}` })
    .from(sessions)
    .where(eq(sessions.id, id));
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

/** Of every user; how many there were. */
export async function updateEverySessionRevoked(db: Db, now: Date): Promise<number> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(isNull(sessions.revokedAt))
    .returning({ id: sessions.id });
  return rows.length;
}

export const countLiveSessions = (db: Db, userId: string): Promise<number> =>
  db.$count(sessions, and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));

type Use = Pick<SessionRow, 'refreshedAt' | 'address' | 'userAgent'>;

/** Notes a refresh and holds the row until the transaction ends; null when the session was revoked meanwhile. */
export async function updateSessionRefreshed(db: Db, id: string, use: Use): Promise<SessionRow | null> {
  const [row] = await db
    .update(sessions)
    .set(use)
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    .returning();
  return row ?? null;
}

/** False when it was revoked already. */
export async function updateSessionRevoked(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/** Revokes the user's sessions, all of them or all but one; how many there were. */
export async function updateSessionsRevoked(
  db: Db,
  userId: string,
  keep: string | null,
  now: Date,
): Promise<number> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        keep === null ? undefined : ne(sessions.id, keep),
      ),
    )
    .returning({ id: sessions.id });
  return rows.length;
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

/** When its user showed who they are, and by what. */
export async function updateSessionConfirmed(
  db: Db,
  id: string,
  amr: SessionRow['amr'],
  now: Date,
): Promise<void> {
  await db.update(sessions).set({ confirmedAt: now, amr }).where(eq(sessions.id, id));
}
