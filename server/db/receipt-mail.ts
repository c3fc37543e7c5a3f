import { and, desc, eq, gte } from 'drizzle-orm';

import type { ReceiptEmail } from '#domain/order-detail.ts';

import type { Db } from './client.ts';
import type { OutboxRow } from './outbox.ts';
import { outbox, suppressedAddresses } from './schema-mail.ts';
import { SUPPRESSION_MESSAGES } from './suppressed-addresses.ts';

const NO_RECEIPT: ReceiptEmail = { state: 'none', at: null, reason: null };

/** Delivery state of an order's newest receipt. */
export async function findReceiptMail(db: Db, attemptId: string): Promise<ReceiptEmail> {
  const [row] = await db
    .select()
    .from(outbox)
    .where(and(eq(outbox.attemptId, attemptId), eq(outbox.kind, 'receipt')))
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(1);
  if (!row) return NO_RECEIPT;
  const at = deliveryTime(row).toISOString();
  if (row.status === 'waiting') return { state: 'waiting', at, reason: row.lastError };
  if (row.status !== 'sent') return { state: row.status, at, reason: row.lastError };
  const suppression = await findSuppressionSince(db, row);
  return suppression
    ? { state: 'bounced', at, reason: SUPPRESSION_MESSAGES[suppression] }
    : { state: 'sent', at, reason: null };
}

/** Mail is sent by the system clock but queued by the business clock, which the sandbox may have moved ahead. */
const deliveryTime = ({ createdAt, sentAt }: OutboxRow): Date => (sentAt && sentAt > createdAt ? sentAt : createdAt);

/** Some bounce reports do not identify the mail; then only the address is known. */
async function findSuppressionSince(db: Db, { recipient, sentAt }: OutboxRow) {
  if (!sentAt) return null;
  const [matchingSuppression] = await db
    .select({ reason: suppressedAddresses.reason })
    .from(suppressedAddresses)
    .where(and(eq(suppressedAddresses.address, recipient.toLowerCase()), gte(suppressedAddresses.createdAt, sentAt)))
    .limit(1);
  return matchingSuppression?.reason ?? null;
}
