import { and, asc, gt, inArray, isNull, or, sql } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { signingKeys } from '#server/db/schema-users.ts';

export type SigningKeyRow = typeof signingKeys.$inferSelect;

/** Arbitrary advisory lock id, the same in every process of every version. */
const SIGNING_KEY_LOCK = 7_455_002;

/** Current and future keys, and those retired after `retiredAfter`; ordered by first use. */
export const listSigningKeys = (db: Db, retiredAfter: Date): Promise<SigningKeyRow[]> =>
  db
    .select()
    .from(signingKeys)
    .where(or(isNull(signingKeys.retiredAt), gt(signingKeys.retiredAt, retiredAfter)))
    .orderBy(asc(signingKeys.signsFrom), asc(signingKeys.kid));

/** Inserts a key unless a suitable one exists; one process at a time. */
export function insertSigningKeyIfNeeded(
  db: Db,
  key: SigningKeyRow,
  isSuitable: (row: SigningKeyRow) => boolean,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await acquireKeyLock(tx);
    const inUse = await tx.select().from(signingKeys).where(isNull(signingKeys.retiredAt));
    if (inUse.some(isSuitable)) return false;
    await tx.insert(signingKeys).values(key);
    return true;
  });
}

/** Replaces all keys: tokens signed with the others become invalid. */
export function replaceSigningKeys(db: Db, key: SigningKeyRow): Promise<void> {
  return db.transaction(async (tx) => {
    await acquireKeyLock(tx);
    await tx.delete(signingKeys);
    await tx.insert(signingKeys).values(key);
  });
}

export async function retireSigningKeys(db: Db, kids: readonly string[], now: Date): Promise<void> {
  await db
    .update(signingKeys)
    .set({ retiredAt: now })
    .where(and(inArray(signingKeys.kid, [...kids]), isNull(signingKeys.retiredAt)));
}

const acquireKeyLock = (tx: Db) => tx.execute(sql`select pg_advisory_xact_lock(${SIGNING_KEY_LOCK})`);
