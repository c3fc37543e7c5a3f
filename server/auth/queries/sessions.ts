import { and, desc, eq, getTableColumns, inArray, isNull, lt, ne, sql, not, type SQL } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { findRow, firstRow, hasRows } from '#server/db/rows.ts';
import { factors } from '#server/db/schema-accounts.ts';
import { sessions, refreshTokens } from '#server/db/schema-users.ts';

export type RefreshTokenRow = typeof refreshTokens.$inferSelect;

export const findRefreshToken = (db: Db, hashes: readonly string[]): Promise<RefreshTokenRow | null> =>
  firstRow(db.select().from(refreshTokens).where(inArray(refreshTokens.tokenHash, hashes)));

export const findChildToken = (db: Db, parentId: string): Promise<RefreshTokenRow | null> =>
  findRow(db, refreshTokens, { parentId });

/** False when the parent already has a child; each token has at most one. */
export const insertRefreshToken = (db: Db, token: RefreshTokenRow): Promise<boolean> =>
  hasRows(
    db
      .insert(refreshTokens)
      .values(token)
      .onConflictDoNothing({ target: refreshTokens.parentId })
      .returning({ id: refreshTokens.id }),
  );

/** Only the first use is recorded. */
export const markRefreshTokenUsed = (db: Db, id: string, now: Date) =>
  db
    .update(refreshTokens)
    .set({ usedAt: now })
    .where(and(eq(refreshTokens.id, id), isNull(refreshTokens.usedAt)));

/** The unused token at the end of a session's chain. */
export function findUnusedRefreshToken(db: Db, sessionId: string): Promise<RefreshTokenRow | null> {
  const isUnused = and(eq(refreshTokens.sessionId, sessionId), isNull(refreshTokens.usedAt));
  return firstRow(db.select().from(refreshTokens).where(isUnused).orderBy(desc(refreshTokens.createdAt)).limit(1));
}

export type SessionRow = typeof sessions.$inferSelect;

export const findSession = (db: Db, id: string): Promise<SessionRow | null> => findRow(db, sessions, { id });

export type SessionWithFactor = SessionRow & { hasVerifiedFactor: boolean };

/** The session and whether its user has two-factor authentication, in one query because every call needs it. */
export function findSessionWithFactor(db: Db, id: string): Promise<SessionWithFactor | null> {
  const verified = db
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, sessions.userId), eq(factors.status, 'verified')));
  return firstRow(
    db
      .select({ ...getTableColumns(sessions), hasVerifiedFactor: sql<boolean>`exists ${verified}` })
      .from(sessions)
      .where(eq(sessions.id, id)),
  );
}

export const insertSession = (db: Db, session: SessionRow) => db.insert(sessions).values(session);

/** The user's active sessions, last used first. */
export const listSessions = (db: Db, userId: string): Promise<SessionRow[]> =>
  db.select().from(sessions).where(isActiveOf(userId)).orderBy(desc(sessions.refreshedAt), desc(sessions.id));

const isActiveOf = (userId: string) => and(eq(sessions.userId, userId), isNull(sessions.revokedAt));

export const countActiveSessions = (db: Db, userId: string): Promise<number> => db.$count(sessions, isActiveOf(userId));

/** Updates a session and locks its row until the transaction ends; null when the session was revoked meanwhile. */
export function updateActiveSession(db: Db, id: string, change: Partial<SessionRow>): Promise<SessionRow | null> {
  const isActive = and(eq(sessions.id, id), isNull(sessions.revokedAt));
  return firstRow(db.update(sessions).set(change).where(isActive).returning());
}

/** Lowers the user's sessions to AAL1 after the last factor was removed; passkey sessions stay at AAL2. */
export function lowerSessions(db: Db, userId: string) {
  const byPasskey = sql`${sessions.amr} @> '[{"method":"passkey"}]'::jsonb`;
  return db
    .update(sessions)
    .set({ aal: 'aal1', amr: sql`jsonb_build_array(${sessions.amr} -> 0)` })
    .where(and(eq(sessions.userId, userId), eq(sessions.aal, 'aal2'), not(byPasskey)));
}

/** Revokes the active sessions that meet the condition; returns their number. */
async function revokeSessionsWhere(db: Db, condition: SQL | undefined, now: Date): Promise<number> {
  const rows = await db
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(condition, isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return rows.length;
}

/** False when it was already revoked. */
export const revokeSession = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (await revokeSessionsWhere(db, eq(sessions.id, id), now)) > 0;

/** Revokes one session of the user; false when there is no active one. */
export const revokeOwnSession = async (db: Db, userId: string, id: string, now: Date): Promise<boolean> =>
  (await revokeSessionsWhere(db, and(eq(sessions.id, id), eq(sessions.userId, userId)), now)) > 0;

/** Revokes the sessions of all users; returns their number. */
export const revokeAllSessions = (db: Db, now: Date): Promise<number> => revokeSessionsWhere(db, undefined, now);

/** Revokes all of the user's sessions, or all but one; returns their number. */
export const revokeUserSessions = (db: Db, userId: string, exceptId: string | null, now: Date): Promise<number> =>
  revokeSessionsWhere(
    db,
    and(eq(sessions.userId, userId), exceptId === null ? undefined : ne(sessions.id, exceptId)),
    now,
  );

/** Revokes the user's AAL1 sessions except the given one. */
export const revokeFirstLevelSessions = (db: Db, userId: string, exceptId: string, now: Date): Promise<number> =>
  revokeSessionsWhere(db, and(eq(sessions.userId, userId), eq(sessions.aal, 'aal1'), ne(sessions.id, exceptId)), now);

/** Revokes the user's least recently used sessions beyond `maxSessions`; the given one always stays. */
export function revokeSurplusSessions(db: Db, userId: string, exceptId: string, maxSessions: number, now: Date) {
  const surplus = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isActiveOf(userId), ne(sessions.id, exceptId)))
    .orderBy(desc(sessions.refreshedAt), desc(sessions.createdAt))
    .offset(maxSessions - 1);
  return revokeSessionsWhere(db, inArray(sessions.id, surplus), now);
}

/** Deletes the user's sessions created before a time, with their tokens. */
export const deleteSessionsBefore = (db: Db, userId: string, before: Date) =>
  db.delete(sessions).where(and(eq(sessions.userId, userId), lt(sessions.createdAt, before)));
