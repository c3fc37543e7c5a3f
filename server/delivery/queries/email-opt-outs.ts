import { and, inArray } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { findRow, hasValues } from '#server/db/rows.ts';
import { emailOptOuts } from '#server/db/schema-orders.ts';

/** `email`: in any case. */
type Buyer = { mode: Mode; sellerId: string; email: string };

const toValues = ({ mode, sellerId, email }: Buyer) => ({ mode, sellerId, email: email.toLowerCase() });

/** When a buyer declined a seller's emails about new versions; null: they did not. */
export async function findOptOut(db: Db, buyer: Buyer): Promise<Date | null> {
  const row = await findRow(db, emailOptOuts, toValues(buyer));
  return row?.createdAt ?? null;
}

/** The sellers among these whose emails about new versions a buyer declined, and when. `email`: lower case. */
export const listOptOuts = (db: Db, { mode, email }: Omit<Buyer, 'sellerId'>, sellerIds: readonly string[]) =>
  db
    .select({ sellerId: emailOptOuts.sellerId, declinedAt: emailOptOuts.createdAt })
    .from(emailOptOuts)
    .where(and(hasValues(emailOptOuts, { mode, email }), inArray(emailOptOuts.sellerId, [...sellerIds])));

/** `now`: business time. */
export async function insertOptOut(db: Db, buyer: Buyer, now: Date): Promise<void> {
  await db
    .insert(emailOptOuts)
    .values({ ...toValues(buyer), createdAt: now })
    .onConflictDoNothing();
}

export async function deleteOptOut(db: Db, buyer: Buyer): Promise<void> {
  await db.delete(emailOptOuts).where(hasValues(emailOptOuts, toValues(buyer)));
}
