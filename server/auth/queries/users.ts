import { randomUUID } from 'node:crypto';

import { and, desc, eq, isNull } from 'drizzle-orm';

import type { Db } from '#server/db/client.ts';
import { sellers } from '#server/db/schema-pages.ts';
import { users } from '#server/db/schema-users.ts';

/** Id of the user's seller row, created on first use; concurrent calls get the same one. */
export async function getOrCreateSellerId(db: Db, userId: string, now: Date): Promise<string> {
  const existingId = await findSellerId(db, userId);
  if (existingId) return existingId;
  await db
    .insert(sellers)
    .values({ id: randomUUID(), userId, createdAt: now })
    .onConflictDoNothing({ target: sellers.userId });
  const createdId = await findSellerId(db, userId);
  if (!createdId) throw new Error('The seller of a user was not found after it was made');
  return createdId;
}

async function findSellerId(db: Db, userId: string): Promise<string | null> {
  const [row] = await db.select({ id: sellers.id }).from(sellers).where(eq(sellers.userId, userId));
  return row?.id ?? null;
}

/** Whether the seller gets an email for each sale and renewal. */
export async function findSaleNotices(db: Db, sellerId: string): Promise<boolean> {
  const [row] = await db.select({ isEnabled: sellers.saleNotices }).from(sellers).where(eq(sellers.id, sellerId));
  return row?.isEnabled ?? true;
}

export async function updateSaleNotices(db: Db, sellerId: string, isEnabled: boolean): Promise<void> {
  await db.update(sellers).set({ saleNotices: isEnabled }).where(eq(sellers.id, sellerId));
}

export type UserRow = typeof users.$inferSelect;

/** `email` in lower case. */
export async function findUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row ?? null;
}

export async function findUser(db: Db, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

/** False when the address is taken, also by a concurrent insert. */
export async function insertUser(db: Db, user: UserRow): Promise<boolean> {
  const rows = await db
    .insert(users)
    .values(user)
    .onConflictDoNothing({ target: users.email })
    .returning({ id: users.id });
  return rows.length > 0;
}

/** Records a sign-in and locks the user's row until the transaction ends; null for a missing or deleted user. */
export async function recordUserSignIn(db: Db, id: string, now: Date): Promise<UserRow | null> {
  const [row] = await db
    .update(users)
    .set({ lastSignInAt: now })
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .returning();
  return row ?? null;
}

/** Locks the user's row until the transaction ends. */
export async function lockUser(tx: Db, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return row ?? null;
}

/** Locks the user by email address; null also for a deleted account. */
export async function lockUserByEmail(tx: Db, email: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.email, email), isNull(users.deletedAt)))
    .for('update');
  return row ?? null;
}

const lastWithNewEmail = (db: Db, newEmail: string) =>
  db
    .select()
    .from(users)
    .where(and(eq(users.newEmail, newEmail), isNull(users.deletedAt)))
    .orderBy(desc(users.updatedAt), desc(users.id))
    .limit(1);

/** The user who last requested this new address. */
export async function findUserByNewEmail(db: Db, newEmail: string): Promise<UserRow | null> {
  const [row] = await lastWithNewEmail(db, newEmail);
  return row ?? null;
}

/** That user, locked until the transaction ends. */
export async function lockUserByNewEmail(tx: Db, newEmail: string): Promise<UserRow | null> {
  const [row] = await lastWithNewEmail(tx, newEmail).for('update');
  return row ?? null;
}

type UserChange = Partial<
  Pick<UserRow, 'email' | 'emailConfirmedAt' | 'newEmail' | 'phone' | 'phoneConfirmedAt' | 'passwordHash' | 'metadata'>
>;

export async function updateUserFields(db: Db, id: string, change: UserChange, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ ...change, updatedAt: now })
    .where(eq(users.id, id));
}
