import { and, asc, eq, exists, inArray, isNull, notInArray, or, sql } from 'drizzle-orm';

import { ENDED_STATUSES } from '#domain/buyer-subscription.ts';
import { ORDER_EMAIL_KINDS } from '#domain/order-detail.ts';
import { isOneOf, updateMany } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { hasRow, hasValues } from '#server/db/rows.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';
import { checkoutAttempts, orders } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';
import { paymentFailures } from '#server/db/schema-protection.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import { orderSearchText } from '#server/ledger/recompute-order.ts';
import { redactEventsAbout } from '#server/webhooks/queries/deliveries.ts';

import { isOrderOfCustomer, type CustomerRef } from './customers.ts';

// Everything that is stored about one customer.

/** Checkout attempts of a customer's orders, and unfinished ones with their email address; oldest first. */
export async function listAttemptsOfCustomer(
  db: Db,
  customer: CustomerRef,
): Promise<{ attempt: CheckoutAttempt; isFinished: boolean }[]> {
  const { sellerId, mode, key } = customer;
  const isUnfinished = and(isNull(orders.id), eq(sql`lower(${checkoutAttempts.email})`, key));
  return db
    .select({ attempt: checkoutAttempts, isFinished: sql<boolean>`${orders.id} is not null` })
    .from(checkoutAttempts)
    .leftJoin(orders, eq(orders.attemptId, checkoutAttempts.id))
    .where(and(hasValues(checkoutAttempts, { mode, sellerId }), or(isOrderOfCustomer(customer), isUnfinished)))
    .orderBy(asc(checkoutAttempts.createdAt), asc(checkoutAttempts.id));
}

/** Whether the customer has a subscription that has not ended. */
export const hasRunningSubscription = (db: Db, customer: CustomerRef): Promise<boolean> =>
  hasRow(
    db,
    buyerSubscriptions,
    and(
      hasValues(buyerSubscriptions, { mode: customer.mode, sellerId: customer.sellerId }),
      notInArray(buyerSubscriptions.status, [...ENDED_STATUSES]),
      exists(
        db
          .select({ one: sql`1` })
          .from(orders)
          .where(and(eq(orders.attemptId, buyerSubscriptions.attemptId), isOrderOfCustomer(customer))),
      ),
    ),
  );

/**
 * Deletes a customer's personal data from these attempts, which the caller has locked, and from everything about them.
 * Orders, amounts, countries and accepted terms stay. `now`: business time.
 */
export async function anonymizeCustomer(
  tx: Db,
  customer: CustomerRef,
  attemptIds: readonly string[],
  now: Date,
): Promise<void> {
  const customerOrders = await tx
    .select()
    .from(orders)
    .where(and(isOrderOfCustomer(customer), isOneOf(orders.attemptId, attemptIds, 'uuid')));
  const anonymized = customerOrders.map((order) => {
    const nameless = {
      ...order,
      email: null,
      buyerName: null,
      paymentMethodDetails: null,
      pendingPayment: null,
      anonymizedAt: now,
      updatedAt: now,
      metadata: {},
      externalId: null,
    };
    return { ...nameless, search: orderSearchText(nameless) };
  });
  await updateMany(
    tx,
    orders,
    anonymized,
    new Set([
      'email',
      'buyerName',
      'paymentMethodDetails',
      'pendingPayment',
      'anonymizedAt',
      'updatedAt',
      'search',
      'metadata',
      'externalId',
    ]),
  );
  await anonymizeAttempts(tx, attemptIds);
  await tx
    .update(buyerSubscriptions)
    .set({ payUrl: null })
    .where(isOneOf(buyerSubscriptions.attemptId, attemptIds, 'uuid'));
  await tx
    .update(paymentFailures)
    .set({ cardKey: null, addressKey: null, buyerKey: null })
    .where(isOneOf(paymentFailures.attemptId, attemptIds, 'uuid'));
  await anonymizeEmails(tx, attemptIds);
  await redactEventsAbout(tx, customer, attemptIds);
}

async function anonymizeAttempts(tx: Db, attemptIds: readonly string[]): Promise<void> {
  const noBuyer = { email: null, buyerKey: null, addressKey: null, browserHash: null };
  await tx
    .update(checkoutAttempts)
    .set({ ...noBuyer, returnTo: null, externalId: null, answers: [], metadata: {} })
    .where(isOneOf(checkoutAttempts.id, attemptIds, 'uuid'));
}

/** Deletes emails to the buyer, also unsent ones, and removes the buyer from emails to the seller. */
async function anonymizeEmails(tx: Db, attemptIds: readonly string[]): Promise<void> {
  const isAboutOrder = isOneOf(outbox.attemptId, attemptIds, 'uuid');
  await tx.delete(outbox).where(and(isAboutOrder, inArray(outbox.kind, [...ORDER_EMAIL_KINDS])));
  await tx
    .update(outbox)
    .set({ props: sql`(${outbox.props} - 'answers') || '{"buyer": ""}'::jsonb` })
    .where(and(isAboutOrder, sql`jsonb_exists(${outbox.props}, 'buyer')`));
}
