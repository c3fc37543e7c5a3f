import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { findOptOut } from '#server/delivery/queries/email-opt-outs.ts';
import { hasOrder, loadResourceSources, toOrderResource } from '#server/ledger/order-resources.ts';
import { toBuyerSubscription } from '#server/ledger/order-views.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import type { Order } from '#server/ledger/queries/orders.ts';
import { ALL_ORDERS, findCustomer, toCustomerEmail } from '#server/orders/customers/customer-detail.ts';
import { listAttemptsOfCustomer } from '#server/orders/customers/queries/customer-data.ts';
import { findCustomerNote } from '#server/orders/customers/queries/customer-notes.ts';
import {
  listEmailsOfCustomer,
  listOrdersOfCustomer,
  listSubscriptionsOfCustomer,
  loadCustomers,
} from '#server/orders/customers/queries/customers.ts';

/** More than any customer has. */
const MAX_ROWS = 10_000;

/** Exports all data stored about a customer. Amounts in minor units, times in UTC. Throws AppError 'not_found'. */
export async function buildCustomerExport(
  context: Context,
  sellerId: string,
  customerId: string,
): Promise<Record<string, unknown>> {
  const { mode, realNow } = context;
  return context.db.transaction(
    async (tx) => {
      const ref = await findCustomer(tx, sellerId, mode, customerId);
      const [customer] = await loadCustomers(tx, { sellerId, mode, upTo: ALL_ORDERS }, [ref.key]);
      if (!customer) throw new AppError('not_found');
      const { id, email, name, country } = customer;
      const optedOutAt = await findOptOut(tx, { sellerId, mode, email: ref.key });
      const attempts = await listAttemptsOfCustomer(tx, ref);
      const subscriptions = await listSubscriptionsOfCustomer(tx, ref, MAX_ROWS);
      const emails = await listEmailsOfCustomer(tx, ref, MAX_ROWS);
      return {
        format: 'tillwright-customer',
        version: 1,
        exportedAt: realNow().toISOString(),
        customer: { id, email, name, country },
        note: await findCustomerNote(tx, ref),
        /** When they declined emails about new versions of files. */
        emailsDeclinedAt: optedOutAt?.toISOString() ?? null,
        orders: await exportOrders(tx, await listOrdersOfCustomer(tx, ref, MAX_ROWS)),
        subscriptions: subscriptions.map(toBuyerSubscription),
        emails: emails.map(toCustomerEmail),
        /** Checkouts that were started with this email address and not completed. */
        unfinishedCheckouts: attempts.filter(({ isFinished }) => !isFinished).map(({ attempt }) => toCheckout(attempt)),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Orders as in the API, with the terms that the buyer accepted. */
const exportOrders = async (tx: Db, orders: readonly Order[]): Promise<object[]> =>
  (await loadResourceSources(tx, orders)).filter(hasOrder).map((source) => ({
    ...toOrderResource(source, ['payments', 'refunds', 'disputes']),
    agreement: source.attempt.agreement,
  }));

const toCheckout = ({ createdAt, slug, email, currency, total, couponCode, answers, agreement }: CheckoutAttempt) => ({
  startedAt: createdAt.toISOString(),
  page: slug,
  email,
  currency,
  total,
  coupon: couponCode,
  answers,
  agreement,
});
