import type { PlainEmail, EmailOrder, SellerBranding } from '#domain/email.ts';
import { isInquiry } from '#domain/order-detail.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import type { Order } from '#server/ledger/queries/orders.ts';

import type {
  Dispute,
  OrderAggregate,
  Refund,
  DomainEvent,
  DomainEventWith,
  Product,
  Sale,
} from './order-aggregate.ts';

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

/** The seller's data that emails need. */
export type LedgerSeller = {
  sellerId: string;
  businessName: string | null;
  /** Null if the account was deleted. */
  email: string | null;
  saleNotices: boolean;
};

export type NewEmail = { key: string; to: string; mail: PlainEmail };

/** Events that are recorded later than this (for example after a restore) are written but not emailed. */
const MAX_EVENT_AGE_MS = 3 * 86_400_000;

type EmailDraft = { to: 'buyer' | 'seller'; name: string; mail: PlainEmail };
type OrderedAggregate = OrderAggregate & { order: Order };

/** Builds the emails for the events of an aggregate. `disputesUrl` is the Stripe page where a seller answers disputes. */
export function buildEmails(
  aggregate: OrderAggregate,
  seller: LedgerSeller,
  now: Date,
  disputesUrl: string,
): NewEmail[] {
  const { attempt, order } = aggregate;
  if (!order) return [];
  const recentEvents = aggregate.events.filter(({ at }) => now.getTime() - at.getTime() <= MAX_EVENT_AGE_MS);
  return recentEvents
    .flatMap((event) => draftEmails({ ...aggregate, order }, seller, event, disputesUrl))
    .flatMap(({ to, name, mail }) => {
      const address = to === 'buyer' ? order.email : seller.email;
      const key = `${mail.kind}:${attempt.mode}:${attempt.accountId}:${name}`;
      return address ? [{ key, to: address, mail }] : [];
    });
}

function draftEmails(
  aggregate: OrderedAggregate,
  seller: LedgerSeller,
  event: DomainEvent,
  disputesUrl: string,
): EmailDraft[] {
  switch (event.kind) {
    case 'paid':
    case 'renewed':
      return draftPaymentEmails(aggregate, seller, event);
    case 'renewal_failed':
      return draftRenewalFailedEmails(aggregate, seller, event);
    case 'refunded':
      return [
        {
          to: 'buyer',
          name: refundName(event.refund),
          mail: buildRefundEmail(aggregate, seller, event.refund),
        },
      ];
    case 'refund_failed':
      return [
        {
          to: 'seller',
          name: refundName(event.refund),
          mail: buildRefundFailedNotice(aggregate, event.refund),
        },
      ];
    case 'disputed':
    case 'dispute_won':
    case 'dispute_lost':
      return [draftDisputeEmail(aggregate, event, disputesUrl)];
    case 'cancellation_set':
      return [
        draftSubscriptionEndEmail(aggregate, seller, {
          name: `set ${event.key}`,
          endsAt: event.endsAt,
          undone: false,
        }),
      ];
    case 'cancellation_undone':
      return [
        draftSubscriptionEndEmail(aggregate, seller, {
          name: `undone ${event.key}`,
          endsAt: null,
          undone: true,
        }),
      ];
    case 'subscription_ended':
      // The buyer already received an email when the end was scheduled.
      return event.expected
        ? []
        : [draftSubscriptionEndEmail(aggregate, seller, { name: 'ended', endsAt: null, undone: false })];
    default:
      return [];
  }
}

const buyerLabel = ({ buyerName, email }: Order): string => buyerName ?? email ?? '';

