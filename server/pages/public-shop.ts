import { z } from 'zod';

import { maybePostSlug, type Post } from '#domain/blog.ts';
import { isShopError, ShopError } from '#domain/errors.ts';
import type { PageSince } from '#domain/page-since.ts';
import { apiDocument } from '#server/api/openapi.ts';
import { signInOptions } from '#server/auth/sign-in-options.ts';
import { safeHtml } from '#server/blog/safe-html.ts';
import { buyersDesk } from '#server/buyers/buyers-desk.ts';
import { appliedCoupon, couponOn } from '#server/checkout/applied-coupon.ts';
import { findPublicPage, livePageOf } from '#server/checkout/live-page.ts';
import { pricedWith } from '#server/checkout/price-of.ts';
import { haveTermsChanged, priceChange, seenConfigOf } from '#server/checkout/seen-page.ts';
import { successUrl } from '#server/checkout/session-params.ts';
import { startPayment } from '#server/checkout/start-payment.ts';
import type { Context } from '#server/context.ts';
import { findAttempt } from '#server/db/attempts.ts';
import { findPublishedPost, listPublishedPosts, listRelatedPosts } from '#server/db/blog-posts.ts';
import { couponLimits, PayBody } from '#server/functions/create-checkout-session.ts';
import { REPORT_FAILED, reportFromForm } from '#server/functions/report-page.ts';
import { pathOf, type Site } from '#server/hosts/site.ts';
import { webhookReference } from '#server/seller-webhooks/webhook-example.ts';
import { everydayLimits } from '#server/http/rate-limits.ts';
import type { PayRequest, Sender, Shop } from '#server/shop.ts';
import { visitOriginOf } from '#server/views/visit-origin.ts';
import { orRefused, take } from './or-refused.ts';
import { findPaidOrder, UUID } from './paid-order.ts';

/** Address of the sample webhook receiver, which exists where this process runs the sandbox. */
const receiverOf = ({ appUrl, reach, sandboxUrl }: Context['config']): string | null =>
  reach.ownMachine && sandboxUrl === null ? `${appUrl}/sandbox/receiver` : null;

/** Services of public routes at one site. */
export function publicShop(context: Context, site: Site = context.sites.shop): Shop {
  return {
    appUrl: context.config.appUrl,
    sandbox: context.mode === 'sandbox',
    receiver: receiverOf(context.config),
    realNow: context.realNow,
    signInOptions: signInOptions(context),
    pathOf: (slug) => pathOf(site, slug),
    findPage: (slug) => findPublicPage(context, slug),
    applyCoupon: (slug, code, address) =>
      orRefused(context, 'Coupon not applied', async () => {
        await take(context, couponLimits(address, slug));
        return appliedCoupon(context, { slug, code }, { address, site });
      }),
    pay: (request, address, sender) => pay(context, site, request, { address, sender }),
    report: async (asked, address) => {
      const answer = await orRefused(context, REPORT_FAILED, () => reportFromForm(context, asked, address));
      return answer && 'refused' in answer ? answer : null;
    },
    findHandOver: async (slug, attemptId) => {
      const attempt = UUID.test(attemptId) ? await findAttempt(context.db, context.mode, attemptId) : null;
      if (attempt?.slug !== slug) return null;
      if (attempt.state === 'completed') return successUrl(site.origin, attempt);
      return attempt.state === 'open' ? attempt.url : null;
    },
    findPaidOrder: (token) => findPaidOrder(context, token, site),
    buyers: buyersDesk(context),
    apiDocument: () => apiDocument(context.config.appUrl),
    listPosts: () => listPublishedPosts(context.db),
    findPost: (slug) => findPost(context, slug),
    listRelatedPosts: (slug) => listRelatedPosts(context.db, slug),
    webhookReference: () => webhookReference(context),
    reportFault: (err, path) => context.log.error({ err, path }, 'a route failed'),
  };
}

async function pay(
  context: Context,
  site: Site,
  asked: PayRequest,
  { address, sender = { userAgent: null, country: '' } }: { address: string; sender: Sender | undefined },
): ReturnType<Shop['pay']> {
  const attempt = z.uuid().safeParse(asked.attempt).data ?? crypto.randomUUID();
  const request = { ...asked, attempt };
  const paid = await orRefused(context, 'Checkout failed', async () => {
    const body = PayBody.safeParse(request);
    if (!body.success) throw new ShopError(refusalOf(body.error.issues[0]?.path[0]));
    await take(context, everydayLimits(null, address));
    const origin = visitOriginOf(context, body.data.visit ?? {}, sender, site);
    return startPayment(context, body.data, { address, origin, site });
  });
  if (!('refused' in paid)) return paid;
  const since = await orRefused(context, 'Checkout failed', () => pageSince(context, request));
  return { ...paid, attempt, since: since && 'refused' in since ? null : since };
}

const REFUSALS: Record<string, 'email_invalid' | 'coupon_invalid'> = {
  email: 'email_invalid',
  appliedCoupon: 'coupon_invalid',
};

const refusalOf = (field: PropertyKey | undefined) => REFUSALS[String(field)] ?? 'invalid_request';

/** Compares the page that the buyer saw with the current one. Null when the page cannot be bought at all. */
async function pageSince(context: Context, request: PayRequest): Promise<PageSince | null> {
  const page = await livePageOf(context, request.slug);
  if (!page?.onSale || page.isSuspended || !page.hasAccess) return null;
  const seen = await seenConfigOf(context, page, request.version);
  const code = request.appliedCoupon ?? null;
  const discounted = code === null ? null : await orNull(() => couponOn(context, page, { ...request, code }));
  const priced = await orNull(() => pricedWith(page, discounted && code, request));
  return {
    discounted,
    couponGone: code !== null && discounted === null,
    price: priced && priceChange(seen, priced, request),
    termsChanged: haveTermsChanged(page, seen),
  };
}

/** Returns null instead of throwing an AppError. */
async function orNull<T>(ask: () => T | Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (isShopError(error)) return null;
    throw error;
  }
}

async function findPost(context: Context, slug: string): Promise<Post | null> {
  const post = maybePostSlug(slug) ? await findPublishedPost(context.db, slug) : null;
  return post && { ...post, content: safeHtml(post.content, context.config.appUrl) };
}
