import type { EmailOrder, PlainEmail, SellerBranding } from '#domain/mail.ts';
import type { CheckoutAttempt } from '#server/db/attempts.ts';
import type { Order } from '#server/db/orders.ts';

import type { Product, Sale } from './leaf.ts';

/** Returns the branding of a seller's emails: their name and the style of the page that was bought from. */
export const sellerBranding = (
  businessName: string | null,
  { slug }: CheckoutAttempt,
  product: Product,
): SellerBranding => ({
  name: businessName ?? product.name,
  logo: product.logo,
  accent: product.accent,
  page: `/c/${slug}`,
});

/** Describes an order and one of its payments for an email. `sale` is null for a free order. */
export const toEmailOrder = (order: Order, sale: Sale | null): EmailOrder => ({
  id: order.id,
  number: order.number,
  productName: order.productName,
  billing: order.billing,
  currency: sale?.currency ?? order.currency,
  original: order.original,
  discount: order.discount,
  paid: sale?.amount ?? 0,
  couponCode: order.couponCode,
  paidAt: (sale?.paidAt ?? order.paidAt ?? order.createdAt).toISOString(),
});

type ReceiptInput = {
  attempt: CheckoutAttempt;
  order: Order;
  /** Null for a free order. */
  sale: Sale | null;
  product: Product;
  businessName: string | null;
};

/** Builds the receipt of one payment. */
export function buildReceiptEmail({ attempt, order, sale, product, businessName }: ReceiptInput): PlainEmail {
  const { accepted, termsUrl, privacyUrl } = attempt.agreement;
  return {
    kind: 'receipt',
    seller: sellerBranding(businessName, attempt, product),
    order: toEmailOrder(order, sale),
    renewal: sale?.renewal ?? false,
    message: product.message,
    termsUrl: accepted ? termsUrl : '',
    privacyUrl: accepted ? privacyUrl : '',
    answers: attempt.answers.filter(({ kind }) => kind !== 'hidden'),
  };
}
