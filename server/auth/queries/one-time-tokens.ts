import { and, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { firstRow, hasRows } from '#server/db/rows.ts';
import { oneTimeTokens } from '#server/db/schema-users.ts';

export type OneTimeTokenRow = typeof oneTimeTokens.$inferSelect;

/** False when another token happens to have the same code for the same address. */
export const insertOneTimeToken = (db: Db, token: OneTimeTokenRow): Promise<boolean> =>
  hasRows(
    db
      .insert(oneTimeTokens)
      .values(token)
      .onConflictDoNothing({ target: oneTimeTokens.codeHash })
      .returning({ tokenHash: oneTimeTokens.tokenHash }),
  );

/** Finds a token by one of its hashes, including used and expired ones. */
export function findOneTimeToken(
  db: Db,
  hashes: readonly string[],
  types: readonly string[],
  by: 'tokenHash' | 'codeHash',
): Promise<OneTimeTokenRow | null> {
  const isToken = and(inArray(oneTimeTokens[by], hashes), inArray(oneTimeTokens.type, types));
  return firstRow(db.select().from(oneTimeTokens).where(isToken).limit(1));
}

const isTokenOf = (userId: string, types: readonly string[]) =>
  and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.type, types));

/** Tokens of the user, including used and expired ones. */
export const listOneTimeTokens = (db: Db, userId: string, types: readonly string[]): Promise<OneTimeTokenRow[]> =>
  db.select().from(oneTimeTokens).where(isTokenOf(userId, types));

/** Unused tokens of all users with this phone number. */
export const listTokensForPhone = (db: Db, type: string, phone: string): Promise<OneTimeTokenRow[]> => {
  const isForPhone = sql`${oneTimeTokens.data} ->> 'phone' = ${phone}`;
  return db
    .select()
    .from(oneTimeTokens)
    .where(and(eq(oneTimeTokens.type, type), isForPhone, isNull(oneTimeTokens.usedAt)));
};

/** Uses up the token; false when it is used or expired. */
export function useOneTimeToken(db: Db, tokenHash: string, now: Date): Promise<boolean> {
  const { expiresAt, usedAt, userId } = oneTimeTokens;
  const isOpen = and(eq(oneTimeTokens.tokenHash, tokenHash), isNull(usedAt), gt(expiresAt, now));
  return hasRows(db.update(oneTimeTokens).set({ usedAt: now }).where(isOpen).returning({ userId }));
}

export const deleteOneTimeTokens = (db: Db, userId: string, types: readonly string[]) =>
  db.delete(oneTimeTokens).where(isTokenOf(userId, types));

export const deleteOneTimeTokensBefore = (db: Db, before: Date) =>
  db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, before));
