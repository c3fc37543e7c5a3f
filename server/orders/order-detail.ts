import { AppError } from '#domain/errors.ts';
import type { OrderAgreement, OrderDetail, OrderEmail } from '#domain/order-detail.ts';
import type { PaymentPlan } from '#domain/order.ts';
import type { Context } from '#server/core/context.ts';
import { listOrderEntitlements } from '#server/delivery/queries/order-entitlements.ts';
import { findSubscription } from '#server/ledger/queries/buyer-subscriptions.ts';
import { listPaymentPlans } from '#server/ledger/queries/ledger-rows.ts';
import {
  findOrderDetail,
  listOrderHistory,
  listOrderMails,
  listOtherOrders,
  type OrderDetailRow,
  type OrderHistory,
  findReceiptMail,
} from '#server/ledger/queries/order-details.ts';
import { findCustomerId } from '#server/orders/customers/queries/customers.ts';

import { toBuyerSubscription, toOrderParts, getStripeDashboardUrl } from '../ledger/order-views.ts';

/** Loads all details of a seller's order in one consistent snapshot. Throws AppError 'not_found'. */
export async function loadOrderDetail(context: Context, sellerId: string, orderId: string): Promise<OrderDetail> {
  return context.db.transaction(
    async (tx) => {
      const { mode } = context;
      const orderRecord = await findOrderDetail(tx, sellerId, mode, orderId);
      if (!orderRecord) throw new AppError('not_found');
      const { attemptId, email } = orderRecord.order;
      const history = await listOrderHistory(tx, sellerId, mode, attemptId);
      const paymentPlan = (await listPaymentPlans(tx, [attemptId])).get(attemptId) ?? null;
      const subscription = await findSubscription(tx, sellerId, mode, { attemptId });
      const mails = await listOrderMails(tx, attemptId);
      const others = email ? await listOtherOrders(tx, sellerId, mode, email, orderId) : [];
      return {
        entitlements: await listOrderEntitlements(tx, [attemptId]),
        ...toCoreOrderDetail(context, orderRecord, paymentPlan, history),
        subscription: subscription && toBuyerSubscription(subscription),
        receipt: await findReceiptMail(tx, attemptId),
        mails: mails.map(toOrderMail),
        customerId: email ? await findCustomerId(tx, sellerId, mode, email) : null,
        others: others.map((otherOrder) => ({
          ...otherOrder,
          createdAt: otherOrder.createdAt.toISOString(),
        })),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

type CoreOrderDetail = Omit<
  OrderDetail,
  'entitlements' | 'subscription' | 'receipt' | 'mails' | 'customerId' | 'others'
>;

function toCoreOrderDetail(
  context: Context,
  orderRecord: OrderDetailRow,
  paymentPlan: PaymentPlan | null,
  history: OrderHistory,
): CoreOrderDetail {
  const { order, page, slug } = orderRecord;
  const newestSale = history.payments.at(-1);
  return {
    ...toOrderParts(context, order, { quantity: orderRecord.quantity, paymentPlan }, history),
    plan: orderRecord.plan,
    sellerName: orderRecord.sellerName,
    page: {
      id: page.id,
      name: page.name ?? order.productName,
      url: slug && `${context.config.appUrl}/c/${slug}`,
      gone: page.gone,
    },
    agreement: toOrderAgreement(orderRecord),
    answers: orderRecord.answers,
    metadata: order.metadata,
    externalId: order.externalId,
    events: history.events.map(({ kind, at, facts }) => ({ kind, at: at.toISOString(), facts })),
    providerUrl: getStripeDashboardUrl(context, {
      accountId: order.accountId,
      paymentIntentId: order.paymentIntentId ?? newestSale?.paymentIntentId ?? null,
      subscriptionId: order.subscriptionId,
    }),
  };
}

const toOrderAgreement = ({ agreement, version }: OrderDetailRow): OrderAgreement => ({
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

const toOrderMail = ({ kind, at, ...mail }: MailRow): OrderEmail => ({
  ...mail,
  // The query selects only these kinds.
  kind: kind as OrderEmail['kind'],
  at: at.toISOString(),
});
