import type { z } from 'zod';

import {
  type Dispute,
  ORDER_EXPANSIONS,
  type OrderExpansion,
  type OrderResource,
  type Payment,
  type Refund,
  type SubscriptionResource,
} from '#domain/api-resources/order-resources.ts';
import { toBuyerSubscriptionState } from '#domain/buyer-subscription.ts';
import { toPaymentPlan } from '#domain/payment-plan.ts';
import type { QuoteItem } from '#domain/quote.ts';
import { cleanLine } from '#domain/text.ts';
import type { Db } from '#server/db/client.ts';

import { loadAggregates } from './load-aggregates.ts';
import type { Dispute as DisputeRow, OrderAggregate, Refund as RefundRow, Sale } from './order-aggregate.ts';
import { computeRefundableAmount, toIsoString, toOrderLines, toPaymentMethod, toRefundLines } from './order-views.ts';
import { listAttempts, listOrderLines, listRefundLines } from './queries/ledger-rows.ts';
import { listCustomerIds, type Order } from './queries/orders.ts';
import { findNextPrice } from './subscription-price.ts';

// The ledger's rows as the API, webhooks and the event log show them: one builder, so that they always agree.

/** The parts of an order aggregate that resources show. */
type AggregateSource = Pick<
  OrderAggregate,
  'lines' | 'sales' | 'refunds' | 'refundLines' | 'disputes' | 'subscription'
> & {
  attempt: Pick<
    OrderAggregate['attempt'],
    | 'id'
    | 'sellerId'
    | 'pageId'
    | 'plan'
    | 'quantity'
    | 'installments'
    | 'lines'
    | 'couponCode'
    | 'answers'
    | 'metadata'
    | 'externalId'
  >;
  product: Pick<OrderAggregate['product'], 'name' | 'coupons'>;
  order: Order | null;
};
export type ResourceSource = AggregateSource & {
  /** Null while the email address is unknown, and after the customer's data was deleted. */
  customerId: string | null;
};
export type OrderSource = ResourceSource & { order: Order };

const compareIds = (one: { id: string }, other: { id: string }): number => (one.id < other.id ? -1 : 1);
const byCreation = (one: { id: string; createdAt: Date }, other: { id: string; createdAt: Date }): number =>
  one.createdAt.getTime() - other.createdAt.getTime() || compareIds(one, other);
const byPayment = (one: Sale, other: Sale): number =>
  one.paidAt.getTime() - other.paidAt.getTime() ||
  Number(one.renewal) - Number(other.renewal) ||
  compareIds(one, other);

export const toPaymentResource = (sale: Sale, source: OrderSource): z.infer<typeof Payment> => ({
  id: sale.id,
  orderId: source.order.id,
  renewal: sale.renewal,
  currency: sale.currency,
  amount: sale.amount,
  refunded: sale.refunded,
  disputeLosses: sale.lost,
  refundable: computeRefundableAmount(sale, source),
  paymentMethodType: sale.paymentMethod,
  stripePaymentIntentId: sale.paymentIntentId,
  paidAt: sale.paidAt.toISOString(),
});

const PUBLIC_REFUND_STATES: Record<RefundRow['state'], z.infer<typeof Refund>['state']> = {
  asked: 'requested',
  pending: 'pending',
  needs_buyer: 'requires_action',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
};

const toRefundResource = (
  refund: RefundRow,
  orderId: string,
  rows: Pick<OrderAggregate, 'lines' | 'refundLines'>,
): z.infer<typeof Refund> => ({
  id: refund.id,
  orderId,
  paymentId: refund.saleId,
  currency: refund.currency,
  amount: refund.amount,
  state: PUBLIC_REFUND_STATES[refund.state],
  reason: refund.reason,
  failureReason: refund.failureReason,
  lineItems: toRefundLines(refund, rows),
  mode: refund.mode,
  createdAt: refund.createdAt.toISOString(),
  updatedAt: refund.updatedAt.toISOString(),
});

export const toDisputeResource = (dispute: DisputeRow, orderId: string): z.infer<typeof Dispute> => ({
  id: dispute.id,
  orderId,
  paymentId: dispute.saleId,
  currency: dispute.currency,
  amount: dispute.amount,
  reason: dispute.reason,
  state: dispute.status,
  responseDueAt: toIsoString(dispute.dueBy),
  mode: dispute.mode,
  createdAt: dispute.createdAt.toISOString(),
  updatedAt: dispute.updatedAt.toISOString(),
  closedAt: toIsoString(dispute.closedAt),
});

/** Buyers type the name on Stripe's page, which accepts any text. */
const toBuyer = (order: Order | null): OrderResource['buyer'] => ({
  email: order?.email ?? null,
  name: cleanLine(order?.buyerName ?? '') || null,
  country: order?.country ?? null,
});

/** Null for a one-time purchase. */
export function toSubscriptionResource(source: ResourceSource): SubscriptionResource | null {
  const { subscription: row, order, customerId, attempt, sales } = source;
  if (!row) return null;
  const state = toBuyerSubscriptionState(row.status, row.cancelAt);
  return {
    id: row.id,
    state: state === 'overdue' ? 'past_due' : state,
    orderId: order?.id ?? null,
    customerId,
    pageId: attempt.pageId,
    priceOptionId: attempt.plan,
    productName: order?.productName || source.product.name,
    quantity: attempt.quantity,
    buyer: toBuyer(order),
    currency: row.currency,
    amount: row.amount,
    priceAfterDiscount: findNextPrice(row, { ...attempt, coupons: source.product.coupons }),
    billingInterval: row.billing,
    currentPeriodEndsAt: row.periodEnd.toISOString(),
    cancelAt: toIsoString(row.cancelAt),
    trialEndsAt: toIsoString(row.trialEndsAt),
    endedAt: toIsoString(row.endedAt),
    renewalFailure: row.failedAt && {
      failedAt: row.failedAt.toISOString(),
      paymentUrl: row.payUrl,
      nextAttemptAt: toIsoString(row.nextRetryAt),
    },
    paymentCount: sales.length,
    net: sales.reduce((sum, sale) => sum + sale.amount - sale.refunded - sale.lost, 0),
    metadata: (order ?? attempt).metadata,
    externalId: (order ?? attempt).externalId,
    stripeSubscriptionId: row.subscriptionId,
    stripeCustomerId: row.customerId || null,
    mode: row.mode,
    createdAt: row.createdAt.toISOString(),
    // Programs also see the order's payments, buyer and metadata here.
    updatedAt: (order ?? row).updatedAt.toISOString(),
  };
}

