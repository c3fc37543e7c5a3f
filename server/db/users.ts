import { and, desc, eq, isNull } from 'drizzle-orm';

import type { Db } from './client.ts';
import { users } from './schema-people.ts';

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
