import { getItemName } from '#content/messages/item-name.ts';
import { ATTRIBUTION_KEYS } from '#domain/attribution.ts';
import {
  toBuyerSubscriptionState,
  type BuyerSubscription,
  type OrderSubscription,
} from '#domain/buyer-subscription.ts';
import { isInquiry, type OrderDispute, type OrderLine, type OrderPayment } from '#domain/order-detail.ts';
import type { OrderPaymentMethod, OrderRow } from '#domain/order.ts';
import { isRefundable } from '#domain/payment-methods.ts';
import { pick } from '#domain/pick.ts';
import { createMainLine, type QuoteLine } from '#domain/quote.ts';
import { getRefundableAmount, type OrderRefund } from '#domain/refund.ts';
import { cleanLine } from '#domain/text.ts';
import type { Context } from '#server/core/context.ts';
import type { BuyerSubscriptionRow, SubscriptionWithOrder } from '#server/ledger/queries/buyer-subscriptions.ts';
import type { OrderHistory } from '#server/ledger/queries/order-details.ts';
import type { Order } from '#server/ledger/queries/orders.ts';

import type { OrderLineRow, Refund, RefundLineRow } from './order-aggregate.ts';
import { findNextPrice, type AcceptedPrice } from './subscription-price.ts';

type StripeIds = { accountId: string; paymentIntentId?: string | null; subscriptionId?: string | null };

/** URL of a payment, or of its subscription, in the seller's Stripe dashboard. */
export function getStripeDashboardUrl(
  { mode, dashboardUrl }: Pick<Context, 'mode' | 'dashboardUrl'>,
  { accountId, paymentIntentId, subscriptionId }: StripeIds,
): string {
  const dashboard = dashboardUrl(accountId);
  const id = paymentIntentId ?? subscriptionId;
  if (!id) return dashboard;
  // The sandbox shows all objects of an account on one page.
  if (mode === 'sandbox') return `${dashboard}#${id}`;
  return `${dashboard}/${paymentIntentId ? 'payments' : 'subscriptions'}/${id}`;
}

/** Null if it is unknown, and for free orders. */
export const toPaymentMethod = ({ paymentMethod, paymentMethodDetails: details }: Order): OrderPaymentMethod | null =>
  paymentMethod === null ? null : { type: paymentMethod, brand: details?.brand ?? null, last4: details?.last4 ?? null };

/** What a list shows of an order's checkout: units of the product, and its payment plan. */
export type OrderTerms = Pick<OrderRow, 'quantity' | 'paymentPlan'>;

/** An order as its seller's list shows it. */
export const toOrderRow = (order: Order, { quantity, paymentPlan }: OrderTerms): OrderRow => ({
  id: order.id,
  number: order.number,
  state: order.state,
  dispute: order.dispute,
  email: order.email,
  // Buyers type the name on Stripe's page, which accepts any text.
  buyerName: cleanLine(order.buyerName ?? '') || null,
  productName: order.productName,
  quantity,
  paymentPlan,
  extras: order.bumps.length,
  billing: order.billing,
  currency: order.currency,
  total: order.total,
  discount: order.discount,
  received: order.received,
  refunded: order.refunded,
  lost: order.lost,
  couponCode: order.couponCode,
  paymentMethod: toPaymentMethod(order),
  anonymized: order.anonymizedAt !== null,
  createdAt: order.createdAt.toISOString(),
});

export const toIsoString = (date: Date | null): string | null => date?.toISOString() ?? null;

type MoneyRows = {
  [P in 'lines' | 'payments' | 'refunds' | 'disputes']: readonly OrderHistory[P][number][];
} & { refundLines: readonly RefundLineRow[] };

/** Fields that derive from an order row and its payments, refunds and disputes. */
export const toOrderParts = (context: Context, order: Order, terms: OrderTerms, money: MoneyRows) => ({
  ...toOrderRow(order, terms),
  original: order.original,
  paidAt: toIsoString(order.paidAt),
  country: order.country,
  lines: toOrderLines(order, money),
  visit: pick(order, ATTRIBUTION_KEYS),
  payments: money.payments.map((sale) => toOrderPayment(context, sale, money)),
  refunds: money.refunds.map((refund) => toOrderRefund(refund, money)),
  disputes: money.disputes.map((dispute) => toOrderDispute(context, dispute, money)),
});

type SaleRow = OrderHistory['payments'][number];
type DisputeRow = OrderHistory['disputes'][number];

function toOrderPayment(context: Context, sale: SaleRow, history: MoneyRows): OrderPayment {
  const { id, renewal, amount, refunded, lost } = sale;
  return {
    id,
    renewal,
    amount,
    refunded,
    lost,
    refundable: computeRefundableAmount(sale, history),
    paidAt: sale.paidAt.toISOString(),
    paymentMethod: sale.paymentMethod,
    reference: sale.paymentIntentId,
    providerUrl: getStripeDashboardUrl(context, sale),
  };
}

/** Refundable amount now. It is zero while a dispute withholds the money, and for methods that Stripe can't refund. */
export function computeRefundableAmount(
  sale: SaleRow,
  { refunds, disputes }: Pick<MoneyRows, 'refunds' | 'disputes'>,
): number {
  if (!isRefundable(sale.paymentMethod)) return 0;
  const belongsToSale = ({ saleId }: { saleId: string }): boolean => saleId === sale.id;
  const blocksRefund = ({ closedAt, status }: DisputeRow): boolean => closedAt === null && !isInquiry(status);
  if (disputes.some((dispute) => belongsToSale(dispute) && blocksRefund(dispute))) return 0;
  return getRefundableAmount(sale, refunds.filter(belongsToSale));
}

