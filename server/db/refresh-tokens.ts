import { and, desc, eq, inArray, isNull } from 'drizzle-orm';

import type { Db } from './client.ts';
import { refreshTokens } from './schema-people.ts';

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
