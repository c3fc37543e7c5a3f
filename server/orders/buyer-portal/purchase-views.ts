import { DEFAULT_ACCENT } from '#domain/accent-color.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Delivered } from '#domain/delivered.ts';
import { FONT_PRESETS } from '#domain/fonts.ts';
import { isMediaPath } from '#domain/image.ts';
import { listDueLines } from '#domain/paid-lines.ts';
import { toPaymentPlan } from '#domain/payment-plan.ts';
import { toFreeTrial } from '#domain/payment-terms.ts';
import { toBuyerPendingPayment } from '#domain/pending-payment.ts';
import type { Purchase, PurchaseReceipt, PurchaseSeller, PurchaseSubscription } from '#domain/purchase.ts';
import { getRefundedItems, toOrderSubscription } from '#server/ledger/order-views.ts';
import { toReceiptItems } from '#server/ledger/receipt-items.ts';
import type { PurchasePayments, PurchaseRow } from '#server/orders/buyer-portal/queries/purchases.ts';

type PaymentTerms = CheckoutPageConfig['paymentTerms'];

// Views of rows for buyers: they omit Stripe ids and the seller's private data.

export const toPurchaseSeller = (row: PurchaseRow): PurchaseSeller => {
  const size = row.imageSizes.logo;
  return {
    id: row.order.sellerId,
    name: row.businessName,
    logo: row.logo && size && isMediaPath(row.logo) ? { src: row.logo, size } : null,
    branding: { accentColor: row.accentColor ?? DEFAULT_ACCENT, fonts: row.fonts ?? FONT_PRESETS.modern },
    email: row.sellerDeletedAt ? null : row.sellerEmail,
  };
};

/** Terms of the price that a running free trial was started with; null without one. */
function findTrialTerms({ subscription, trialPrices, plan }: PurchaseRow): PaymentTerms | null {
  if (subscription?.status !== 'trialing' || !trialPrices) return null;
  const option = trialPrices.priceOptions.others.find(({ id }) => id === plan);
  return option ? (option.paymentTerms ?? null) : trialPrices.paymentTerms;
}

function toSubscription(row: NonNullable<PurchaseRow['subscription']>, purchase: PurchaseRow): PurchaseSubscription {
  const { createdAt: _, ...orderSubscription } = toOrderSubscription(row, purchase.accepted);
  const terms = findTrialTerms(purchase);
  const subscription = { ...orderSubscription, trial: terms && toFreeTrial(terms, purchase.order.total) };
  return subscription.state === 'ended' ? { ...subscription, failed: null } : subscription;
}

/** The lines of a bundle's products. */
const toBundleProducts = (lines: PurchasePayments['lines']): Purchase['products'] =>
  lines
    .filter(({ itemPageId }) => itemPageId !== null)
    .map(({ key: lineKey, name, alreadyPaid }) => ({ lineKey, name, isOwned: alreadyPaid !== null }));

/** `lines`: of the order. */
export function toPurchase(row: PurchaseRow, lines: PurchasePayments['lines'], delivered: Delivered[] = []): Purchase {
  const { order, subscription, productName, quantity, slug } = row;
  return {
    id: order.id,
    number: order.number,
    state: order.state,
    dispute: order.dispute,
    productName,
    quantity,
    paymentPlan: toPaymentPlan(row.installments, row.paymentCount, subscription),
    billing: order.billing ?? subscription?.billing ?? null,
    currency: order.currency,
    total: order.total,
    received: order.received,
    refunded: order.refunded,
    lost: order.lost,
    createdAt: order.createdAt.toISOString(),
    subscription: subscription && toSubscription(subscription, row),
    pending: toBuyerPendingPayment(order),
    pagePath: order.state === 'failed' && slug !== null ? `/c/${slug}` : null,
    delivered,
    products: toBundleProducts(lines),
  };
}

export const toReceipt = (row: PurchaseRow, money: PurchasePayments, delivered: Delivered[] = []): PurchaseReceipt => ({
  ...toPurchase(row, money.lines, delivered),
  seller: toPurchaseSeller(row),
  email: row.order.email ?? '',
  buyerName: row.order.buyerName,
  items: toReceiptItems({ ...row.order, productName: row.productName }, listDueLines(money.lines)),
  original: row.order.original,
  discount: row.order.discount,
  paymentTerms: row.terms,
  couponCode: row.order.couponCode,
  payments: money.payments.map(({ paidAt, amount, renewal }) => ({
    at: paidAt.toISOString(),
    amount,
    renewal,
  })),
  refunds: listReceiptRefunds(money),
  agreement: toAgreement(money.agreement),
  answers: money.answers,
});

/** Lists refunds, pending ones too. Orders older than our refund list show only their unlisted sum. */
function listReceiptRefunds({ payments, refunds, ...rows }: PurchasePayments): PurchaseReceipt['refunds'] {
  const listed = refunds
    .filter(({ state }) => state !== 'failed' && state !== 'canceled')
    .map((refund) => ({
      at: refund.createdAt.toISOString(),
      amount: refund.amount,
      state: refund.state,
      items: getRefundedItems(refund, rows),
    }));
  const sumAmounts = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const refundedTotal = sumAmounts(payments.map(({ refunded }) => refunded));
  const unlistedAmount = refundedTotal - sumAmounts(listed.map(({ amount }) => amount));
  return unlistedAmount > 0 ? [...listed, { at: null, amount: unlistedAmount, state: 'succeeded', items: '' }] : listed;
}

function toAgreement(agreement: PurchasePayments['agreement']): PurchaseReceipt['agreement'] {
  if (!agreement?.accepted) return null;
  const { at, text = '', termsUrl, privacyUrl } = agreement;
  return { at, text, termsUrl, privacyUrl };
}
