import { randomUUID } from 'node:crypto';

import { and, desc, eq, isNull } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { findRow, firstRow } from '#server/db/rows.ts';
import { sellers } from '#server/db/schema-pages.ts';
import { users } from '#server/db/schema-users.ts';

/** Id of the user's seller row, created on first use; concurrent calls get the same one. */
export async function getOrCreateSellerId(db: Db, userId: string, now: Date): Promise<string> {
  const findSeller = () => firstRow(db.select({ id: sellers.id }).from(sellers).where(eq(sellers.userId, userId)));
  const existing = await findSeller();
  if (existing) return existing.id;
  await db
    .insert(sellers)
    .values({ id: randomUUID(), userId, createdAt: now })
    .onConflictDoNothing({ target: sellers.userId });
  const created = await findSeller();
  if (!created) throw new Error('The seller of a user was not found after it was made');
  return created.id;
}

/** Whether the seller gets an email for each sale and renewal. */
export async function findSaleNotices(db: Db, sellerId: string): Promise<boolean> {
  const [row] = await db.select({ isEnabled: sellers.saleNotices }).from(sellers).where(eq(sellers.id, sellerId));
  return row?.isEnabled ?? true;
}

export const updateSaleNotices = (db: Db, sellerId: string, isEnabled: boolean) =>
  db.update(sellers).set({ saleNotices: isEnabled }).where(eq(sellers.id, sellerId));

export type UserRow = typeof users.$inferSelect;

/** `email` in lower case. */
export const findUserByEmail = (db: Db, email: string): Promise<UserRow | null> => findRow(db, users, { email });

export const findUser = (db: Db, id: string): Promise<UserRow | null> => findRow(db, users, { id });

/** The user who last requested this new address. */
export const findUserByNewEmail = (db: Db, newEmail: string): Promise<UserRow | null> =>
  firstRow(
    db
      .select()
      .from(users)
      .where(and(eq(users.newEmail, newEmail), isNull(users.deletedAt)))
      .orderBy(desc(users.updatedAt), desc(users.id))
      .limit(1),
  );

type NewUser = Pick<UserRow, 'email' | 'emailConfirmedAt' | 'passwordHash' | 'metadata'>;

/** Creates a user; null when the address is taken, also by a concurrent insert. */
export const insertUser = (db: Db, user: NewUser, now: Date): Promise<UserRow | null> =>
  firstRow(
    db
      .insert(users)
      .values({ ...user, id: randomUUID(), createdAt: now, updatedAt: now })
      .onConflictDoNothing({ target: users.email })
      .returning(),
  );

/** Records a sign-in and locks the user's row until the transaction ends; null for a missing or deleted user. */
export function recordUserSignIn(db: Db, id: string, now: Date): Promise<UserRow | null> {
  const isActive = and(eq(users.id, id), isNull(users.deletedAt));
  return firstRow(db.update(users).set({ lastSignInAt: now }).where(isActive).returning());
}

/** Locks the user's row until the transaction ends. */
export const lockUser = (tx: Db, id: string): Promise<UserRow | null> =>
  firstRow(tx.select().from(users).where(eq(users.id, id)).for('update'));

/** Locks the user by email address; null also for a deleted account. */
export function lockUserByEmail(tx: Db, email: string): Promise<UserRow | null> {
  const isActive = and(eq(users.email, email), isNull(users.deletedAt));
  return firstRow(tx.select().from(users).where(isActive).for('update'));
}

export const updateUserFields = (db: Db, id: string, change: Partial<UserRow>, now: Date) =>
  db
    .update(users)
    .set({ ...change, updatedAt: now })
    .where(eq(users.id, id));
