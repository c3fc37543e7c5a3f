import { and, asc, eq } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { findRow, firstRow, hasRows } from '#server/db/rows.ts';
import { passkeys, type WebauthnCredential } from '#server/db/schema-accounts.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

const isPasskeyOf = (userId: string, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id));

/** Oldest first. */
export const listPasskeys = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt), asc(passkeys.id));

export const findPasskeyByCredential = (db: Db, credentialId: string): Promise<PasskeyRow | null> =>
  findRow(db, passkeys, { credentialId });

/** False when the credential is already registered. */
export const insertPasskey = (db: Db, passkey: PasskeyRow): Promise<boolean> =>
  hasRows(
    db
      .insert(passkeys)
      .values(passkey)
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning({ id: passkeys.id }),
  );

export const recordPasskeyUse = (db: Db, id: string, credential: WebauthnCredential, now: Date) =>
  db.update(passkeys).set({ credential, lastUsedAt: now }).where(eq(passkeys.id, id));

/** Renames the passkey and returns it; null when there is none. */
export const updatePasskeyName = (
  db: Db,
  userId: string,
  id: string,
  friendlyName: string,
): Promise<PasskeyRow | null> =>
  firstRow(db.update(passkeys).set({ friendlyName }).where(isPasskeyOf(userId, id)).returning());

/** Deletes the passkey and returns it; null when there is none. */
export const deletePasskey = (db: Db, userId: string, id: string): Promise<PasskeyRow | null> =>
  firstRow(db.delete(passkeys).where(isPasskeyOf(userId, id)).returning());
