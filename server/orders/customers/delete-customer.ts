import { AppError } from '#domain/errors.ts';
import { actorOf, recordAudit, type Actor } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import { deleteOptOut } from '#server/delivery/queries/email-opt-outs.ts';
import { lockAttempts } from '#server/ledger/queries/ledger-rows.ts';
import { findCustomer } from '#server/orders/customers/customer-detail.ts';
import {
  anonymizeCustomer,
  hasRunningSubscription,
  listAttemptsOfCustomer,
} from '#server/orders/customers/queries/customer-data.ts';
import { deleteCustomerNote } from '#server/orders/customers/queries/customer-notes.ts';

type Input = { customerId: string; email: string };

/**
 * Deletes the personal data of a customer and keeps the orders. Stripe is not changed. Throws AppError 'not_found',
 * 'customer_email_differs', or 'customer_subscribed' while a subscription needs the email address.
 */
export async function deleteCustomer(context: Context, actor: Actor, { customerId, email }: Input): Promise<void> {
  const { db, mode, now } = context;
  const { sellerId } = actor.caller;
  await db.transaction(async (tx) => {
    const customer = await findCustomer(tx, sellerId, mode, customerId);
    if (email.trim().toLowerCase() !== customer.key.toLowerCase()) throw new AppError('customer_email_differs');
    const attempts = await listAttemptsOfCustomer(tx, customer);
    const attemptIds = attempts.map(({ attempt }) => attempt.id);
    // The ledger locks the same rows, so it never writes the data back.
    await lockAttempts(tx, mode, attemptIds);
    if (await hasRunningSubscription(tx, customer)) throw new AppError('customer_subscribed');
    await anonymizeCustomer(tx, customer, attemptIds, now());
    await deleteCustomerNote(tx, customer);
    await deleteOptOut(tx, { sellerId, mode, email: customer.key });
    await recordAudit(context, tx, {
      ...actorOf(actor),
      action: 'customer_deleted',
      subject: customerId,
      facts: { orders: attempts.filter(({ isFinished }) => isFinished).length },
    });
  });
}
