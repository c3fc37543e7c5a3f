import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import type { Db } from './client.ts';
import { sellers } from './schema-pages.ts';

/** The id of the user's shop, which is made at first use; several calls at once get the same one. */
export async function upsertSeller(db: Db, userId: string, now: Date): Promise<string> {
  const found = await findSellerId(db, userId);
  if (found) return found;
  await db
    .insert(sellers)
    .values({ id: randomUUID(), userId, createdAt: now })
    .onConflictDoNothing({ target: sellers.userId });
  const made = await findSellerId(db, userId);
  if (!made) throw new Error('The seller of a user was not found after it was made');
  return made;
}

async function findSellerId(db: Db, userId: string): Promise<string | null> {
  const [row] = await db.select({ id: sellers.id }).from(sellers).where(eq(sellers.userId, userId));
  return row?.id ?? null;
}

/** Whether each sale and renewal is told to the seller by mail. */
export async function findSaleNotices(db: Db, sellerId: string): Promise<boolean> {
  const [row] = await db.select({ on: sellers.saleNotices }).from(sellers).where(eq(sellers.id, sellerId));
  return row?.on ?? true;
}

export async function updateSaleNotices(db: Db, sellerId: string, on: boolean): Promise<void> {
  await db.update(sellers).set({ saleNotices: on }).where(eq(sellers.id, sellerId));
}
