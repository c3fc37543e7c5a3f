import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';

import type { Db } from './client.ts';
import { sellers } from './schema-pages.ts';

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
