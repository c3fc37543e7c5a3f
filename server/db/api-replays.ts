import { and, eq, lt } from 'drizzle-orm';

import type { Db } from './client.ts';
import { apiReplays } from './schema-api.ts';

export type ReplayRow = typeof apiReplays.$inferSelect;
type Whose = { sellerId: string; key: string };

/** Claims an idempotency key; true for exactly one of several concurrent requests, and only if it is new. */
export async function insertReplay(
  db: Db,
  row: Pick<ReplayRow, 'id' | 'sellerId' | 'key' | 'request' | 'createdAt'>,
): Promise<boolean> {
  const rows = await db
    .insert(apiReplays)
    .values(row)
    .onConflictDoNothing({ target: [apiReplays.sellerId, apiReplays.key] })
    .returning({ id: apiReplays.id });
  return rows.length > 0;
}

export async function findReplay(db: Db, { sellerId, key }: Whose): Promise<ReplayRow | null> {
  const [row] = await db
    .select()
    .from(apiReplays)
    .where(and(eq(apiReplays.sellerId, sellerId), eq(apiReplays.key, key)));
  return row ?? null;
}

/** Matches the row only as it was claimed: a request whose claim was taken over must not write. */
const claimed = ({ id, createdAt }: Pick<ReplayRow, 'id' | 'createdAt'>) =>
  and(eq(apiReplays.id, id), eq(apiReplays.createdAt, createdAt));

export async function updateReplayAnswered(
  db: Db,
  claim: Pick<ReplayRow, 'id' | 'createdAt'>,
  answered: { status: number; sealedBody: string },
): Promise<void> {
  await db.update(apiReplays).set(answered).where(claimed(claim));
}

/** False when another process was faster. */
export async function deleteReplay(db: Db, claim: Pick<ReplayRow, 'id' | 'createdAt'>): Promise<boolean> {
  const rows = await db.delete(apiReplays).where(claimed(claim)).returning({ id: apiReplays.id });
  return rows.length > 0;
}

export async function deleteReplaysBefore(db: Db, before: Date): Promise<void> {
  await db.delete(apiReplays).where(lt(apiReplays.createdAt, before));
}
