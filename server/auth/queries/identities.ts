import { and, asc, eq, isNotNull, ne, or, sql, inArray, isNull, lt } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { passkeys, flowStates } from '#server/db/schema-accounts.ts';
import { identities, users } from '#server/db/schema-users.ts';

export type FlowStateRow = typeof flowStates.$inferSelect;

export async function insertFlowState(db: Db, flow: FlowStateRow): Promise<void> {
  await db.insert(flowStates).values(flow);
}

/** Takes the flow of this state, so that no second request finds it. Includes expired flows. */
export async function takeFlowState(db: Db, stateHashes: readonly string[]): Promise<FlowStateRow | null> {
  const [row] = await db
    .update(flowStates)
    .set({ stateHash: `taken:${crypto.randomUUID()}` })
    .where(inArray(flowStates.stateHash, stateHashes))
    .returning();
  return row ?? null;
}

/** Stores the authorization code hash after the provider has redirected back. */
export async function storeFlowResult(
  db: Db,
  id: string,
  result: Pick<FlowStateRow, 'authCodeHash' | 'sealedSecrets' | 'expiresAt'>,
): Promise<void> {
  await db.update(flowStates).set(result).where(eq(flowStates.id, id));
}

/** Uses up the code; null when it is unknown or used. Includes expired flows. */
export async function useFlowCode(db: Db, codeHashes: readonly string[], now: Date): Promise<FlowStateRow | null> {
  const [row] = await db
    .update(flowStates)
    .set({ usedAt: now })
    .where(and(inArray(flowStates.authCodeHash, codeHashes), isNull(flowStates.usedAt)))
    .returning();
  return row ?? null;
}

export async function deleteFlowStatesBefore(db: Db, before: Date): Promise<void> {
  await db.delete(flowStates).where(lt(flowStates.expiresAt, before));
}

export type IdentityRow = typeof identities.$inferSelect;

/** Oldest first. */
export const listIdentities = (db: Db, userId: string): Promise<IdentityRow[]> =>
  db
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt), asc(identities.id));

/** Finds an identity by the provider's user id. */
export async function findIdentity(db: Db, provider: string, providerId: string): Promise<IdentityRow | null> {
  const [row] = await db
    .select()
    .from(identities)
    .where(and(eq(identities.provider, provider), eq(identities.providerId, providerId)));
  return row ?? null;
}

/** False when the provider's identity is already linked, also by a concurrent insert. */
export async function insertProviderIdentity(db: Db, identity: IdentityRow): Promise<boolean> {
  const rows = await db
    .insert(identities)
    .values(identity)
    .onConflictDoNothing({ target: [identities.provider, identities.providerId] })
    .returning({ id: identities.id });
  return rows.length > 0;
}

/** Updates the provider's data at a sign-in. */
export async function updateIdentityAtSignIn(
  db: Db,
  id: string,
  data: Record<string, unknown>,
  now: Date,
): Promise<void> {
  await db.update(identities).set({ data, updatedAt: now, lastSignInAt: now }).where(eq(identities.id, id));
}

/** A provider identity of the user; null when there is none. */
export async function findProviderIdentity(db: Db, userId: string, id: string): Promise<IdentityRow | null> {
  const [row] = await db
    .select()
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.id, id), ne(identities.provider, 'email')));
  return row ?? null;
}

export async function deleteIdentity(db: Db, id: string): Promise<void> {
  await db.delete(identities).where(eq(identities.id, id));
}

/** Whether the user can sign in without this identity: by password, passkey or another provider. */
export async function hasAlternativeLogin(db: Db, userId: string, identityId: string): Promise<boolean> {
  const hasPasskey = sql`exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id})`;
  const hasOtherProvider = sql`exists (select 1 from ${identities} where ${identities.userId} = ${users.id}
    and ${identities.provider} <> 'email' and ${identities.id} <> ${identityId})`;
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), or(isNotNull(users.passwordHash), hasPasskey, hasOtherProvider)));
  return rows.length > 0;
}

export async function insertIdentity(db: Db, identity: IdentityRow): Promise<void> {
  await db.insert(identities).values(identity);
}

export async function updateIdentitySignedIn(db: Db, userId: string, provider: string, now: Date): Promise<void> {
  await db
    .update(identities)
    .set({ lastSignInAt: now })
    .where(and(eq(identities.userId, userId), eq(identities.provider, provider)));
}

/** Merges new data into the user's identity of the provider. */
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

/** Inserts the identity unless it exists. */
export async function insertIdentityIfMissing(db: Db, identity: IdentityRow): Promise<void> {
  await db
    .insert(identities)
    .values(identity)
    .onConflictDoNothing({ target: [identities.provider, identities.providerId] });
}
