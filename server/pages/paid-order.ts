import { configFromStored } from '#domain/checkout-page-schema.ts';
import { publicConfigOf } from '#domain/checkout-page.ts';
import { returnWithOrder } from '#domain/embedding.ts';
import { maskedEmail } from '#domain/masked-email.ts';
import type { PaymentState } from '#domain/order.ts';
import { boughtConfig } from '#server/checkout/price-of.ts';
import { chosenIn } from '#server/checkout/session-params.ts';
import type { Context } from '#server/context.ts';
import { findAttempt, type Attempt } from '#server/db/attempts.ts';
import { findOrder, type Order } from '#server/db/orders.ts';
import { findVersionConfig } from '#server/db/page-versions.ts';
import { findAccount } from '#server/db/provider-accounts.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';
import { isOf, pathOf, type Site } from '#server/hosts/site.ts';
import type { PaidOrder } from '#server/shop.ts';

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Maximum wait for Stripe; shorter than the timeout of the Stripe client, so that the buyer sees a waiting state. */
const PATIENCE_MS = 2000;

/** For this long after checkout started, the buyer is sent back to the site that they came from. */
const COMING_BACK_MS = 60 * 60_000;

/** A custom domain shows payments of the page at its root and payments that were started there. */
const isTold = ({ pageId, host }: Attempt, site: Site): boolean =>
  isOf(site, pageId) || host === site.root?.host;

/** Finds the payment of a success URL. Returns null for an unknown token and for a payment of another site. */
export async function findPaidOrder(
  context: Context,
  token: string,
  site: Site = context.sites.shop,
): Promise<PaidOrder | null> {
  const known = UUID.test(token) ? await findAttempt(context.db, context.mode, token) : null;
  const attempt = known && isTold(known, site) ? known : null;
  const version = attempt && (await findVersionConfig(context.db, attempt.versionId));
  if (!attempt || !version) return null;
  const { state, order } = await paymentOf(context, attempt);
  const config = boughtConfig(configFromStored(version.schema, version.config), attempt.plan);
  const { coupon: _, ...chosen } = chosenIn(attempt, config);
  const back = new URLSearchParams(chosen).toString();
  const account = await findAccount(context.db, context.mode, attempt.accountId);
  const { slug } = attempt;
  const path = isOf(site, attempt.pageId) ? pathOf(site, slug) : `${context.config.appUrl}/c/${slug}`;
  return {
    config: publicConfigOf(config),
    successMessage: config.successMessage,
    logoSize: version.imageSizes.logo,
    sellerName: account?.businessName ?? null,
    pageUrl: `${path}${back && `?${back}`}`,
    returnTo: returnOf(context, attempt),
    state,
    order: order && receiptOf(order, config.productName),
  };
}

/** Null once the buyer's visit is over: a receipt URL that is opened later must not reveal the site they came from. */
function returnOf({ now }: Context, { id, slug, returnTo, createdAt }: Attempt): string | null {
  const isComing = now().getTime() - createdAt.getTime() < COMING_BACK_MS;
  return returnTo && isComing ? returnWithOrder(returnTo, slug, id) : null;
}

/** Without an order, Stripe is asked directly: its event may not have arrived yet. */
async function paymentOf(
  context: Context,
  attempt: Attempt,
): Promise<{ state: PaymentState; order: Order | null }> {
  const known = await orderOf(context, attempt);
  if (known) return { state: known.state, order: known };
  if (attempt.state !== 'open' || !attempt.sessionId) return { state: 'failed', order: null };
  const heard = await isConfirmed(context, attempt, attempt.sessionId);
  const order = await orderOf(context, attempt);
  if (order) return { state: order.state, order };
  const after = await findAttempt(context.db, context.mode, attempt.id);
  if (after?.state === 'expired') return { state: 'failed', order: null };
  return { state: heard && after?.state === 'open' ? 'unpaid' : 'waiting', order: null };
}

const orderOf = async (context: Context, { accountId, sessionId }: Attempt) =>
  sessionId ? findOrder(context.db, context.mode, accountId, sessionId) : null;

/** Returns whether Stripe answered in time. The answer is recorded even if it arrives after the timeout. */
async function isConfirmed(context: Context, attempt: Attempt, sessionId: string): Promise<boolean> {
  const confirm = async () => {
    try {
      await updateLedger(context, [{ accountId: attempt.accountId, kind: 'session', id: sessionId }], {
        urgent: true,
      });
      return true;
    } catch (error) {
      context.log.warn({ err: error, attempt: attempt.id }, 'a payment could not be confirmed yet');
      return false;
    }
  };
  const patience = Promise.withResolvers<boolean>();
  const late = setTimeout(() => patience.resolve(false), PATIENCE_MS);
  const heard = await Promise.race([confirm(), patience.promise]);
  clearTimeout(late);
  return heard;
}

const receiptOf = (order: Order, productName: string): PaidOrder['order'] => ({
  number: order.number,
  productName,
  currency: order.currency,
  total: order.total,
  discount: order.discount,
  email: order.email && maskedEmail(order.email),
  createdAt: order.createdAt.toISOString(),
});
