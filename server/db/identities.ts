import { and, asc, eq, isNotNull, ne, or, sql } from 'drizzle-orm';

import type { Db } from './client.ts';
import { passkeys } from './schema-accounts.ts';
import { identities, users } from './schema-people.ts';

export type IdentityRow = typeof identities.$inferSelect;

/** Oldest first. */
export const listIdentities = (db: Db, userId: string): Promise<IdentityRow[]> =>
  db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt), asc(identities.id));

/** By the provider's own name for somebody. */
export async function findIdentity(
  db: Db,
  provider: string,
  providerId: string,
): Promise<IdentityRow | null> {
  const [row] = await db
    .select()
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.providerId, providerId)));
  return row ?? null;
}

/** False when somebody has it already, also by an insertion that runs at the same moment. */
export async function insertProvidersIdentity(db: Db, identity: IdentityRow): Promise<boolean> {
  const rows = await db
    .insert(identities)
    .values(identity)
    .onConflictDoNothing({ target: [identities.provider, identities.providerId] })
    .returning({ id: identities.id });
  return rows.length > 0;
}

/** What the provider says now, at a sign-in. */
export async function updateIdentitySeen(
  db: Db,
  id: string,
  data: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await db.update(identities).set({ data, updatedAt: now, lastSignInAt: now }).where(eq(identities.id, id));
}

/** One of the user's that a provider vouches for; null when there is none. */
export async function findProvidersIdentity(db: Db, userId: string, id: string): Promise<IdentityRow | null> {
  const [row] = await db
    .select()
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.id, id), ne(identities.provider, 'email')));
  return row ?? null;
}

export async function deleteIdentity(db: Db, id: string): Promise<void> {
  await db.delete(identities).where(eq(identities.id, id));
}

/** Whether the user gets in without this identity: by a password, a passkey or another provider. */
export async function hasAnotherWayIn(db: Db, userId: string, identityId: string): Promise<boolean> {
  const ownPasskey = sql`exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id})`;
  const otherProvider = sql`exists (select 1 from ${identities} where ${identities.userId} = ${users.id}
    and ${identities.provider} <> 'email' and ${identities.id} <> ${identityId})`;
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), or(isNotNull(users.passwordHash), ownPasskey, otherProvider)));
  return rows.length > 0;
}

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
