import { eq } from 'drizzle-orm';

import { emailDeliveryMessages } from '#content/messages/email-delivery.ts';
import type { Db } from '#server/db/client.ts';
import { suppressedAddresses } from '#server/db/schema-outbox.ts';

export type Suppression = (typeof suppressedAddresses.$inferSelect)['reason'];

/** Reasons as shown to users. */
export const SUPPRESSION_MESSAGES: Record<Suppression, string> = {
  bounce: emailDeliveryMessages.bounced,
  complaint: emailDeliveryMessages.complaint,
};

/** Why an address gets no mail; null: it does. */
export async function findSuppression(db: Db, address: string): Promise<Suppression | null> {
  const [row] = await db
    .select({ reason: suppressedAddresses.reason })
    .from(suppressedAddresses)
    .where(eq(suppressedAddresses.address, address.toLowerCase()))
    .limit(1);
  return row?.reason ?? null;
}

/** Suppresses an address; the first reason stays. `now`: system time. */
export async function suppressAddress(
  db: Db,
  { address, reason, now }: { address: string; reason: Suppression; now: Date },
): Promise<void> {
  await db
    .insert(suppressedAddresses)
    .values({ address: address.toLowerCase(), reason, createdAt: now })
    .onConflictDoNothing({ target: suppressedAddresses.address });
}

export async function deleteSuppression(db: Db, address: string): Promise<void> {
  await db.delete(suppressedAddresses).where(eq(suppressedAddresses.address, address.toLowerCase()));
}
