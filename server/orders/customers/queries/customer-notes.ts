import type { CustomerNote } from '#domain/customer.ts';
import type { Db } from '#server/db/client.ts';
import { findRow, hasValues } from '#server/db/rows.ts';
import { customerNotes } from '#server/db/schema-orders.ts';

import type { CustomerRef } from './customers.ts';

const toValues = ({ sellerId, mode, key }: CustomerRef) => ({ sellerId, mode, email: key });

export async function findCustomerNote(db: Db, customer: CustomerRef): Promise<CustomerNote | null> {
  const row = await findRow(db, customerNotes, toValues(customer));
  return row && { text: row.text, updatedAt: row.updatedAt.toISOString() };
}

export async function upsertCustomerNote(db: Db, customer: CustomerRef, text: string, now: Date): Promise<void> {
  await db
    .insert(customerNotes)
    .values({ ...toValues(customer), text, updatedAt: now })
    .onConflictDoUpdate({
      target: [customerNotes.mode, customerNotes.sellerId, customerNotes.email],
      set: { text, updatedAt: now },
    });
}

export async function deleteCustomerNote(db: Db, customer: CustomerRef): Promise<void> {
  await db.delete(customerNotes).where(hasValues(customerNotes, toValues(customer)));
}
