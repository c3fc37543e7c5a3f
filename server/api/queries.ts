import { and, eq, lt } from 'drizzle-orm';

import type { Db } from '../db/client.ts';
import { idempotencyRecords } from '../db/schema-api.ts';

export type IdempotencyRecord = typeof idempotencyRecords.$inferSelect;
type IdempotencyKey = { sellerId: string; key: string };

/** Claims an idempotency key; true for exactly one of several concurrent requests, and only if it is new. */
export async function claimIdempotencyKey(
  db: Db,
  row: Pick<IdempotencyRecord, 'id' | 'sellerId' | 'key' | 'request' | 'createdAt'>,
): Promise<boolean> {
  const rows = await db
    .insert(idempotencyRecords)
    .values(row)
    .onConflictDoNothing({ target: [idempotencyRecords.sellerId, idempotencyRecords.key] })
    .returning({ id: idempotencyRecords.id });
  return rows.length > 0;
}

export async function findIdempotencyRecord(
  db: Db,
  { sellerId, key }: IdempotencyKey,
): Promise<IdempotencyRecord | null> {
  const [row] = await db
    .select()
    .from(idempotencyRecords)
    .where(and(eq(idempotencyRecords.sellerId, sellerId), eq(idempotencyRecords.key, key)));
  return row ?? null;
}

/** Matches the row only as it was claimed: a request whose claim was taken over must not write. */
const isClaimedRow = ({ id, createdAt }: Pick<IdempotencyRecord, 'id' | 'createdAt'>) =>
  and(eq(idempotencyRecords.id, id), eq(idempotencyRecords.createdAt, createdAt));

export async function storeIdempotentResponse(
  db: Db,
  claim: Pick<IdempotencyRecord, 'id' | 'createdAt'>,
  response: { status: number; sealedBody: string },
): Promise<void> {
  await db.update(idempotencyRecords).set(response).where(isClaimedRow(claim));
}

/** False when another process was faster. */
export async function deleteIdempotencyRecord(
  db: Db,
  claim: Pick<IdempotencyRecord, 'id' | 'createdAt'>,
): Promise<boolean> {
  const rows = await db.delete(idempotencyRecords).where(isClaimedRow(claim)).returning({ id: idempotencyRecords.id });
  return rows.length > 0;
}

export async function deleteIdempotencyRecordsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(idempotencyRecords).where(lt(idempotencyRecords.createdAt, before));
}