/** The lines of an order, with one line for an order that was placed before orders had lines. */
export function toOrderLines(
  order: Order,
  { lines, refunds, refundLines }: Pick<MoneyRows, 'lines' | 'refunds' | 'refundLines'>,
): OrderLine[] {
  const validIds = new Set(
    refunds.filter(({ state }) => state !== 'failed' && state !== 'canceled').map(({ id }) => id),
  );
  const kind = order.billing === null ? 'one_time' : 'recurring';
  if (lines.length === 0)
    return [{ ...createMainLine({ ...order, name: order.productName, kind }), refunded: 0, refundedQuantity: 0 }];
  return lines.map((line) => {
    const lineRefunds = refundLines.filter(
      ({ refundId, orderLineId }) => orderLineId === line.id && validIds.has(refundId),
    );
    return {
      ...pick(line, ['key', 'name', 'kind', 'quantity', 'unit', 'subtotal', 'discount', 'total', 'afterTrial']),
      ...toQuoteItem(line),
      refunded: lineRefunds.reduce((sum, { amount }) => sum + amount, 0),
      refundedQuantity: lineRefunds.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
    };
  });
}

/** The product of a bundle that a line is of; nothing for other lines. */
export function toQuoteItem({ itemPageId, itemOptionId, alreadyPaid }: OrderLineRow): Pick<QuoteLine, 'item'> {
  if (itemPageId === null || itemOptionId === null) return {};
  return { item: { pageId: itemPageId, optionId: itemOptionId, ...(alreadyPaid === null ? {} : { alreadyPaid }) } };
}

/** The line items that a refund is for. */
export const toRefundLines = (
  refund: Pick<Refund, 'id'>,
  { lines, refundLines }: { lines: readonly OrderLineRow[]; refundLines: readonly RefundLineRow[] },
): OrderRefund['lines'] =>
  refundLines
    .filter(({ refundId }) => refundId === refund.id)
    .flatMap(({ orderLineId, amount, quantity }) => {
      const line = lines.find(({ id }) => id === orderLineId);
      return line ? [{ key: line.key, quantity, amount }] : [];
    });

/** Names the items that a refund is for, `2 × Theater seat, Workbook`; empty if it is of an amount. */
export const getRefundedItems = (
  refund: Pick<Refund, 'id'>,
  rows: { lines: readonly OrderLineRow[]; refundLines: readonly RefundLineRow[] },
): string =>
  toRefundLines(refund, rows)
    .map(({ key, quantity }) => {
      const name = rows.lines.find((line) => line.key === key)?.name ?? '';
      return getItemName({ name, quantity: quantity ?? 1 });
    })
    .join(', ');

const toOrderRefund = (refund: OrderHistory['refunds'][number], money: MoneyRows): OrderRefund => ({
  id: refund.id,
  paymentId: refund.saleId,
  amount: refund.amount,
  state: refund.state,
  reason: refund.reason,
  failure: refund.failureReason,
  lines: toRefundLines(refund, money),
  createdAt: refund.createdAt.toISOString(),
});

function toOrderDispute(
  context: Context,
  dispute: OrderHistory['disputes'][number],
  { payments }: MoneyRows,
): OrderDispute {
  const sale = payments.find(({ id }) => id === dispute.saleId);
  return {
    id: dispute.id,
    paymentId: dispute.saleId,
    providerUrl: getStripeDashboardUrl(context, sale ?? dispute),
    amount: dispute.amount,
    currency: dispute.currency,
    reason: dispute.reason,
    status: dispute.status,
    dueBy: toIsoString(dispute.dueBy),
    createdAt: dispute.createdAt.toISOString(),
    closedAt: toIsoString(dispute.closedAt),
  };
}

export const toOrderSubscription = (row: BuyerSubscriptionRow, accepted: AcceptedPrice): OrderSubscription => ({
  id: row.id,
  state: toBuyerSubscriptionState(row.status, row.cancelAt),
  currency: row.currency,
  amount: row.amount,
  priceAfterDiscount: findNextPrice(row, accepted),
  billing: row.billing,
  periodEnd: row.periodEnd.toISOString(),
  cancelAt: toIsoString(row.cancelAt),
  trialEndsAt: toIsoString(row.trialEndsAt),
  endedAt: toIsoString(row.endedAt),
  failed: row.failedAt && {
    at: row.failedAt.toISOString(),
    payUrl: row.payUrl,
    nextTryAt: toIsoString(row.nextRetryAt),
  },
  createdAt: row.createdAt.toISOString(),
});

/** A buyer's subscription as its seller sees it. */
export const toBuyerSubscription = ({
  row,
  accepted,
  order,
  productName,
  quantity,
  installments,
  paymentCount: payments,
  netRevenue: net,
}: SubscriptionWithOrder): BuyerSubscription => ({
  ...toOrderSubscription(row, accepted),
  orderId: order?.id ?? null,
  orderNumber: order?.number ?? null,
  email: order?.email ?? null,
  buyerName: order?.buyerName ?? null,
  productName,
  quantity,
  installments,
  payments,
  net,
});
