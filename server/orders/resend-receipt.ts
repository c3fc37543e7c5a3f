import { orderErrorMessages } from '#content/messages/order-errors.ts';
import type { EmailOf } from '#domain/email.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { findRow } from '#server/db/rows.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';
import { sales } from '#server/db/schema-orders.ts';
import { createEmailDeliveries } from '#server/delivery/delivery-email.ts';
import { queueMails } from '#server/email/queries/outbox.ts';
import { findSuppression } from '#server/email/queries/suppressed-addresses.ts';
import { withDelivery } from '#server/ledger/add-deliveries.ts';
import { findProducts } from '#server/ledger/find-products.ts';
import { buildReceiptEmail } from '#server/ledger/order-emails.ts';
import { findAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import { listLedgerSellers, listOrderLines, listRowsOfAttempts } from '#server/ledger/queries/ledger-rows.ts';
import { insertOrderEvents } from '#server/ledger/queries/order-events.ts';
import { findSellerOrder, type Order } from '#server/ledger/queries/orders.ts';

/**
 * Emails the receipt of an order's newest payment again, with a new link to what the order delivers. Returns the recipient's
 * address. Throws AppError.
 */
export async function resendOrderReceipt(context: Context, sellerId: string, orderId: string): Promise<string> {
  const { db, mode } = context;
  const order = await findSellerOrder(db, sellerId, mode, orderId);
  if (!order) throw new AppError('not_found');
  const { email: to, attemptId } = order;
  if (!order.paidAt)
    throw new AppError('receipt_not_possible', {
      message: orderErrorMessages.noReceipt,
    });
  if (!to) throw new AppError('receipt_not_possible');
  if (await findSuppression(db, to)) throw new AppError('receipt_bounced');
  const mail = await buildReceiptMail(context, order);
  const now = context.now();
  await db.transaction(async (tx) => {
    const resendId = crypto.randomUUID();
    const receipt = { key: `receipt:${mode}:again:${resendId}`, to, mail, now, attemptId };
    const deliveries = await createEmailDeliveries(context, tx, [attemptId]);
    await queueMails(tx, [withDelivery(context, receipt, deliveries.get(attemptId))]);
    await insertOrderEvents(tx, [
      {
        attemptId,
        key: `receipt_queued ${resendId}`,
        kind: 'receipt_queued',
        facts: { by: 'seller' },
        at: now,
      },
    ]);
  });
  context.wake('outbox');
  return to;
}

/** What emails about an order name and are styled with. */
export async function loadOrderBranding({ db, mode }: Context, order: Order) {
  const { attemptId, versionId, accountId } = order;
  const attempt = await findAttempt(db, mode, attemptId);
  const product = attempt && (await findProducts(db, [versionId]))(attempt);
  if (!attempt || !product) throw new Error(`Order ${order.id} has lost what it was bought from`);
  const [seller] = await listLedgerSellers(db, mode, [accountId]);
  return { attempt, product, businessName: seller?.businessName ?? null };
}

async function buildReceiptMail(context: Context, order: Order): Promise<EmailOf<'receipt'>> {
  const { db, mode } = context;
  const { attemptId } = order;
  const branding = await loadOrderBranding(context, order);
  const payments = (await listRowsOfAttempts(db, sales, [attemptId])).map(({ row }) => row);
  const sale = payments.toSorted((one, other) => one.paidAt.getTime() - other.paidAt.getTime()).at(-1) ?? null;
  const lines = await listOrderLines(db, [attemptId]);
  const subscription = await findRow(db, buyerSubscriptions, { mode, attemptId });
  return buildReceiptEmail({ ...branding, order, lines, sale, sales: payments, subscription });
}
