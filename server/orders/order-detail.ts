import { isInquiry } from '#domain/dispute.ts';
import { ShopError } from '#domain/errors.ts';
import type {
  OrderAgreement,
  OrderDetail,
  OrderDispute,
  OrderMail,
  OrderPayment,
} from '#domain/order-detail.ts';
import { refundableOf, type OrderRefund } from '#domain/refund.ts';

import type { Context } from '#server/context.ts';
import {
  findOrderDetail,
  listOrderHistory,
  listOrderMails,
  listOthersOf,
  type FoundOrder,
  type OrderHistory,
} from '#server/db/order-details.ts';
import type { Order } from '#server/db/orders.ts';
import { findReceiptMail } from '#server/db/receipt-mail.ts';
import { findSoldOfAttempt } from '#server/db/sold-subscriptions.ts';
import { originOf } from '#server/ledger/origin-of.ts';

import { subscriptionOf } from './buyer-subscriptions.ts';
import { orderRowOf } from './order-row.ts';
import { providerAddress } from './provider-address.ts';

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null;

/** All that is known of one order of a seller, as it was at one moment. Throws ShopError 'not_found'. */
export async function orderDetail(context: Context, sellerId: string, orderId: string): Promise<OrderDetail> {
  return context.db.transaction(
    async (tx) => {
      const { mode } = context;
      const found = await findOrderDetail(tx, sellerId, mode, orderId);
      if (!found) throw new ShopError('not_found');
      const { attemptId, email } = found.order;
      const history = await listOrderHistory(tx, sellerId, mode, attemptId);
      const subscription = await findSoldOfAttempt(tx, sellerId, mode, attemptId);
      const mails = await listOrderMails(tx, attemptId);
      const others = email ? await listOthersOf(tx, sellerId, mode, email, orderId) : [];
      return {
        ...detailFrom(context, found, history),
        subscription: subscription && subscriptionOf(subscription),
        receipt: await findReceiptMail(tx, attemptId),
        mails: mails.map(mailOf),
        others: others.map((other) => ({ ...other, createdAt: other.createdAt.toISOString() })),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

type Money = { [P in 'sales' | 'refunds' | 'disputes']: readonly OrderHistory[P][number][] };

/** What an order's own row and those of its money say of it. */
export const orderPartsOf = (context: Context, order: Order, money: Money) => ({
  ...orderRowOf(order),
  original: order.original,
  paidAt: isoOf(order.paidAt),
  country: order.country,
  visit: originOf(order),
  payments: money.sales.map((sale) => paymentOf(context, sale, money)),
  refunds: money.refunds.map(refundOf),
  disputes: money.disputes.map((dispute) => disputeOf(context, dispute, money)),
});

type Known = Omit<OrderDetail, 'subscription' | 'receipt' | 'mails' | 'others'>;

function detailFrom(context: Context, found: FoundOrder, history: OrderHistory): Known {
  const { order, page, slug } = found;
  const newest = history.sales.at(-1);
  return {
    ...orderPartsOf(context, order, history),
    plan: found.plan,
    sellerName: found.sellerName,
    page: {
      id: page.id,
      name: page.name ?? order.productName,
      url: slug && `${context.config.appUrl}/c/${slug}`,
      gone: page.gone,
    },
    agreement: agreementOf(found),
    answers: found.answers,
    events: history.events.map(({ kind, at, facts }) => ({ kind, at: at.toISOString(), facts })),
    providerUrl: providerAddress(context, {
      accountId: order.accountId,
      paymentIntentId: order.paymentIntentId ?? newest?.paymentIntentId ?? null,
      subscriptionId: order.subscriptionId,
    }),
  };
}

type SaleRow = OrderHistory['sales'][number];
type DisputeRow = OrderHistory['disputes'][number];

function paymentOf(context: Context, sale: SaleRow, history: Money): OrderPayment {
  const { id, renewal, amount, refunded, lost } = sale;
  return {
    id,
    renewal,
    amount,
    refunded,
    lost,
    refundable: refundableNow(sale, history),
    paidAt: sale.paidAt.toISOString(),
    reference: sale.paymentIntentId,
    providerUrl: providerAddress(context, sale),
  };
}

/** Nothing while a dispute holds the money. */
function refundableNow(sale: SaleRow, { refunds, disputes }: Money): number {
  const ofSale = ({ saleId }: { saleId: string }): boolean => saleId === sale.id;
  const holds = ({ closedAt, status }: DisputeRow): boolean => closedAt === null && !isInquiry(status);
  if (disputes.some((dispute) => ofSale(dispute) && holds(dispute))) return 0;
  return refundableOf(sale, refunds.filter(ofSale));
}

const refundOf = (refund: OrderHistory['refunds'][number]): OrderRefund => ({
  id: refund.id,
  paymentId: refund.saleId,
  amount: refund.amount,
  state: refund.state,
  reason: refund.reason,
  failure: refund.failure,
  createdAt: refund.createdAt.toISOString(),
});

function disputeOf(
  context: Context,
  dispute: OrderHistory['disputes'][number],
  { sales }: Money,
): OrderDispute {
  const sale = sales.find(({ id }) => id === dispute.saleId);
  return {
    id: dispute.id,
    paymentId: dispute.saleId,
    providerUrl: providerAddress(context, sale ?? dispute),
    amount: dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason,
    status: dispute.status,
    dueBy: isoOf(dispute.dueBy),
    createdAt: dispute.createdAt.toISOString(),
    closedAt: isoOf(dispute.closedAt),
  };
}

const agreementOf = ({ agreement, version }: FoundOrder): OrderAgreement => ({
  required: agreement.required,
  accepted: agreement.accepted,
  at: agreement.at,
  text: agreement.text ?? null,
  textHash: agreement.textHash ?? null,
  termsUrl: agreement.termsUrl,
  privacyUrl: agreement.privacyUrl,
  version,
  versionHash: agreement.versionHash ?? null,
});

type MailRow = Awaited<ReturnType<typeof listOrderMails>>[number];

const mailOf = ({ kind, at, ...mail }: MailRow): OrderMail => ({
  ...mail,
  // Only those kinds were asked for.
  kind: kind as OrderMail['kind'],
  at: at.toISOString(),
});
