import { buyerSubscriptionState, type BuyerSubscription } from '#domain/buyer-subscription.ts';
import { isMediaPath } from '#domain/image.ts';
import type { Purchase, PurchaseReceipt, PurchaseSeller, PurchaseSubscription } from '#domain/purchase.ts';

import type { PurchaseMoney, PurchaseRow } from '#server/db/purchases.ts';

// Views of rows for buyers: they omit Stripe ids and the seller's private data.

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null;

export const sellerOf = (row: PurchaseRow): PurchaseSeller => {
  const size = row.imageSizes.logo;
  return {
    id: row.order.sellerId,
    name: row.businessName,
    logo: row.logo && size && isMediaPath(row.logo) ? { src: row.logo, size } : null,
    email: row.sellerGoneAt ? null : row.sellerEmail,
  };
};

const failedOf = ({ failedAt, payUrl, nextTryAt }: NonNullable<PurchaseRow['subscription']>) =>
  failedAt && { at: failedAt.toISOString(), payUrl, nextTryAt: isoOf(nextTryAt) };

function subscriptionOf(row: NonNullable<PurchaseRow['subscription']>): PurchaseSubscription {
  const state: BuyerSubscription['state'] = buyerSubscriptionState(row.status, row.cancelAt);
  const { id, currency, amount, billing } = row;
  return {
    id,
    state,
    currency,
    amount,
    billing,
    periodEnd: row.periodEnd.toISOString(),
    cancelAt: isoOf(row.cancelAt),
    endedAt: isoOf(row.endedAt),
    failed: state === 'ended' ? null : failedOf(row),
  };
}

export const purchaseOf = ({ order, subscription, productName }: PurchaseRow): Purchase => ({
  id: order.id,
  number: order.number,
  state: order.state,
  dispute: order.dispute,
  productName,
  billing: order.billing ?? subscription?.billing ?? null,
  currency: order.currency,
  total: order.total,
  received: order.received,
  refunded: order.refunded,
  lost: order.lost,
  createdAt: order.createdAt.toISOString(),
  subscription: subscription && subscriptionOf(subscription),
});

export const receiptOf = (row: PurchaseRow, money: PurchaseMoney): PurchaseReceipt => ({
  ...purchaseOf(row),
  seller: sellerOf(row),
  email: row.order.email ?? '',
  buyerName: row.order.buyerName,
  original: row.order.original,
  discount: row.order.discount,
  couponCode: row.order.couponCode,
  payments: money.payments.map(({ paidAt, amount, renewal }) => ({
    at: paidAt.toISOString(),
    amount,
    renewal,
  })),
  refunds: refundsOf(money),
  agreement: agreementOf(money.agreement),
  answers: money.answers,
});

/** Lists refunds, pending ones too. Orders older than our refund list show only their unlisted sum. */
function refundsOf({ payments, refunds }: PurchaseMoney): PurchaseReceipt['refunds'] {
  const listed = refunds
    .filter(({ state }) => state !== 'failed' && state !== 'canceled')
    .map(({ createdAt, amount, state }) => ({ at: createdAt.toISOString(), amount, state }));
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const back = sum(payments.map(({ refunded }) => refunded));
  const unlisted = back - sum(listed.map(({ amount }) => amount));
  return unlisted > 0 ? [...listed, { at: null, amount: unlisted, state: 'succeeded' }] : listed;
}

function agreementOf(agreement: PurchaseMoney['agreement']): PurchaseReceipt['agreement'] {
  if (!agreement?.accepted) return null;
  const { at, text = '', termsUrl, privacyUrl } = agreement;
  return { at, text, termsUrl, privacyUrl };
}
