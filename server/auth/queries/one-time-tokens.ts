import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { oneTimeTokens } from '#server/db/schema-users.ts';

export type OneTimeTokenRow = typeof oneTimeTokens.$inferSelect;

/** False when another token happens to have the same code for the same address. */
export async function insertOneTimeToken(db: Db, token: OneTimeTokenRow): Promise<boolean> {
  const rows = await db
    .insert(oneTimeTokens)
    .values(token)
    .onConflictDoNothing({ target: oneTimeTokens.codeHash })
    .returning({ tokenHash: oneTimeTokens.tokenHash });
  return rows.length > 0;
}

/** Finds a token by one of its hashes, including used and expired ones. */
export async function findOneTimeToken(
  db: Db,
  hashes: readonly string[],
  types: readonly string[],
  by: 'tokenHash' | 'codeHash',
): Promise<OneTimeTokenRow | null> {
  const [row] = await db
    .select()
    .from(oneTimeTokens)
    .where(and(inArray(oneTimeTokens[by], hashes), inArray(oneTimeTokens.type, types)))
    .limit(1);
  return row ?? null;
}

/** Tokens of the user, including used and expired ones. */
export const listOneTimeTokens = (db: Db, userId: string, types: readonly string[]): Promise<OneTimeTokenRow[]> =>
  db
    .select()
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.type, types)));

/** Unused tokens of all users with this phone number. */
export const listTokensForPhone = (db: Db, type: string, phone: string): Promise<OneTimeTokenRow[]> =>
  db
    .select()
    .from(oneTimeTokens)
    .where(
      and(
        eq(oneTimeTokens.type, type),
        sql`${oneTimeTokens.data} ->> 'phone' = ${phone}`,
        isNull(oneTimeTokens.usedAt),
      ),
    );

/** Uses up the token; false when it is used or expired. */
export async function useOneTimeToken(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(and(eq(oneTimeTokens.tokenHash, tokenHash), isNull(oneTimeTokens.usedAt), gt(oneTimeTokens.expiresAt, now)))
    .returning({ userId: oneTimeTokens.userId });
  return rows.length > 0;
}

export async function deleteOneTimeTokens(db: Db, userId: string, types: readonly string[]): Promise<void> {
  await db.delete(oneTimeTokens).where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.type, types)));
}

export async function deleteOneTimeTokensBefore(db: Db, before: Date): Promise<void> {
  await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, before));
}
