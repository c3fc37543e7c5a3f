import { and, eq, desc, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';

import type { ApiKey } from '#domain/api-key.ts';
import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { firstRow } from '#server/db/rows.ts';
import { apiKeys } from '#server/db/schema-api.ts';
import { users } from '#server/db/schema-users.ts';

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** The key with one of these hashes and its creator's email; null when it does not exist or the user is deleted. */
export const findApiKey = (db: Db, mode: Mode, hashes: readonly string[]) =>
  firstRow(
    db
      .select({ key: apiKeys, email: users.email })
      .from(apiKeys)
      .innerJoin(users, and(eq(users.id, apiKeys.userId), isNull(users.deletedAt)))
      .where(and(inArray(apiKeys.keyHash, hashes), eq(apiKeys.mode, mode))),
  );

type ApiKeyCursor = { createdAt: Date; id: string };

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

export const findOwnApiKey = (db: Db, sellerId: string, mode: Mode, id: string) =>
  firstRow(
    db
      .select()
      .from(apiKeys)
      .where(and(ofSeller(sellerId, mode), eq(apiKeys.id, id))),
  );

/** Without the keys that have expired by `now`. */
export const countApiKeys = (db: Db, sellerId: string, mode: Mode, now: Date): Promise<number> =>
  db.$count(apiKeys, and(ofSeller(sellerId, mode), or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now))));

export const insertApiKey = (db: Db, row: ApiKeyRow) => db.insert(apiKeys).values(row);

/** Deletes a key and returns its name; null when the seller has no such key. */
export async function deleteApiKey(db: Db, sellerId: string, mode: Mode, id: string): Promise<string | null> {
  const [row] = await db
    .delete(apiKeys)
    .where(and(ofSeller(sellerId, mode), eq(apiKeys.id, id)))
    .returning({ name: apiKeys.name });
  return row?.name ?? null;
}

/** Records the use of a key and its current hash, unless that happened after `unlessAfter`. */
export const updateApiKeyUsed = (
  db: Db,
  id: string,
  { keyHash, at, clientAddress, unlessAfter }: { keyHash: string; at: Date; clientAddress: string; unlessAfter: Date },
) =>
  db
    .update(apiKeys)
    .set({ keyHash, lastUsedAt: at, lastUsedFrom: clientAddress })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, unlessAfter))));

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

const ofSeller = (sellerId: string, mode: Mode) => and(eq(apiKeys.mode, mode), eq(apiKeys.sellerId, sellerId));