function toAmounts({ original, discount, total, received, refunded, lost }: Order): OrderResource['amounts'] {
  const net = received - refunded - lost;
  return { subtotal: original, discount, total, received, refunded, disputeLosses: lost, net };
}

const toBundleItemResource = ({ pageId, optionId, alreadyPaid }: QuoteItem) => ({
  pageId,
  priceOptionId: optionId,
  alreadyPaid: alreadyPaid ?? null,
});

const toAttribution = (order: Order): OrderResource['attribution'] => ({
  source: order.source,
  referrer: order.referrer,
  utmSource: order.utmSource,
  utmMedium: order.utmMedium,
  utmCampaign: order.utmCampaign,
  utmTerm: order.utmTerm,
  utmContent: order.utmContent,
  country: order.visitCountry,
  device: order.device,
  embeddedOn: order.embed,
});

const EXPANDED_PARTS: {
  [Name in OrderExpansion]: (source: OrderSource) => Exclude<OrderResource[Name], undefined>;
} = {
  payments: (source) => source.sales.toSorted(byPayment).map((sale) => toPaymentResource(sale, source)),
  refunds: (source) =>
    source.refunds.toSorted(byCreation).map((refund) => toRefundResource(refund, source.order.id, source)),
  disputes: ({ disputes, order }) => disputes.toSorted(byCreation).map((one) => toDisputeResource(one, order.id)),
  subscription: toSubscriptionResource,
};

/** An order with the named parts. */
export function toOrderResource(
  source: OrderSource,
  expansions: readonly OrderExpansion[] = ORDER_EXPANSIONS,
): OrderResource {
  const { order, attempt, subscription } = source;
  return {
    id: order.id,
    number: order.number,
    state: order.state,
    disputeState: order.dispute,
    customerId: source.customerId,
    pageId: order.pageId,
    priceOptionId: attempt.plan,
    checkoutId: order.checkoutLinkId,
    subscriptionId: subscription?.id ?? null,
    productName: order.productName,
    billingInterval: order.billing,
    paymentPlan: toPaymentPlan(attempt.installments, source.sales.length, subscription),
    couponCode: order.couponCode,
    paymentMethod: toPaymentMethod(order),
    currency: order.currency,
    amounts: toAmounts(order),
    lineItems: toOrderLines(order, source).map(({ unit: unitAmount, afterTrial = false, item, ...line }) => ({
      ...line,
      unitAmount,
      afterTrial,
      item: item ? toBundleItemResource(item) : null,
    })),
    buyer: toBuyer(order),
    answers: attempt.answers.map(({ id, ...answer }) => ({ fieldId: id, ...answer })),
    attribution: toAttribution(order),
    metadata: order.metadata,
    externalId: order.externalId,
    stripePaymentIntentId: order.paymentIntentId,
    stripeCheckoutSessionId: order.sessionId,
    mode: order.mode,
    createdAt: order.createdAt.toISOString(),
    updatedAt: order.updatedAt.toISOString(),
    paidAt: toIsoString(order.paidAt),
    ...Object.fromEntries(expansions.map((name) => [name, EXPANDED_PARTS[name](source)])),
  };
}

/** Adds the customers of aggregates whose rows are written. */
export async function withCustomers<T extends AggregateSource>(
  db: Db,
  aggregates: readonly T[],
): Promise<(T & { customerId: string | null })[]> {
  const customerIds = await listCustomerIds(
    db,
    aggregates.flatMap(({ order }) => order?.id ?? []),
  );
  return aggregates.map((aggregate) => ({
    ...aggregate,
    customerId: customerIds.get(aggregate.order?.id ?? '') ?? null,
  }));
}

type AttemptRef = { mode: Order['mode']; attemptId: string };

/** Loads what belongs to rows of the ledger, in their order. */
export async function loadResourceSources(
  db: Db,
  rows: readonly AttemptRef[],
): Promise<(OrderAggregate & ResourceSource)[]> {
  const [first] = rows;
  if (!first) return [];
  const ids = rows.map(({ attemptId }) => attemptId);
  const { aggregates } = await loadAggregates(db, await listAttempts(db, first.mode, ids));
  return withCustomers(
    db,
    ids.flatMap((id) => aggregates.get(id) ?? []),
  );
}

/** Loads the line items of refunds and returns the refunds in their order. */
export async function loadRefundResources(db: Db, refunds: readonly { row: RefundRow; orderId: string }[]) {
  const attemptIds = refunds.map(({ row }) => row.attemptId);
  const lines = await listOrderLines(db, attemptIds);
  const refundLines = await listRefundLines(db, attemptIds);
  return refunds.map(({ row, orderId }) => toRefundResource(row, orderId, { lines, refundLines }));
}

export const hasOrder = <T extends AggregateSource>(source: T): source is T & { order: Order } => source.order !== null;
