import { and, eq, isNull, lt, or } from 'drizzle-orm';

import type { Db } from '../db/client.ts';
import { idempotencyRecords } from '../db/schema-api.ts';

export type IdempotencyRecord = typeof idempotencyRecords.$inferSelect;
type IdempotencyKey = { sellerId: string; key: string };
/** The row as a request claimed it. */
type ClaimedRow = Pick<IdempotencyRecord, 'id' | 'createdAt'>;

/**
 * Claims an idempotency key that is new or whose record has expired; true for exactly one of several concurrent requests.
 * `unansweredBefore`: older requests without a response count as dead.
 */
export async function claimIdempotencyKey(
  db: Db,
  row: Pick<IdempotencyRecord, 'id' | 'sellerId' | 'key' | 'request' | 'createdAt'>,
  { unansweredBefore, answeredBefore }: { unansweredBefore: Date; answeredBefore: Date },
): Promise<boolean> {
  const { id, sellerId, key, status, createdAt } = idempotencyRecords;
  const isExpired = or(lt(createdAt, answeredBefore), and(isNull(status), lt(createdAt, unansweredBefore)));
  const rows = await db
    .insert(idempotencyRecords)
    .values(row)
    .onConflictDoUpdate({
      target: [sellerId, key],
      set: { ...row, status: null, sealedBody: null },
      ...(isExpired && { setWhere: isExpired }),
    })
    .returning({ id });
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
const isClaimedRow = ({ id, createdAt }: ClaimedRow) =>
  and(eq(idempotencyRecords.id, id), eq(idempotencyRecords.createdAt, createdAt));

export async function storeIdempotentResponse(
  db: Db,
  claim: ClaimedRow,
  response: { status: number; sealedBody: string },
): Promise<void> {
  await db.update(idempotencyRecords).set(response).where(isClaimedRow(claim));
}

export async function deleteIdempotencyRecord(db: Db, claim: ClaimedRow): Promise<void> {
  await db.delete(idempotencyRecords).where(isClaimedRow(claim));
}

export async function deleteIdempotencyRecordsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(idempotencyRecords).where(lt(idempotencyRecords.createdAt, before));
}
