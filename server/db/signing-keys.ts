import { asc, gt, isNull, or, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { signingKeys } from './schema-people.ts';

export type SigningKeyRow = typeof signingKeys.$inferSelect;

/** Any number; the same in every process of every version. */
const SIGNING_KEY_LOCK = 7_455_002;

/** Keys in use and those retired after `retiredAfter`, oldest first. */
export const listSigningKeys = (db: Db, retiredAfter: Date): Promise<SigningKeyRow[]> =>
  db
    .select()
    .from(signingKeys)
    .where(or(isNull(signingKeys.retiredAt), gt(signingKeys.retiredAt, retiredAfter)))
    .orderBy(asc(signingKeys.createdAt), asc(signingKeys.kid));

/** Inserts the key unless one is there already that will do; one process at a time. */
export function insertSigningKeyUnless(
  db: Db,
  key: SigningKeyRow,
  willDo: (row: SigningKeyRow) => boolean,
): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${SIGNING_KEY_LOCK})`);
    const inUse = await tx.select().from(signingKeys).where(isNull(signingKeys.retiredAt));
    if (!inUse.some(willDo)) await tx.insert(signingKeys).values(key);
  });
}
