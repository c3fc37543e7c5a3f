import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { toPublicConfig } from '#domain/checkout-page.ts';
import { buildReturnUrl } from '#domain/embedding.ts';
import { maskEmail } from '#domain/mask-email.ts';
import type { PaymentState } from '#domain/order.ts';
import { isUuid } from '#domain/text.ts';
import { configForPlan } from '#server/checkout/price-quote.ts';
import { choiceParams } from '#server/checkout/session-params.ts';
import { withTimeout } from '#server/core/concurrency.ts';
import type { Context } from '#server/core/context.ts';
import type { PaidOrder } from '#server/core/services.ts';
import { servesPage, pathOf, type Site } from '#server/core/site.ts';
import { findAttempt, type CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import { findOrder, type Order } from '#server/ledger/queries/orders.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';
import { findVersionConfig } from '#server/pages/queries/page-versions.ts';
import { findAccount } from '#server/stripe/queries.ts';

/** Maximum wait for Stripe; shorter than the timeout of the Stripe client, so that the buyer sees a waiting state. */
const STRIPE_TIMEOUT_MS = 2000;

/** For this long after checkout started, the buyer is sent back to the site that they came from. */
const RETURN_WINDOW_MS = 60 * 60_000;

/** A custom domain shows payments of the page at its root and payments that were started there. */
const isVisibleAt = ({ pageId, host }: CheckoutAttempt, site: Site): boolean =>
  servesPage(site, pageId) || host === site.tenantDomain?.host;

/** Finds the payment of a success URL. Returns null for an unknown token and for a payment of another site. */
export async function findPaidOrder(
  context: Context,
  token: string,
  site: Site = context.sites.mainSite,
): Promise<PaidOrder | null> {
  const candidate = isUuid(token) ? await findAttempt(context.db, context.mode, token) : null;
  const attempt = candidate && isVisibleAt(candidate, site) ? candidate : null;
  const version = attempt && (await findVersionConfig(context.db, attempt.versionId));
  if (!attempt || !version) return null;
  const { state, order } = await paymentOf(context, attempt);
  const config = configForPlan(parseStoredConfig(version.schema, version.config), attempt.plan);
  const { coupon: _, ...choices } = choiceParams(attempt, config);
  const query = new URLSearchParams(choices).toString();
  const account = await findAccount(context.db, context.mode, attempt.accountId);
  const { slug } = attempt;
  const path = servesPage(site, attempt.pageId) ? pathOf(site, slug) : `${context.config.appUrl}/c/${slug}`;
  return {
    config: toPublicConfig(config),
    successMessage: config.successMessage,
    logoSize: version.imageSizes.logo,
    sellerName: account?.businessName ?? null,
    pageUrl: `${path}${query && `?${query}`}`,
    returnTo: returnUrlOf(context, attempt),
    state,
    order: order && receiptOf(order, config.productName),
  };
}

/** Null once the buyer's visit is over: a receipt URL that is opened later must not reveal the site they came from. */
function returnUrlOf({ now }: Context, { id, slug, returnTo, createdAt }: CheckoutAttempt): string | null {
  const isWithinVisit = now().getTime() - createdAt.getTime() < RETURN_WINDOW_MS;
  return returnTo && isWithinVisit ? buildReturnUrl(returnTo, slug, id) : null;
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

const receiptOf = (order: Order, productName: string): PaidOrder['order'] => ({
  number: order.number,
  productName,
  currency: order.currency,
  total: order.total,
  discount: order.discount,
  email: order.email && maskEmail(order.email),
  createdAt: order.createdAt.toISOString(),
});
