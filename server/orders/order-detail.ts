import { ShopError } from '#domain/errors.ts';
import type { OrderAgreement, OrderDetail, OrderMail } from '#domain/order-detail.ts';

import type { Context } from '#server/context.ts';
import {
  findOrderDetail,
  listOrderHistory,
  listOrderMails,
  listOthersOf,
  type FoundOrder,
  type OrderHistory,
} from '#server/db/order-details.ts';
import { findReceiptMail } from '#server/db/receipt-mail.ts';
import { findSoldOfAttempt } from '#server/db/sold-subscriptions.ts';

import { orderPartsOf } from './order-parts.ts';
import { providerAddress } from './provider-address.ts';
import { subscriptionOf } from './sold-subscription.ts';

/** Loads all details of a seller's order in one consistent snapshot. Throws AppError 'not_found'. */
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
  // The query selects only these kinds.
  kind: kind as OrderMail['kind'],
  at: at.toISOString(),
});
