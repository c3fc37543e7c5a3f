import { randomUUID } from 'node:crypto';

import { and, asc, eq, isNotNull, ne, or, sql, inArray, isNull, lt } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { findRow, firstRow, hasRows } from '#server/db/rows.ts';
import { passkeys, flowStates } from '#server/db/schema-accounts.ts';
import { identities, users } from '#server/db/schema-users.ts';

export type FlowStateRow = typeof flowStates.$inferSelect;

/** Inserts a flow and deletes those that expired before `deleteBefore`. */
export async function insertFlowState(db: Db, flow: typeof flowStates.$inferInsert, deleteBefore: Date): Promise<void> {
  await db.delete(flowStates).where(lt(flowStates.expiresAt, deleteBefore));
  await db.insert(flowStates).values(flow);
}

/** Takes the flow of this state, so that no second request finds it. Includes expired flows. */
export const takeFlowState = (db: Db, stateHashes: readonly string[]): Promise<FlowStateRow | null> =>
  firstRow(
    db
      .update(flowStates)
      .set({ stateHash: `taken:${randomUUID()}` })
      .where(inArray(flowStates.stateHash, stateHashes))
      .returning(),
  );

/** Stores the authorization code hash after the provider has redirected back. */
export const storeFlowResult = (
  db: Db,
  id: string,
  result: Pick<FlowStateRow, 'authCodeHash' | 'sealedSecrets' | 'expiresAt'>,
) => db.update(flowStates).set(result).where(eq(flowStates.id, id));

/** Uses up the code; null when it is unknown or used. Includes expired flows. */
export function useFlowCode(db: Db, codeHashes: readonly string[], now: Date): Promise<FlowStateRow | null> {
  const isUnused = and(inArray(flowStates.authCodeHash, codeHashes), isNull(flowStates.usedAt));
  return firstRow(db.update(flowStates).set({ usedAt: now }).where(isUnused).returning());
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
export function findIdentity(db: Db, provider: string, providerId: string): Promise<IdentityRow | null> {
  return findRow(db, identities, { provider, providerId });
}

type NewIdentity = Pick<IdentityRow, 'userId' | 'provider' | 'providerId' | 'data'> & { lastSignInAt?: Date };

/** Adds an identity; false when it is linked already, also by a concurrent insert. */
export const insertIdentity = (db: Db, identity: NewIdentity, now: Date): Promise<boolean> =>
  hasRows(
    db
      .insert(identities)
      .values({ ...identity, id: randomUUID(), createdAt: now, updatedAt: now })
      .onConflictDoNothing({ target: [identities.provider, identities.providerId] })
      .returning({ id: identities.id }),
  );

/** Adds the identity of users who sign in with email and password, unless it exists. */
export const insertEmailIdentity = (
  db: Db,
  { id, email, emailConfirmedAt }: { id: string; email: string; emailConfirmedAt: Date | null },
  now: Date,
): Promise<boolean> => {
  const data = { sub: id, email, email_verified: emailConfirmedAt !== null };
  return insertIdentity(db, { userId: id, provider: 'email', providerId: id, data }, now);
};

/** Updates the provider's data at a sign-in. */
export const updateIdentityAtSignIn = (db: Db, id: string, data: Record<string, unknown>, now: Date) =>
  db.update(identities).set({ data, updatedAt: now, lastSignInAt: now }).where(eq(identities.id, id));

const isEmailIdentityOf = (userId: string) => and(eq(identities.userId, userId), eq(identities.provider, 'email'));

export const updateEmailIdentitySignedIn = (db: Db, userId: string, now: Date) =>
  db.update(identities).set({ lastSignInAt: now }).where(isEmailIdentityOf(userId));

/** Merges new data into the user's email identity. */
export const updateEmailIdentityData = (db: Db, userId: string, data: Record<string, unknown>, now: Date) =>
  db
    .update(identities)
    .set({ data: sql`${identities.data} || ${JSON.stringify(data)}::jsonb`, updatedAt: now })
    .where(isEmailIdentityOf(userId));

/** A provider identity of the user; null when there is none. */
export function findProviderIdentity(db: Db, userId: string, id: string): Promise<IdentityRow | null> {
  const isOwn = and(eq(identities.userId, userId), eq(identities.id, id), ne(identities.provider, 'email'));
  return firstRow(db.select().from(identities).where(isOwn));
}

export const deleteIdentity = (db: Db, id: string) => db.delete(identities).where(eq(identities.id, id));

/** Whether the user can sign in without this identity: by password, passkey or another provider. */
export function hasAlternativeLogin(db: Db, userId: string, identityId: string): Promise<boolean> {
  const hasPasskey = sql`exists (select 1 from ${passkeys} where ${passkeys.userId} = ${users.id})`;
  const hasOtherProvider = sql`exists (select 1 from ${identities} where ${identities.userId} = ${users.id}
    and ${identities.provider} <> 'email' and ${identities.id} <> ${identityId})`;
  const hasLogin = and(eq(users.id, userId), or(isNotNull(users.passwordHash), hasPasskey, hasOtherProvider));
  return hasRows(db.select({ id: users.id }).from(users).where(hasLogin));
}
