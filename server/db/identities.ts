import { and, asc, eq, sql } from 'drizzle-orm';

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

/** What the user's identity of the provider says, beside what it said. */
export async function updateIdentityData(
  db: Db,
  { userId, provider }: Pick<IdentityRow, 'userId' | 'provider'>,
  data: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await db
    .update(identities)
    .set({ data: sql`${identities.data} || ${JSON.stringify(data)}::jsonb`, updatedAt: now })
    .where(and(eq(identities.userId, userId), eq(identities.provider, provider)));
}

/** Nothing happens when there is one. */
export async function insertIdentityUnless(db: Db, identity: IdentityRow): Promise<void> {
  await db
    .insert(identities)
    .values(identity)
    .onConflictDoNothing({ target: [identities.provider, identities.providerId] });
}
