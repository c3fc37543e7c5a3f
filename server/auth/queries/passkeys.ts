import { and, asc, eq } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { passkeys, type WebauthnCredential } from '#server/db/schema-accounts.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

const isPasskeyOf = (userId: string, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id));

/** Oldest first. */
export const listPasskeys = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt), asc(passkeys.id));

export async function findPasskeyByCredential(db: Db, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId));
  return row ?? null;
}

/** False when the credential is already registered. */
export async function insertPasskey(db: Db, passkey: PasskeyRow): Promise<boolean> {
  const rows = await db
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

export async function recordPasskeyUse(
  db: Db,
  id: string,
  credential: WebauthnCredential,
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(passkeys)
    .set({ credential, lastUsedAt: now })
    .where(eq(passkeys.id, id))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

export async function updatePasskeyName(
  db: Db,
  userId: string,
  id: string,
  friendlyName: string,
): Promise<PasskeyRow | null> {
  const [row] = await db.update(passkeys).set({ friendlyName }).where(isPasskeyOf(userId, id)).returning();
  return row ?? null;
}

/** Deletes the passkey and returns it; null when there is none. */
export async function deletePasskey(db: Db, userId: string, id: string): Promise<PasskeyRow | null> {
  const [row] = await db.delete(passkeys).where(isPasskeyOf(userId, id)).returning();
  return row ?? null;
}
