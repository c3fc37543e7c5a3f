import { eq, lt } from 'drizzle-orm';

import type { Db } from './client.ts';
import { visitorSalts } from './schema-views.ts';

/** Stores the salt of a day unless another process was first, and returns it. */
export async function getOrCreateVisitorSalt(db: Db, day: string, newSalt: Uint8Array): Promise<Uint8Array> {
  await db.insert(visitorSalts).values({ day, salt: newSalt }).onConflictDoNothing();
  const [row] = await db.select({ salt: visitorSalts.salt }).from(visitorSalts).where(eq(visitorSalts.day, day));
  if (!row) throw new Error(`The day ${day} has no salt`);
  return row.salt;
}

export async function deleteVisitorSaltsBefore(db: Db, day: string): Promise<void> {
  await db.delete(visitorSalts).where(lt(visitorSalts.day, day));
}
