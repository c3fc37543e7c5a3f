import type { CustomerDetail, CustomerEmail } from '#domain/customer.ts';
import { AppError } from '#domain/errors.ts';
import type { Mode } from '#domain/payment-mode.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { findSuppression } from '#server/email/queries/suppressed-addresses.ts';
import { toBuyerSubscription } from '#server/ledger/order-views.ts';
import { findCustomerNote } from '#server/orders/customers/queries/customer-notes.ts';
import {
  findCustomerKey,
  listEmailsOfCustomer,
  listOrdersOfCustomer,
  listSubscriptionsOfCustomer,
  loadCustomers,
  type CustomerRef,
  type CustomerRow,
} from '#server/orders/customers/queries/customers.ts';
import { loadOrderRows } from '#server/orders/order-rows.ts';

/** Orders and subscriptions on a customer's page. More are in the order list. */
const MAX_LISTED_ORDERS = 100;
const MAX_LISTED_EMAILS = 200;

/** Highest value of an order number: no limit. */
export const ALL_ORDERS = 2 ** 31 - 1;

/** The customer of this order. Throws AppError 'not_found'. */
export async function findCustomer(
  db: Db,
  sellerId: string,
  mode: Mode,
  orderId: string,
  options: { lock?: boolean } = {},
): Promise<CustomerRef> {
  const key = await findCustomerKey(db, sellerId, mode, orderId, options);
  if (key === null) throw new AppError('not_found');
  return { sellerId, mode, key };
}

/** Loads a customer with their orders, subscriptions and emails in one snapshot. Throws AppError 'not_found'. */
export async function loadCustomerDetail(
  { db, mode }: Context,
  sellerId: string,
  customerId: string,
): Promise<CustomerDetail & CustomerRow> {
  return db.transaction(
    async (tx) => {
      const ref = await findCustomer(tx, sellerId, mode, customerId);
      const [customer] = await loadCustomers(tx, { sellerId, mode, upTo: ALL_ORDERS }, [ref.key]);
      if (!customer) throw new AppError('not_found');
      const orders = await listOrdersOfCustomer(tx, ref, MAX_LISTED_ORDERS);
      const subscriptions = await listSubscriptionsOfCustomer(tx, ref, MAX_LISTED_ORDERS);
      const emails = await listEmailsOfCustomer(tx, ref, MAX_LISTED_EMAILS + 1);
      return {
        ...customer,
        orders: await loadOrderRows(tx, orders),
        subscriptions: subscriptions.map(toBuyerSubscription),
        emails: emails.slice(0, MAX_LISTED_EMAILS).map(toCustomerEmail),
        hasMoreEmails: emails.length > MAX_LISTED_EMAILS,
        emailBounces: (await findSuppression(tx, customer.email)) !== null,
        note: await findCustomerNote(tx, ref),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

type EmailRow = Awaited<ReturnType<typeof listEmailsOfCustomer>>[number];

export const toCustomerEmail = ({ kind, at, ...email }: EmailRow): CustomerEmail => ({
  ...email,
  // The query selects only these kinds.
  kind: kind as CustomerEmail['kind'],
  at: at.toISOString(),
});
