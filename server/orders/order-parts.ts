import { isInquiry } from '#domain/dispute.ts';
import type { OrderDispute, OrderPayment } from '#domain/order-detail.ts';
import { refundableOf, type OrderRefund } from '#domain/refund.ts';

import type { Context } from '#server/context.ts';
import type { OrderHistory } from '#server/db/order-details.ts';
import type { Order } from '#server/db/orders.ts';
import { originOf } from '#server/ledger/origin-of.ts';

import { orderRowOf } from './order-row.ts';
import { providerAddress } from './provider-address.ts';

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null;

type Money = { [P in 'sales' | 'refunds' | 'disputes']: readonly OrderHistory[P][number][] };

/** Fields that derive from an order row and its payments, refunds and disputes. */
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

/** Refundable amount now. It is zero while a dispute withholds the money. */
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
