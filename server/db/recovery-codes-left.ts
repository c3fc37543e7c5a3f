import { count, eq, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { recoveryCodes } from './schema-accounts.ts';

/** How many of the user's codes can still be used; null where there were never any. */
export async function countRecoveryCodesLeft(db: Db, userId: string): Promise<number | null> {
  const [row] = await db
    .select({
      made: count(),
      left: sql<number>`(count(*) filter (where ${recoveryCodes.usedAt} is null))::int`,
    })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId));
  return row && row.made > 0 ? row.left : null;
}