function draftPaymentEmails(
  aggregate: OrderedAggregate,
  seller: LedgerSeller,
  { sale }: DomainEventWith<'sale'>,
): EmailDraft[] {
  const { order } = aggregate;
  const name = sale?.source ?? order.sessionId;
  const receipt = buildReceiptEmail({ ...aggregate, sale, businessName: seller.businessName });
  const drafts: EmailDraft[] = [{ to: 'buyer', name, mail: receipt }];
  if (!sale || !seller.saleNotices) return drafts;
  const { renewal } = sale;
  const { country } = order;
  const { answers } = aggregate.attempt;
  const facts = { order: toEmailOrder(order, sale), renewal, buyer: buyerLabel(order), country, answers };
  return [...drafts, { to: 'seller', name, mail: { kind: 'sale_notice', ...facts } }];
}

function draftRenewalFailedEmails(
  { attempt, order, product }: OrderedAggregate,
  { businessName }: LedgerSeller,
  { renewal }: DomainEventWith<'renewal'>,
): EmailDraft[] {
  const { amount, currency, payUrl } = renewal;
  const name = `${renewal.invoiceId}:${renewal.tries}`;
  const nextTryAt = renewal.nextTryAt?.toISOString() ?? null;
  const details = { productName: order.productName, amount, currency, nextTryAt };
  const branding = sellerBranding(businessName, attempt, product);
  return [
    { to: 'buyer', name, mail: { kind: 'renewal_failed', seller: branding, payUrl, ...details } },
    {
      to: 'seller',
      name,
      mail: { kind: 'renewal_failed_notice', orderId: order.id, buyer: buyerLabel(order), ...details },
    },
  ];
}

const refundName = ({ refundId, id }: Refund): string => refundId ?? id;

function buildRefundEmail(
  { attempt, order, product, sales }: OrderedAggregate,
  { businessName }: LedgerSeller,
  refund: Refund,
): PlainEmail {
  const { number, productName } = order;
  const sale = sales.find(({ id }) => id === refund.saleId);
  const isFullRefund = sale !== undefined && sale.refunded + sale.lost >= sale.amount;
  const { amount, currency } = refund;
  const branding = sellerBranding(businessName, attempt, product);
  return {
    kind: 'refund_made',
    seller: branding,
    number,
    productName,
    amount,
    currency,
    whole: isFullRefund,
  };
}

const buildRefundFailedNotice = (
  { order }: OrderedAggregate,
  { amount, currency, failureReason: reason }: Refund,
): PlainEmail => ({
  kind: 'refund_failed_notice',
  orderId: order.id,
  number: order.number,
  amount,
  currency,
  reason,
});

function draftDisputeEmail(
  { order }: OrderedAggregate,
  { kind, dispute }: DomainEventWith<'dispute'>,
  url: string,
): EmailDraft {
  const { id: orderId, number, productName } = order;
  const { amount, currency, disputeId } = dispute;
  const inquiry = isInquiry(dispute.status);
  const details = { inquiry, orderId, number, amount, currency };
  if (kind !== 'disputed') {
    const outcome = kind === 'dispute_won' ? 'won' : 'lost';
    return {
      to: 'seller',
      name: `${disputeId}:${outcome}`,
      mail: { kind: 'dispute_closed', outcome, ...details },
    };
  }
  const { reason, dueBy }: Dispute = dispute;
  const noticeFields = {
    productName,
    buyer: buyerLabel(order),
    reason,
    dueBy: dueBy?.toISOString() ?? null,
    url,
  };
  const name = inquiry ? `${disputeId}:asked` : disputeId;
  return { to: 'seller', name, mail: { kind: 'dispute_notice', ...details, ...noticeFields } };
}

function draftSubscriptionEndEmail(
  { attempt, order, product }: OrderedAggregate,
  { businessName }: LedgerSeller,
  { name, endsAt, undone }: { name: string; endsAt: Date | null; undone: boolean },
): EmailDraft {
  const seller = sellerBranding(businessName, attempt, product);
  const { productName } = order;
  return {
    to: 'buyer',
    name: `${attempt.id}:${name}`,
    mail: { kind: 'subscription_ends', seller, productName, endsAt: endsAt?.toISOString() ?? null, undone },
  };
}
