import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { oneTimeTokens } from './schema-people.ts';

export type OneTimeTokenRow = typeof oneTimeTokens.$inferSelect;

/** False when another token has the same digits for the same address by chance. */
export async function insertOneTimeToken(db: Db, token: OneTimeTokenRow): Promise<boolean> {
  const rows = await db
    .insert(oneTimeTokens)
    .values(token)
    .onConflictDoNothing({ target: oneTimeTokens.codeHash })
    .returning({ tokenHash: oneTimeTokens.tokenHash });
  return rows.length > 0;
}

/** By either of its hashes, used and late ones as well. */
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

/** Those of the user, used and late ones as well. */
export const listOneTimeTokens = (
  db: Db,
  userId: string,
  types: readonly string[],
): Promise<OneTimeTokenRow[]> =>
  db
    .select()
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.type, types)));

/** Those that nobody has used, of whoever waits for a code at this number. */
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

/** Uses the token up; false when it is used or late. */
export async function updateOneTimeTokenUsed(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(oneTimeTokens.tokenHash, tokenHash),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
    .returning({ userId: oneTimeTokens.userId });
  return rows.length > 0;
}

export async function deleteOneTimeTokens(db: Db, userId: string, types: readonly string[]): Promise<void> {
  await db
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.type, types)));
}

export async function deleteOneTimeTokensBefore(db: Db, before: Date): Promise<void> {
  await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, before));
}
