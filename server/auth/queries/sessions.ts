import { and, desc, eq, getTableColumns, inArray, isNull, lt, ne, sql, not } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { factors } from '#server/db/schema-accounts.ts';
import { sessions, refreshTokens } from '#server/db/schema-users.ts';

export type RefreshTokenRow = typeof refreshTokens.$inferSelect;

/** Finds a token by one of its hashes. */
export async function findRefreshToken(db: Db, hashes: readonly string[]): Promise<RefreshTokenRow | null> {
  const [row] = await db.select().from(refreshTokens).where(inArray(refreshTokens.tokenHash, hashes));
  return row ?? null;
}

export async function findChildToken(db: Db, parentId: string): Promise<RefreshTokenRow | null> {
  const [row] = await db.select().from(refreshTokens).where(eq(refreshTokens.parentId, parentId));
  return row ?? null;
}

/** False when the parent already has a child; each token has at most one. */
export async function insertRefreshToken(db: Db, token: RefreshTokenRow): Promise<boolean> {
  const rows = await db
    .insert(refreshTokens)
    .values(token)
    .onConflictDoNothing({ target: refreshTokens.parentId })
    .returning({ id: refreshTokens.id });
  return rows.length > 0;
}

/** Only the first use is recorded. */
export async function markRefreshTokenUsed(db: Db, id: string, now: Date): Promise<void> {
  await db
    .update(refreshTokens)
    .set({ usedAt: now })
    .where(and(eq(refreshTokens.id, id), isNull(refreshTokens.usedAt)));
}

/** The unused token at the end of a session's chain. */
export async function findUnusedRefreshToken(db: Db, sessionId: string): Promise<RefreshTokenRow | null> {
  const [row] = await db
    .select()
    .from(refreshTokens)
    .where(and(eq(refreshTokens.sessionId, sessionId), isNull(refreshTokens.usedAt)))
    .orderBy(desc(refreshTokens.createdAt))
    .limit(1);
  return row ?? null;
}

/** Elevates a session to AAL2 after the second factor; null when the session was revoked meanwhile. */
export async function storeElevatedSession(
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

/** Revokes the user's AAL1 sessions except the given one. */
export async function revokeFirstLevelSessions(db: Db, userId: string, exceptId: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(eq(sessions.userId, userId), eq(sessions.aal, 'aal1'), isNull(sessions.revokedAt), ne(sessions.id, exceptId)),
    );
}

/** Lowers the user's sessions to AAL1 after the last factor was removed; passkey sessions stay at AAL2. */
export async function lowerSessions(db: Db, userId: string): Promise<void> {
  const byPasskey = sql`${sessions.amr} @> '[{"method":"passkey"}]'::jsonb`;
  await db
    .update(sessions)
    .set({ aal: 'aal1', amr: sql`jsonb_build_array(${sessions.amr} -> 0)` })
    .where(and(eq(sessions.userId, userId), eq(sessions.aal, 'aal2'), not(byPasskey)));
}

export type SessionRow = typeof sessions.$inferSelect;

export async function findSession(db: Db, id: string): Promise<SessionRow | null> {
  const [row] = await db.select().from(sessions).where(eq(sessions.id, id));
  return row ?? null;
}

/** The session and whether its user has two-factor authentication, in one query because every call needs it. */
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

/** The user's active sessions, last used first. */
export const listSessions = (db: Db, userId: string): Promise<SessionRow[]> =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .orderBy(desc(sessions.refreshedAt), desc(sessions.id));

/** Revokes one session of the user; false when there is no active one. */
export async function revokeOwnSession(db: Db, userId: string, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/** Revokes the sessions of all users; returns their number. */
export async function revokeAllSessions(db: Db, now: Date): Promise<number> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(isNull(sessions.revokedAt))
    .returning({ id: sessions.id });
  return rows.length;
}

export const countActiveSessions = (db: Db, userId: string): Promise<number> =>
  db.$count(sessions, and(eq(sessions.userId, userId), isNull(sessions.revokedAt)));

type SessionUse = Pick<SessionRow, 'refreshedAt' | 'address' | 'userAgent'>;

/** Records a refresh and locks the row until the transaction ends; null when the session was revoked meanwhile. */
export async function recordSessionRefresh(db: Db, id: string, use: SessionUse): Promise<SessionRow | null> {
  const [row] = await db
    .update(sessions)
    .set(use)
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    .returning();
  return row ?? null;
}

/** False when it was already revoked. */
export async function revokeSession(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/** Revokes all of the user's sessions, or all but one; returns their number. */
export async function revokeUserSessions(db: Db, userId: string, exceptId: string | null, now: Date): Promise<number> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        exceptId === null ? undefined : ne(sessions.id, exceptId),
      ),
    )
    .returning({ id: sessions.id });
  return rows.length;
}

/** Revokes the user's least recently used sessions beyond `maxSessions`; the given one always stays. */
export async function revokeSurplusSessions(
  db: Db,
  userId: string,
  exceptId: string,
  maxSessions: number,
  now: Date,
): Promise<void> {
  const surplus = await db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), ne(sessions.id, exceptId)))
    .orderBy(desc(sessions.refreshedAt), desc(sessions.createdAt))
    .offset(maxSessions - 1);
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

/** Deletes the user's sessions created before a time, with their tokens. */
export async function deleteSessionsBefore(db: Db, userId: string, before: Date): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.createdAt, before)));
}

/** Records an authentication of the session's user and its methods. */
export async function recordAuthentication(db: Db, id: string, amr: SessionRow['amr'], now: Date): Promise<void> {
  await db.update(sessions).set({ confirmedAt: now, amr }).where(eq(sessions.id, id));
}
