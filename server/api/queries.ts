import { and, asc, count, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';

import type { ApiKey } from '#domain/api-key.ts';
import type { Mode } from '#domain/payment-mode.ts';

import type { Db } from '../db/client.ts';
import { apiKeys, idempotencyRecords } from '../db/schema-api.ts';
import { users } from '../db/schema-users.ts';

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

export type ApiKeyRow = typeof apiKeys.$inferSelect;

const ofSeller = (sellerId: string, mode: Mode) => and(eq(apiKeys.mode, mode), eq(apiKeys.sellerId, sellerId));

/** The key with one of these hashes and its creator's email; null when it does not exist or the user is deleted. */
export async function findApiKey(db: Db, mode: Mode, hashes: readonly string[]) {
  const [row] = await db
    .select({ key: apiKeys, email: users.email })
    .from(apiKeys)
    .innerJoin(users, and(eq(users.id, apiKeys.userId), isNull(users.deletedAt)))
    .where(and(inArray(apiKeys.keyHash, hashes), eq(apiKeys.mode, mode)));
  return row ?? null;
}

export type ApiKeyCursor = { createdAt: Date; id: string };

/** Newest first, including expired ones. */
export const listApiKeys = (
  db: Db,
  sellerId: string,
  mode: Mode,
  { limit, before = null }: { limit: number; before?: ApiKeyCursor | null },
): Promise<ApiKeyRow[]> =>
  db
    .select()
    .from(apiKeys)
    .where(
      and(
        ofSeller(sellerId, mode),
        before
          ? sql`(${apiKeys.createdAt}, ${apiKeys.id}) < (${before.createdAt.toISOString()}::timestamptz, ${before.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id))
    .limit(limit);

export const listApiKeysOfAllModes = (db: Db, sellerId: string): Promise<ApiKeyRow[]> =>
  db.select().from(apiKeys).where(eq(apiKeys.sellerId, sellerId)).orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));

/** Includes expired keys. */
export async function countApiKeys(db: Db, sellerId: string, mode: Mode): Promise<number> {
  const [row] = await db.select({ count: count() }).from(apiKeys).where(ofSeller(sellerId, mode));
  return row?.count ?? 0;
}

export async function insertApiKey(db: Db, row: ApiKeyRow): Promise<void> {
  await db.insert(apiKeys).values(row);
}

/** Deletes a key and returns its name; null when the seller has no such key. */
export async function deleteApiKey(db: Db, sellerId: string, mode: Mode, id: string): Promise<string | null> {
  const [row] = await db
    .delete(apiKeys)
    .where(and(ofSeller(sellerId, mode), eq(apiKeys.id, id)))
    .returning({ name: apiKeys.name });
  return row?.name ?? null;
}

/** Records the use of a key and its current hash, unless that happened after `unlessAfter`. */
export async function updateApiKeyUsed(
  db: Db,
  id: string,
  { keyHash, at, clientAddress, unlessAfter }: { keyHash: string; at: Date; clientAddress: string; unlessAfter: Date },
): Promise<void> {
  await db
    .update(apiKeys)
    .set({ keyHash, lastUsedAt: at, lastUsedFrom: clientAddress })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, unlessAfter))));
}

/** The key as shown in its seller's list. */
export const toApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  start: row.start,
  scopes: row.scopes,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  lastUsedFrom: row.lastUsedFrom,
});
