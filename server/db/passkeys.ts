import { asc, eq } from 'drizzle-orm';

import type { Db } from './client.ts';
import { passkeys } from './schema-accounts.ts';

export type PasskeyRow = typeof passkeys.$inferSelect;

/** Oldest first. */
export const listPasskeys = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
