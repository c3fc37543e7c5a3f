import { eq } from 'drizzle-orm';

import { toBuyerSubscriptionState } from '#domain/buyer-subscription.ts';
import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { toPublicConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { areFiles, showsDelivery, type OrderDelivery } from '#domain/delivered.ts';
import { buildReturnUrl } from '#domain/embedding.ts';
import { maskEmail } from '#domain/mask-email.ts';
import type { PaymentState, Receipt } from '#domain/order.ts';
import { listDueLines } from '#domain/paid-lines.ts';
import { toFreeTrial } from '#domain/payment-terms.ts';
import { toBuyerPendingPayment } from '#domain/pending-payment.ts';
import { fillRedirectUrl, parseHttpsUrl } from '#domain/redirect-url.ts';
import { isUuid } from '#domain/text.ts';
import { configForOptionOrBase } from '#server/checkout/price-quote.ts';
import { choiceParams } from '#server/checkout/session-params.ts';
import { withTimeout } from '#server/core/concurrency.ts';
import type { Context } from '#server/core/context.ts';
import type { PaidOrder } from '#server/core/services.ts';
import { servesPage, pathOf, type Site } from '#server/core/site.ts';
import { findRow } from '#server/db/rows.ts';
import { buyerSubscriptions } from '#server/db/schema-ledger.ts';
import { sales } from '#server/db/schema-orders.ts';
import { listDelivered } from '#server/delivery/delivered.ts';
import { isPayingBrowser } from '#server/delivery/paying-browser.ts';
import { findReceiptStatus } from '#server/email/queries/outbox.ts';
import { findAttempt, type CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import { listLedgerSellers, listOrderLines } from '#server/ledger/queries/ledger-rows.ts';
import { findOrder, type Order } from '#server/ledger/queries/orders.ts';
import { toReceiptItems } from '#server/ledger/receipt-items.ts';
import { findNextPrice, type AcceptedPrice } from '#server/ledger/subscription-price.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';
import { findVersionConfig } from '#server/pages/queries/page-versions.ts';
import { signUrl } from '#server/sellers/signing-secret.ts';

/** Maximum wait for Stripe; shorter than the timeout of the Stripe client, so that the buyer sees a waiting state. */
const STRIPE_TIMEOUT_MS = 2000;

/** A buyer's visit: for this long after checkout started, the page shows the coupon and leads back to the embedding site. */
const VISIT_MS = 60 * 60_000;

/** A custom domain shows payments of the page at its root and payments that were started there. */
export const isVisibleAt = ({ pageId, host }: CheckoutAttempt, site: Site): boolean =>
  servesPage(site, pageId) || host === site.tenantDomain?.host;

/** Finds the attempt of a success URL. Returns null for an unknown token and for a payment of another site. */
async function findVisibleAttempt(context: Context, token: string, site: Site): Promise<CheckoutAttempt | null> {
  const attempt = isUuid(token) ? await findAttempt(context.db, context.mode, token) : null;
  return attempt && isVisibleAt(attempt, site) ? attempt : null;
}

/** Finds the order of a success URL; null while there is none. */
export async function findVisibleOrder(context: Context, token: string, site: Site): Promise<Order | null> {
  const attempt = await findVisibleAttempt(context, token, site);
  return attempt && orderOf(context, attempt);
}

/** Finds the payment of a success URL. `cookies`: the Cookie header, by which the browser that paid is known. */
export async function findPaidOrder(
  context: Context,
  token: string,
  site: Site = context.sites.mainSite,
  cookies: string | null = null,
): Promise<PaidOrder | null> {
  const attempt = await findVisibleAttempt(context, token, site);
  const version = attempt && (await findVersionConfig(context, attempt.versionId));
  if (!attempt || !version) return null;
  const { state, order } = await paymentOf(context, attempt);
  const config = configForOptionOrBase(parseStoredConfig(version.schema, version.config), attempt.plan);
  const { coupon: _, ...choices } = choiceParams(attempt, config);
  const query = new URLSearchParams(choices).toString();
  const [seller] = await listLedgerSellers(context.db, context.mode, [attempt.accountId]);
  const { slug } = attempt;
  const isPayer = isPayingBrowser(context, attempt, site.origin, cookies);
  const path = servesPage(site, attempt.pageId) ? pathOf(site, slug) : `${context.config.appUrl}/c/${slug}`;
  return {
    config: toPublicConfig(config),
    successMessage: config.successMessage,
    logoSize: version.imageSizes.logo,
    fontFiles: version.fontFiles,
    sellerName: seller?.businessName ?? null,
    sellerEmail: seller?.email ?? null,
    pageUrl: `${path}${query && `?${query}`}`,
    returnTo: returnUrlOf(context, attempt),
    state,
    order: order && (await receiptOf(context, attempt, order, config)),
    delivery: order && showsDelivery(config) ? await findDelivery(context, order, isPayer) : null,
    redirectUrl: order && isPayer ? await findRedirectUrl(context, order, config) : null,
  };
}

/** What the order delivers; only the browser that paid sees what it is. Null if there is nothing, or nothing any more. */
async function findDelivery(context: Context, order: Order, isPayer: boolean): Promise<OrderDelivery | null> {
  const { attemptId } = order;
  const delivered = await listDelivered(
    context,
    [attemptId],
    (kind, { deliverable }) => `/success/${kind === 'file' ? 'f' : 'l'}/${deliverable.id}?t=${attemptId}`,
  );
  const items = delivered.get(attemptId) ?? [];
  const facts = { areFiles: areFiles(items) };
  if (items.every(({ status }) => status === 'ended')) return null;
  if (order.state === 'pending') return { kind: 'waiting', ...facts };
  if (isPayer) return { kind: 'here', items, ...facts };
  return order.email === null ? null : { kind: 'emailed', ...facts };
}

/** The seller's URL to which buyers go after they have paid. */
async function findRedirectUrl(
  context: Context,
  { state, sellerId, id: orderId, number }: Order,
  { delivery: { afterPayment, redirectUrl, signRedirect } }: CheckoutPageConfig,
): Promise<string | null> {
  if (afterPayment !== 'redirect' || state !== 'paid') return null;
  const url = parseHttpsUrl(fillRedirectUrl(redirectUrl, { orderNumber: String(number), orderId }));
  return url && signRedirect ? signUrl(context, { sellerId, url, orderId }) : url;
}

/** A receipt URL that is opened after the visit must not reveal the site that the buyer came from, nor a coupon code. */
const isWithinVisit = ({ now }: Context, { createdAt }: CheckoutAttempt): boolean =>
  now().getTime() - createdAt.getTime() < VISIT_MS;

function returnUrlOf(context: Context, attempt: CheckoutAttempt): string | null {
  const { id, slug, returnTo, checkoutLinkId } = attempt;
  if (!returnTo || !isWithinVisit(context, attempt)) return null;
  return checkoutLinkId ? returnTo : buildReturnUrl(returnTo, slug, id);
}

/** Without an order, Stripe is asked directly: its event may not have arrived yet. */
async function paymentOf(
  context: Context,
  attempt: CheckoutAttempt,
): Promise<{ state: PaymentState; order: Order | null }> {
  const existing = await orderOf(context, attempt);
  if (existing) return { state: existing.state, order: existing };
  if (attempt.state !== 'open' || !attempt.sessionId) return { state: 'failed', order: null };
  const isAnswered = await confirmPayment(context, attempt, attempt.sessionId);
  const order = await orderOf(context, attempt);
  if (order) return { state: order.state, order };
  const current = await findAttempt(context.db, context.mode, attempt.id);
  if (current?.state === 'expired') return { state: 'failed', order: null };
  return { state: isAnswered && current?.state === 'open' ? 'unpaid' : 'waiting', order: null };
}

const orderOf = async (context: Context, { accountId, sessionId }: CheckoutAttempt) =>
  sessionId ? findOrder(context.db, context.mode, accountId, sessionId) : null;

/** Returns whether Stripe answered in time. The answer is recorded even if it arrives after the timeout. */
async function confirmPayment(
  context: Context,
  { id, accountId }: CheckoutAttempt,
  sessionId: string,
): Promise<boolean> {
  const subject = { accountId, kind: 'session', id: sessionId } as const;
  const confirmed = updateLedger(context, [subject], { urgent: true }).then(
    () => true,
    (error: unknown) => {
      context.log.warn({ err: error, attempt: id }, 'payment_confirmation_delayed');
      return false;
    },
  );
  return withTimeout(STRIPE_TIMEOUT_MS, confirmed).catch(() => false);
}

const RECEIPT_DELIVERY = { waiting: 'queued', sent: 'sent', failed: 'failed', bounced: 'failed' } as const;

async function receiptOf(
  context: Context,
  attempt: CheckoutAttempt,
  order: Order,
  { productName, validCoupons, paymentTerms }: CheckoutPageConfig,
): Promise<Receipt> {
  // The receipt of a subscription is queued when the event of its invoice arrives, which may be after the order's.
  const isExpected = order.state === 'paid' && order.email !== null && isWithinVisit(context, attempt);
  const status = (await findReceiptStatus(context.db, attempt.id)) ?? (isExpected ? 'waiting' : null);
  return {
    number: order.number,
    productName,
    currency: order.currency,
    total: order.total,
    discount: order.discount,
    items: toReceiptItems({ ...order, productName }, listDueLines(await listOrderLines(context.db, [attempt.id]))),
    couponCode: isWithinVisit(context, attempt) ? order.couponCode : null,
    email: order.email && maskEmail(order.email),
    createdAt: order.createdAt.toISOString(),
    delivery: status && RECEIPT_DELIVERY[status],
    pending: toBuyerPendingPayment(order),
    subscription: await findNextPayment(context, { ...attempt, coupons: validCoupons, paymentTerms }),
  };
}

type AcceptedTerms = AcceptedPrice &
  Pick<CheckoutAttempt, 'id' | 'installments' | 'total'> &
  Pick<CheckoutPageConfig, 'paymentTerms'>;

/**
 * Null without a subscription, when it is canceled or overdue, because its next payment is not certain then, and after the last
 * payment of a payment plan.
 */
async function findNextPayment({ db, mode }: Context, accepted: AcceptedTerms): Promise<Receipt['subscription']> {
  const row = await findRow(db, buyerSubscriptions, { mode, attemptId: accepted.id });
  if (!row) return null;
  const state = toBuyerSubscriptionState(row.status, row.cancelAt);
  if (state !== 'active' && state !== 'trialing') return null;
  const { installments: count } = accepted;
  // The first payment may be recorded after the order.
  const paid = count === null ? 0 : Math.max(1, await db.$count(sales, eq(sales.attemptId, accepted.id)));
  if (count !== null && paid >= count) return null;
  const { amount, currency, billing, periodEnd } = row;
  return {
    amount,
    priceAfterDiscount: findNextPrice(row, accepted),
    currency,
    billing,
    nextPaymentAt: periodEnd.toISOString(),
    trial: state === 'trialing' ? toFreeTrial(accepted.paymentTerms, accepted.total) : null,
    installment: count === null ? null : { number: paid + 1, count },
  };
}
