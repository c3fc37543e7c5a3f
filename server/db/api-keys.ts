import { and, asc, count, desc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';

import type { ApiKey } from '#domain/api-key.ts';
import type { Mode } from '#domain/mode.ts';

import type { Db } from './client.ts';
import { apiKeys } from './schema-api.ts';
import { users } from './schema-people.ts';

export type ApiKeyRow = typeof apiKeys.$inferSelect;

const ofSeller = (sellerId: string, mode: Mode) =>
  and(eq(apiKeys.mode, mode), eq(apiKeys.sellerId, sellerId));

/** A key by whichever of its hashes it stands there, with the address of who made it; null when there is none, or they are gone. */
export async function findApiKey(db: Db, mode: Mode, hashes: readonly string[]) {
  const [row] = await db
    .select({ key: apiKeys, email: users.email })
    .from(apiKeys)
    .innerJoin(users, and(eq(users.id, apiKeys.userId), isNull(users.deletedAt)))
    .where(and(inArray(apiKeys.keyHash, hashes), eq(apiKeys.mode, mode)));
  return row ?? null;
}

export type KeyBefore = { createdAt: Date; id: string };

/** The newest first; those that have ended, too. */
export const listApiKeys = (
  db: Db,
  sellerId: string,
  mode: Mode,
  { limit, before = null }: { limit: number; before?: KeyBefore | null },
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
  db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.sellerId, sellerId))
    .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id));

/** Those that have ended, too. */
export async function countApiKeys(db: Db, sellerId: string, mode: Mode): Promise<number> {
  const [row] = await db.select({ count: count() }).from(apiKeys).where(ofSeller(sellerId, mode));
  return row?.count ?? 0;
}

export async function insertApiKey(db: Db, row: ApiKeyRow): Promise<void> {
  await db.insert(apiKeys).values(row);
}

/** The name of the key that is gone now; null: there was none of this seller's. */
export async function deleteApiKey(db: Db, sellerId: string, mode: Mode, id: string): Promise<string | null> {
  const [row] = await db
    .delete(apiKeys)
    .where(and(ofSeller(sellerId, mode), eq(apiKeys.id, id)))
    .returning({ name: apiKeys.name });
  return row?.name ?? null;
}

/** Notes that it was used, and its hash anew, unless somebody has noted so since `unlessAfter`. */
export async function updateApiKeyUsed(
  db: Db,
  id: string,
  { keyHash, at, from, unlessAfter }: { keyHash: string; at: Date; from: string; unlessAfter: Date },
): Promise<void> {
  await db
    .update(apiKeys)
    .set({ keyHash, lastUsedAt: at, lastUsedFrom: from })
    .where(and(eq(apiKeys.id, id), or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, unlessAfter))));
}

/** As its seller's list shows it. */
export const apiKeyOf = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  start: row.start,
  scopes: row.scopes,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  lastUsedFrom: row.lastUsedFrom,
});
