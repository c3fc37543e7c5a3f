import { eq, lt } from 'drizzle-orm';

import type { Db } from './client.ts';
import { visitSalts } from './schema-views.ts';

/** Stores the salt of a day unless another process was first, and returns it. */
export async function upsertVisitSalt(db: Db, day: string, made: Uint8Array): Promise<Uint8Array> {
  await db.insert(visitSalts).values({ day, salt: made }).onConflictDoNothing();
  const [row] = await db.select({ salt: visitSalts.salt }).from(visitSalts).where(eq(visitSalts.day, day));
  if (!row) throw new Error(`The day ${day} has no salt`);
  return row.salt;
}

export async function deleteVisitSaltsBefore(db: Db, day: string): Promise<void> {
  await db.delete(visitSalts).where(lt(visitSalts.day, day));
}
