import { and, asc, eq } from 'drizzle-orm';

import type { Db } from './client.ts';
import { identities } from './schema-people.ts';

export type IdentityRow = typeof identities.$inferSelect;

/** Oldest first. */
export const listIdentities = (db: Db, userId: string): Promise<IdentityRow[]> =>
  db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt), asc(identities.id));

export async function insertIdentity(db: Db, identity: IdentityRow): Promise<void> {
  await db.insert(identities).values(identity);
}

export async function updateIdentitySignedIn(
  db: Db,
  userId: string,
  provider: string,
  now: Date,
): Promise<void> {
  await db
    .update(identities)
    .set({ lastSignInAt: now })
    .where(and(eq(identities.userId, userId), eq(identities.provider, provider)));
}
