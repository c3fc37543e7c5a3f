import type { MailedOrder, OpenMail, SellerLook } from '#domain/mail.ts';
import type { Attempt } from '#server/db/attempts.ts';
import type { Order } from '#server/db/orders.ts';

import type { Product, Sale } from './leaf.ts';

/** Returns the branding of a seller's emails: their name and the style of the page that was bought from. */
export const sellerLook = (businessName: string | null, { slug }: Attempt, product: Product): SellerLook => ({
  name: businessName ?? product.name,
  logo: product.logo,
  accent: product.accent,
  page: `/c/${slug}`,
});

/** Describes an order and one of its payments for an email. `sale` is null for a free order. */
export const mailedOrder = (order: Order, sale: Sale | null): MailedOrder => ({
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

type Receipted = {
  attempt: Attempt;
  order: Order;
  /** Null for a free order. */
  sale: Sale | null;
  product: Product;
  businessName: string | null;
};

/** Builds the receipt of one payment. */
export function receiptMailOf({ attempt, order, sale, product, businessName }: Receipted): OpenMail {
  const { accepted, termsUrl, privacyUrl } = attempt.agreement;
  return {
    kind: 'receipt',
    seller: sellerLook(businessName, attempt, product),
    order: mailedOrder(order, sale),
    renewal: sale?.renewal ?? false,
    message: product.message,
    termsUrl: accepted ? termsUrl : '',
    privacyUrl: accepted ? privacyUrl : '',
    answers: attempt.answers.filter(({ kind }) => kind !== 'hidden'),
  };
}
