import { and, eq, gt, isNull, lt } from 'drizzle-orm';

import type { Db } from './client.ts';
import { oneTimeTokens } from './schema-people.ts';

export type OneTimeTokenRow = typeof oneTimeTokens.$inferSelect;

export async function insertOneTimeToken(db: Db, token: OneTimeTokenRow): Promise<void> {
  await db.insert(oneTimeTokens).values(token);
}

/** Uses the token up; its user's id, or null when it is unknown, of another type, used or late. */
export async function updateOneTimeTokenUsed(
  db: Db,
  token: { tokenHash: string; type: string },
  now: Date,
): Promise<string | null> {
  const [row] = await db
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(oneTimeTokens.tokenHash, token.tokenHash),
        eq(oneTimeTokens.type, token.type),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
    .returning({ userId: oneTimeTokens.userId });
  return row?.userId ?? null;
}

export async function deleteOneTimeTokensBefore(db: Db, before: Date): Promise<void> {
  await db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, before));
}
