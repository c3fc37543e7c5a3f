import { and, eq, gt, isNull, lt } from 'drizzle-orm';

import type { Db } from './client.ts';
import { challenges } from './schema-accounts.ts';

export type ChallengeRow = typeof challenges.$inferSelect;

export async function insertChallenge(db: Db, challenge: ChallengeRow): Promise<void> {
  await db.insert(challenges).values(challenge);
}

export async function findChallenge(db: Db, id: string): Promise<ChallengeRow | null> {
  const [row] = await db.select().from(challenges).where(eq(challenges.id, id));
  return row ?? null;
}

/** Uses up the challenge; false when it is used or expired. */
export async function useChallenge(db: Db, id: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(challenges)
    .set({ usedAt: now })
    .where(and(eq(challenges.id, id), isNull(challenges.usedAt), gt(challenges.expiresAt, now)))
    .returning({ id: challenges.id });
  return rows.length > 0;
}

export async function deleteChallengesBefore(db: Db, before: Date): Promise<void> {
  await db.delete(challenges).where(lt(challenges.expiresAt, before));
}
