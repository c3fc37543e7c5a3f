import { getItemName } from '#content/messages/item-name.ts';
import { findCoupon } from '#domain/coupon.ts';
import type { EmailDelivery, EmailOf, EmailOrder, PlainEmail, SellerBranding } from '#domain/email.ts';
import { isInquiry } from '#domain/order-detail.ts';
import type { PriceAfterDiscount } from '#domain/order.ts';
import { listDueLines, listPaidLines } from '#domain/paid-lines.ts';
import { getArrival } from '#domain/payment-methods.ts';
import { startsWithCard } from '#domain/payment-terms.ts';
import { findPriceAfterDiscount } from '#domain/price-after-discount.ts';
import type { CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import type { Order } from '#server/ledger/queries/orders.ts';

import type {
  OrderAggregate,
  DomainEvent,
  DomainEventWith,
  OrderLineRow,
  Product,
  Sale,
  Subscription,
} from './order-aggregate.ts';
import { getRefundedItems, toIsoString } from './order-views.ts';
import { toReceiptItems } from './receipt-items.ts';

/** Returns the branding of a seller's emails: their name and the style of the page that was bought from. */
const sellerBranding = (businessName: string | null, { slug }: CheckoutAttempt, product: Product): SellerBranding => ({
  name: businessName ?? product.name,
  logo: product.logo,
  accent: product.accent,
  fonts: product.fonts,
  page: `/c/${slug}`,
});

/** An order whose product name contains the quantity, as emails name it. */
const withItemName = (order: Order, { quantity }: CheckoutAttempt): Order => ({
  ...order,
  productName: getItemName({ name: order.productName, quantity }),
});

/** Describes an order and one of its payments for an email. `sale` is null for a free order. */
function toEmailOrder(order: Order, lines: readonly OrderLineRow[], sale: Sale | null): EmailOrder {
  const paidLines = sale ? listPaidLines(lines, sale) : listDueLines(lines);
  const sumLines = (column: 'subtotal' | 'discount') => paidLines.reduce((sum, line) => sum + line[column], 0);
  const hasLines = paidLines.length > 0;
  return {
    id: order.id,
    number: order.number,
    productName: order.productName,
    billing: order.billing,
    currency: sale?.currency ?? order.currency,
    items: toReceiptItems(order, paidLines),
    original: hasLines ? sumLines('subtotal') : order.original,
    discount: hasLines ? sumLines('discount') : order.discount,
    paid: sale?.amount ?? 0,
    couponCode: order.couponCode,
    paidAt: (sale?.paidAt ?? order.paidAt ?? order.createdAt).toISOString(),
  };
}

type ReceiptInput = {
  attempt: CheckoutAttempt;
  order: Order;
  lines: readonly OrderLineRow[];
  /** Null for a free order. */
  sale: Sale | null;
  /** All payments so far. */
  sales: readonly Sale[];
  subscription: Pick<Subscription, 'trialEndsAt'> | null;
  product: Product;
  businessName: string | null;
};

/** What follows the payment of a receipt if its discount ends. */
function findReceiptPrice({ attempt, order, sale, product }: ReceiptInput): PriceAfterDiscount | null {
  const { lines, couponCode } = attempt;
  if (couponCode === null || product.billing === null) return null;
  return findPriceAfterDiscount({
    lines,
    coupon: findCoupon(product.coupons, couponCode),
    billing: product.billing,
    startedAt: order.paidAt ?? order.createdAt,
    ...(sale?.renewal ? { amount: sale.amount } : {}),
  });
}

/** Which payment of a payment plan a receipt is for; null without one. */
function findInstallment({
  attempt,
  sale,
  sales,
}: Pick<ReceiptInput, 'attempt' | 'sale' | 'sales'>): { number: number; count: number } | null {
  const { installments: count } = attempt;
  if (count === null || !sale) return null;
  return { number: sales.filter(({ paidAt }) => paidAt <= sale.paidAt).length, count };
}

export function buildReceiptEmail(input: ReceiptInput): EmailOf<'receipt'> {
  const { attempt, order, lines, sale, product, businessName } = input;
  const { accepted, termsUrl, privacyUrl } = attempt.agreement;
  return {
    kind: 'receipt',
    seller: sellerBranding(businessName, attempt, product),
    order: toEmailOrder(withItemName(order, attempt), lines, sale),
    renewal: sale?.renewal ?? false,
    priceAfterDiscount: findReceiptPrice(input),
    installment: findInstallment(input),
    paymentTerms: sale?.renewal ? null : attempt.terms,
    trialEndsAt: sale?.renewal ? null : toIsoString(input.subscription?.trialEndsAt ?? null),
    message: product.message,
    termsUrl: accepted ? termsUrl : '',
    privacyUrl: accepted ? privacyUrl : '',
    answers: attempt.answers.filter(({ kind }) => kind !== 'hidden'),
  };
}

/** The email that sends what an order delivers once more. */
export function buildDeliveryEmail(
  { attempt, order, product, businessName }: Pick<ReceiptInput, 'attempt' | 'order' | 'product' | 'businessName'>,
  delivery: EmailDelivery,
): EmailOf<'delivery'> {
  const { number, productName } = withItemName(order, attempt);
  return { kind: 'delivery', seller: sellerBranding(businessName, attempt, product), number, productName, ...delivery };
}

/** The email before the first payment after a free trial; null without an address, and if nothing is due then. */
export function buildTrialReminder(
  { attempt, order, subscription, product }: OrderAggregate,
  businessName: string | null,
): { to: string; mail: PlainEmail } | null {
  const { trialEndsAt, amount, currency, billing } = subscription ?? {};
  if (!order?.email || !trialEndsAt || !amount || !currency || !billing) return null;
  const mail = {
    kind: 'free_trial_ends' as const,
    seller: sellerBranding(businessName, attempt, product),
    productName: withItemName(order, attempt).productName,
    amount,
    currency,
    billing,
    trialEndsAt: trialEndsAt.toISOString(),
    needsCard: startsWithCard(product, order.total),
  };
  return { to: order.email, mail };
}

/** The email to a buyer whose seller has deleted the account; null without an address. */
export function buildDepartureEmail(
  { attempt, order, product }: OrderAggregate,
  businessName: string | null,
  { names, accessUntil }: { names: string[]; accessUntil: Date },
): { to: string; mail: PlainEmail } | null {
  if (!order?.email) return null;
  const mail = {
    kind: 'access_ends' as const,
    seller: sellerBranding(businessName, attempt, product),
    productName: withItemName(order, attempt).productName,
    names,
    accessUntil: accessUntil.toISOString(),
  };
  return { to: order.email, mail };
}

/** The seller's data that emails need. */
export type LedgerSeller = {
  sellerId: string;
  businessName: string | null;
  /** Null if the account was deleted. */
  email: string | null;
  saleNotices: boolean;
};

type NewEmail = { key: string; to: string; mail: PlainEmail };

/** Events that are recorded later than this (for example after a restore) are written but not emailed. */
const MAX_EVENT_AGE_MS = 3 * 86_400_000;

/** `name`: names what the email is about in its key. */
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
  return aggregate.events
    .filter(({ at }) => now.getTime() - at.getTime() <= MAX_EVENT_AGE_MS)
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
  const { attempt, product } = aggregate;
  const order = withItemName(aggregate.order, attempt);
  const branding = sellerBranding(seller.businessName, attempt, product);
  const draftSubscriptionEnd = (name: string, endsAt: Date | null, undone = false): EmailDraft => ({
    to: 'buyer',
    name: `${attempt.id}:${name}`,
    mail: {
      kind: 'subscription_ends',
      seller: branding,
      productName: order.productName,
      endsAt: endsAt?.toISOString() ?? null,
      undone,
      isPaymentPlan: attempt.installments !== null,
    },
  });
  switch (event.kind) {
    case 'paid':
    case 'renewed':
      return draftPaymentEmails(aggregate, seller, event);
    case 'pending':
      return [draftPendingEmail(order, branding)];
    case 'payment_failed':
      return draftNotArrivedEmails(order, branding, seller);
    case 'renewal_failed':
      return draftRenewalFailedEmails({ ...aggregate, order }, branding, event);
    case 'refunded':
    case 'refund_failed':
      return [draftRefundEmail({ ...aggregate, order }, branding, event)];
    case 'disputed':
      // A bank debit is returned for good: the email about the lost dispute says all.
      return event.dispute.closedAt && isDebit(order) ? [] : [draftDisputeEmail(order, event, disputesUrl)];
    case 'dispute_won':
    case 'dispute_lost':
      return [draftDisputeEmail(order, event, disputesUrl)];
    case 'cancellation_set':
      return [draftSubscriptionEnd(`set ${event.key}`, event.endsAt)];
    case 'cancellation_undone':
      return [draftSubscriptionEnd(`undone ${event.key}`, null, true)];
    case 'subscription_ended':
      // The buyer already received an email when the end was scheduled.
      return event.expected ? [] : [draftSubscriptionEnd('ended', null)];
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
  const { attempt, order } = aggregate;
  const name = sale?.source ?? order.sessionId;
  const receipt = buildReceiptEmail({ ...aggregate, sale, businessName: seller.businessName });
  const drafts: EmailDraft[] = [{ to: 'buyer', name, mail: receipt }];
  if (!sale || !seller.saleNotices) return drafts;
  const notice: PlainEmail = {
    kind: 'sale_notice',
    order: toEmailOrder(withItemName(order, attempt), aggregate.lines, sale),
    renewal: sale.renewal,
    installment: findInstallment({ ...aggregate, sale }),
    buyer: buyerLabel(order),
    country: order.country,
    answers: attempt.answers,
  };
  return [...drafts, { to: 'seller', name, mail: notice }];
}

const orderFacts = ({ number, productName, total: amount, currency }: Order) => ({
  number,
  productName,
  amount,
  currency,
});

function draftPendingEmail(order: Order, seller: SellerBranding): EmailDraft {
  const pending = { url: null, expiresAt: null, ...order.pendingPayment, paymentMethod: order.paymentMethod };
  return { to: 'buyer', name: order.sessionId, mail: { kind: 'order_pending', seller, ...orderFacts(order), pending } };
}

function draftNotArrivedEmails(order: Order, seller: SellerBranding, { saleNotices }: LedgerSeller): EmailDraft[] {
  const facts = orderFacts(order);
  const name = order.sessionId;
  const mail: EmailDraft = { to: 'buyer', name, mail: { kind: 'payment_not_arrived', seller, ...facts } };
  if (!saleNotices) return [mail];
  const { id: orderId, paymentMethod } = order;
  const notice: PlainEmail = {
    kind: 'payment_not_arrived_notice',
    orderId,
    ...facts,
    buyer: buyerLabel(order),
    paymentMethod,
  };
  return [mail, { to: 'seller', name, mail: notice }];
}

function draftRenewalFailedEmails(
  { attempt, order }: OrderedAggregate,
  seller: SellerBranding,
  { renewal }: DomainEventWith<'renewal'>,
): EmailDraft[] {
  const { amount, currency, payUrl } = renewal;
  const name = `${renewal.invoiceId}:${renewal.tries}`;
  const nextTryAt = renewal.nextTryAt?.toISOString() ?? null;
  const isPaymentPlan = attempt.installments !== null;
  const details = { productName: order.productName, amount, currency, nextTryAt, isPaymentPlan };
  const buyer = buyerLabel(order);
  return [
    { to: 'buyer', name, mail: { kind: 'renewal_failed', seller, payUrl, ...details } },
    { to: 'seller', name, mail: { kind: 'renewal_failed_notice', orderId: order.id, buyer, ...details } },
  ];
}

/** Email to the buyer about a refund, or to the seller about one that failed. */
function draftRefundEmail(
  { order, sales, ...rows }: OrderedAggregate,
  seller: SellerBranding,
  { kind, refund }: DomainEventWith<'refund'>,
): EmailDraft {
  const { id: orderId, number } = order;
  const productName = getRefundedItems(refund, rows) || order.productName;
  const { amount, currency, failureReason: reason } = refund;
  const name = refund.refundId ?? refund.id;
  if (kind === 'refund_failed')
    return { to: 'seller', name, mail: { kind: 'refund_failed_notice', orderId, number, amount, currency, reason } };
  const sale = sales.find(({ id }) => id === refund.saleId);
  const whole = sale !== undefined && sale.refunded + sale.lost >= sale.amount;
  const endedAccess = listEndedAccess(rows, refund, whole);
  const facts = { number, productName, amount, currency, whole, endedAccess };
  return { to: 'buyer', name, mail: { kind: 'refund_made', seller, ...facts } };
}

/** Names of what the buyer no longer has access to because of a refund. `whole`: nothing of the payment is left. */
function listEndedAccess(
  { entitlements, delivery, lines, refundLines }: Omit<OrderedAggregate, 'order' | 'sales'>,
  refund: DomainEventWith<'refund'>['refund'],
  whole: boolean,
): string[] {
  const lineIds = refundLines.filter(({ refundId }) => refundId === refund.id).map(({ orderLineId }) => orderLineId);
  const keys = lines.filter(({ id }) => lineIds.includes(id)).map(({ key }) => key);
  const ended = entitlements.filter(
    ({ state, reason, lineKey }) => state === 'ended' && reason === 'refunded' && (whole || keys.includes(lineKey)),
  );
  return [...new Set(ended.flatMap(({ deliverableId }) => delivery.deliverables.get(deliverableId)?.name ?? []))];
}

const isDebit = ({ paymentMethod }: Order): boolean => paymentMethod !== null && getArrival(paymentMethod) === 'debit';

function draftDisputeEmail(order: Order, { kind, dispute }: DomainEventWith<'dispute'>, url: string): EmailDraft {
  const { id: orderId, number, productName } = order;
  const { amount, currency, disputeId, reason } = dispute;
  const inquiry = isInquiry(dispute.status);
  const details = { inquiry, orderId, number, amount, currency };
  if (kind !== 'disputed') {
    const outcome = kind === 'dispute_won' ? 'won' : 'lost';
    return { to: 'seller', name: `${disputeId}:${outcome}`, mail: { kind: 'dispute_closed', outcome, ...details } };
  }
  const dueBy = dispute.dueBy?.toISOString() ?? null;
  const notice = {
    kind: 'dispute_notice',
    ...details,
    productName,
    buyer: buyerLabel(order),
    reason,
    dueBy,
    url,
  } as const;
  return { to: 'seller', name: inquiry ? `${disputeId}:inquiry` : disputeId, mail: notice };
}
