import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { disputes, refunds } from '#server/db/schema-ledger.ts';
import { sales } from '#server/db/schema-orders.ts';
import { toApiOrder, toBuyerSubscription, toOrderParts } from '#server/ledger/order-views.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import { listOrderLines, listRefundLines, listRowsOfAttempts } from '#server/ledger/queries/ledger-rows.ts';
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
      const attempts = await listAttemptsOfCustomer(tx, ref);
      const finished = attempts.filter(({ isFinished }) => isFinished).map(({ attempt }) => attempt);
      const subscriptions = await listSubscriptionsOfCustomer(tx, ref, MAX_ROWS);
      const emails = await listEmailsOfCustomer(tx, ref, MAX_ROWS);
      return {
        format: 'tillwright-customer',
        version: 1,
        exportedAt: realNow().toISOString(),
        customer: { id, email, name, country },
        note: await findCustomerNote(tx, ref),
        orders: await exportOrders(context, tx, {
          orders: await listOrdersOfCustomer(tx, ref, MAX_ROWS),
          attempts: finished,
        }),
        subscriptions: subscriptions.map(toBuyerSubscription),
        emails: emails.map(toCustomerEmail),
        /** Checkouts that were started with this email address and not completed. */
        unfinishedCheckouts: attempts.filter(({ isFinished }) => !isFinished).map(({ attempt }) => toCheckout(attempt)),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

type OrdersOfCustomer = { orders: readonly Order[]; attempts: readonly CheckoutAttempt[] };

/** Orders as in the API, with the terms that the buyer accepted. */
async function exportOrders(context: Context, tx: Db, { orders, attempts }: OrdersOfCustomer): Promise<object[]> {
  const attemptIds = attempts.map(({ id }) => id);
  const attemptById = new Map(attempts.map((attempt) => [attempt.id, attempt]));
  const salesOf = Map.groupBy(toRows(await listRowsOfAttempts(tx, sales, attemptIds)), getAttemptId);
  const refundsOf = Map.groupBy(toRows(await listRowsOfAttempts(tx, refunds, attemptIds)), getAttemptId);
  const disputesOf = Map.groupBy(toRows(await listRowsOfAttempts(tx, disputes, attemptIds)), getAttemptId);
  const linesOf = Map.groupBy(await listOrderLines(tx, attemptIds), getAttemptId);
  const refundLinesOf = Map.groupBy(await listRefundLines(tx, attemptIds), getAttemptId);
  return orders.flatMap((order) => {
    const attempt = attemptById.get(order.attemptId);
    if (!attempt) return [];
    const parts = toOrderParts(context, order, {
      lines: linesOf.get(attempt.id) ?? [],
      refundLines: refundLinesOf.get(attempt.id) ?? [],
      payments: salesOf.get(attempt.id) ?? [],
      refunds: refundsOf.get(attempt.id) ?? [],
      disputes: disputesOf.get(attempt.id) ?? [],
    });
    const { plan, answers, agreement } = attempt;
    const { subscription: _, ...exported } = toApiOrder({
      ...parts,
      plan,
      answers,
      page: { id: order.pageId },
      subscription: null,
    });
    return [{ ...exported, agreement }];
  });
}

const toRows = <Row>(rows: readonly { row: Row }[]): Row[] => rows.map(({ row }) => row);
const getAttemptId = ({ attemptId }: { attemptId: string }): string => attemptId;

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
