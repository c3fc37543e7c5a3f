import { isPostSlug, type Post } from '#domain/blog.ts';
import { configFromStored } from '#domain/checkout-page-schema.ts';
import { publicConfigOf } from '#domain/checkout-page.ts';
import { errorBodyOf, isShopError, ShopError, statusOf } from '#domain/errors.ts';
import { safeHtml } from '#server/blog/safe-html.ts';
import { appliedCoupon, findPublicPage } from '#server/checkout/live-page.ts';
import { successUrl } from '#server/checkout/session-params.ts';
import { startPayment } from '#server/checkout/start-payment.ts';
import type { Context } from '#server/context.ts';
import { findAttempt, type Attempt } from '#server/db/attempts.ts';
import { findPublishedPost, listPublishedPosts, listRelatedPosts } from '#server/db/blog-posts.ts';
import { findOrder } from '#server/db/orders.ts';
import { findVersionConfig } from '#server/db/page-versions.ts';
import { findAccount } from '#server/db/provider-accounts.ts';
import { couponLimits, PayBody, payLimits } from '#server/functions/create-checkout-session.ts';
import { takeFrom, type Bucket } from '#server/http/rate-limits.ts';
import type { PaidOrder, Refused, Shop } from '#server/shop.ts';
import { sessionEffect } from '#server/webhooks/record-order.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The running shop as public routes see it. */
export function publicShop(context: Context): Shop {
  return {
    appUrl: context.config.appUrl,
    sandbox: context.mode === 'sandbox',
    realNow: context.realNow,
    findPage: (slug) => findPublicPage(context, slug),
    applyCoupon: (slug, code, address) =>
      orRefused(context, 'Invalid coupon', async () => {
        await take(context, couponLimits(address, slug));
        return appliedCoupon(context, slug, code);
      }),
    pay: (request, address) =>
      orRefused(context, 'Checkout failed', async () => {
        const body = PayBody.safeParse(request);
        if (!body.success) throw new ShopError(refusalOf(body.error.issues[0]?.path[0]));
        await take(context, payLimits(address, request.slug));
        return startPayment(context, body.data);
      }),
    findHandOver: async (slug, attemptId) => {
      const attempt = UUID.test(attemptId) ? await findAttempt(context.db, context.mode, attemptId) : null;
      if (attempt?.slug !== slug) return null;
      if (attempt.state === 'completed') return successUrl(context.config.appUrl, attempt);
      return attempt.state === 'open' ? attempt.url : null;
    },
    findPaidOrder: (token) => findPaidOrder(context, token),
    listPosts: () => listPublishedPosts(context.db),
    findPost: (slug) => findPost(context, slug),
    listRelatedPosts: (slug) => listRelatedPosts(context.db, slug),
    reportFault: (err, path) => context.log.error({ err, path }, 'a route failed'),
  };
}

async function findPost(context: Context, slug: string): Promise<Post | null> {
  const post = isPostSlug(slug) ? await findPublishedPost(context.db, slug) : null;
  return post && { ...post, content: safeHtml(post.content, context.config.appUrl) };
}

const refusalOf = (field: PropertyKey | undefined) =>
  field === 'email' ? 'email_invalid' : 'invalid_request';

async function take(context: Context, buckets: Bucket[]): Promise<void> {
  const { allowed } = await takeFrom(context, buckets);
  if (!allowed) throw new ShopError('rate_limited');
}

async function orRefused<T>(context: Context, title: string, act: () => Promise<T>): Promise<T | Refused> {
  try {
    return await act();
  } catch (error) {
    const known = isShopError(error) ? error : new ShopError('internal', { cause: error });
    if (known.code === 'internal') context.log.error({ err: error }, 'an act of a buyer failed');
    return { refused: errorBodyOf(known, title).error, status: statusOf(known.code) };
  }
}

/** The order behind a success address. Asks the provider itself when no event has told of the payment yet. */
async function findPaidOrder(context: Context, token: string): Promise<PaidOrder | null> {
  const attempt = UUID.test(token) ? await findAttempt(context.db, context.mode, token) : null;
  if (!attempt?.sessionId) return null;
  const order =
    (await orderOf(context, attempt, attempt.sessionId)) ??
    (await fulfil(context, attempt, attempt.sessionId));
  if (!order && attempt.state !== 'open') return null;
  const version = await findVersionConfig(context.db, attempt.versionId);
  if (!version) return null;
  const config = configFromStored(version.schema, version.config);
  const account = await findAccount(context.db, context.mode, attempt.accountId);
  return {
    config: publicConfigOf(config),
    sellerName: account?.businessName ?? null,
    order: order?.state === 'paid' ? { ...order, productName: config.productName } : null,
  };
}

const orderOf = (context: Context, { accountId }: Attempt, sessionId: string) =>
  findOrder(context.db, context.mode, accountId, sessionId);

async function fulfil(context: Context, attempt: Attempt, sessionId: string) {
  try {
    const effect = await sessionEffect(context, attempt.accountId, sessionId);
    await context.db.transaction(effect);
  } catch (error) {
    context.log.warn({ err: error, attempt: attempt.id }, 'a payment could not be confirmed yet');
  }
  return orderOf(context, attempt, sessionId);
}
