import { z } from 'zod';

import { buyerPortalErrorTitles } from '#content/messages/buyer-portal-errors.ts';
import { rpcErrorTitles } from '#content/messages/rpc-errors.ts';
import { isPossiblePostSlug, type Post } from '#domain/blog-post.ts';
import { isAppError, AppError } from '#domain/errors.ts';
import type { PageChangeSinceView } from '#domain/price-change-since-view.ts';
import { listBumpIds } from '#domain/quote.ts';
import { isUuid } from '#domain/text.ts';
import { apiDocument } from '#server/api/openapi-document.ts';
import { buildWebhookReference } from '#server/api/webhook-example.ts';
import { getSignInOptions } from '#server/auth/sign-in-options.ts';
import { createAttribution } from '#server/checkout/attribution.ts';
import { hashAddress } from '#server/checkout/card-testing-guard.ts';
import { findCheckoutPrefill } from '#server/checkout/checkout-links.ts';
import { applyCoupon, applyCouponToPage, couponLimits } from '#server/checkout/coupons.ts';
import {
  quotePrice,
  haveTermsChanged,
  findDisplayedConfig,
  findOfferedPage,
  findPriceChange,
  toPriceChoice,
} from '#server/checkout/price-quote.ts';
import { findPublicPage } from '#server/checkout/published-page.ts';
import { CheckoutBody } from '#server/checkout/rpc/create-checkout-session.ts';
import { successUrl } from '#server/checkout/session-params.ts';
import { startCheckout } from '#server/checkout/start-checkout.ts';
import type { Context } from '#server/core/context.ts';
import type { CheckoutRequest, Failure, RequestClient, Services } from '#server/core/services.ts';
import { pathOf, type Site } from '#server/core/site.ts';
import { createBrowserCookie, redeemBrowserToken } from '#server/delivery/paying-browser.ts';
import { findAttempt } from '#server/ledger/queries/checkout-attempts.ts';
import { confirmAccessLink, loadAccessLinkPage } from '#server/orders/access-link-page.ts';
import { createBuyerPortal } from '#server/orders/buyer-portal/buyer-portal.ts';
import { sendRequestedDelivery } from '#server/orders/send-delivery-email.ts';
import { reportPageFromForm } from '#server/pages/rpc/report-page.ts';
import { findPublishedPost, listPublishedPosts, listRelatedPosts } from '#server/site/queries.ts';

import { toResult } from '../http/app-error.ts';
import { redactPath } from '../http/log.ts';
import { defaultLimits, enforceRateLimits } from '../http/rate-limits.ts';
import { loadEmailOptOut, setEmailOptOut } from '../orders/email-opt-out.ts';
import { findPaidOrder } from '../orders/paid-order.ts';

/** Address of the sample webhook receiver, which exists where this process runs the sandbox. */
const sampleReceiverUrl = ({ appUrl, network, sandboxUrl }: Context['config']): string | null =>
  network.isLocal && sandboxUrl === null ? `${appUrl}/sandbox/receiver` : null;

/** Services of public routes at one site. */
export function createPublicServices(context: Context, site: Site = context.sites.mainSite): Services {
  return {
    appUrl: context.config.appUrl,
    sandbox: context.mode === 'sandbox',
    webhookReceiverUrl: sampleReceiverUrl(context.config),
    realNow: context.realNow,
    signInOptions: getSignInOptions(context),
    pagePath: (slug) => pathOf(site, slug),
    findPage: (slug) => findPublicPage(context, slug),
    findCheckoutPrefill: (slug, id) => findCheckoutPrefill(context, slug, id),
    applyCoupon: (slug, code, address, { quantity, withoutTrial } = {}) =>
      toResult(context, rpcErrorTitles['apply-coupon'], async () => {
        await enforceRateLimits(context, couponLimits(address, slug));
        return applyCoupon(context, { slug, code, quantity, withoutTrial }, { address, site });
      }),
    startCheckout: (request, address, sender) => pay(context, site, request, { address, sender }),
    reportPage: async (input, address) => {
      const answer = await toResult(context, rpcErrorTitles['report-page'], () =>
        reportPageFromForm(context, input, address),
      );
      return answer && 'error' in answer ? answer : null;
    },
    findCheckoutUrl: async (slug, attemptId) => {
      const attempt = isUuid(attemptId) ? await findAttempt(context.db, context.mode, attemptId) : null;
      if (attempt?.slug !== slug) return null;
      if (attempt.state === 'completed') return successUrl(site.origin, attempt);
      return attempt.state === 'open' ? attempt.url : null;
    },
    findCanceledBumps: async (slug, attemptId, address) => {
      const attempt = isUuid(attemptId) ? await findAttempt(context.db, context.mode, attemptId) : null;
      const isOwn = attempt?.slug === slug && attempt.addressKey === hashAddress(context, address);
      return isOwn && attempt.state === 'open' ? listBumpIds(attempt.lines ?? []) : [];
    },
    redeemBrowserToken: async (attemptId, token, cookies) => {
      const { origin } = site;
      const browser = isUuid(attemptId)
        ? await redeemBrowserToken(context, attemptId, { token, origin, cookies })
        : null;
      return browser && { setCookie: createBrowserCookie(origin, browser) };
    },
    findPaidOrder: (token, cookies = null) => findPaidOrder(context, token, site, cookies),
    sendDelivery: (token, address) =>
      toFailure(context, rpcErrorTitles['send-delivery-email'], () =>
        sendRequestedDelivery(context, { token, site, address }),
      ),
    findAccessLink: (token) => loadAccessLinkPage(context, token),
    confirmAccessLink: (token, address) =>
      toFailure(context, buyerPortalErrorTitles.requestLink, () => confirmAccessLink(context, token, address)),
    findEmailOptOut: (token) => loadEmailOptOut(context, token),
    setEmailOptOut: (token, isOptedOut) => setEmailOptOut(context, token, isOptedOut),
    deliveryProblem: null,
    buyerPortal: createBuyerPortal(context),
    apiDocument: () => apiDocument(context.config.appUrl),
    listPosts: () => listPublishedPosts(context.db),
    findPost: (slug) => findPost(context, slug),
    listRelatedPosts: (slug) => listRelatedPosts(context.db, slug),
    webhookReference: () => buildWebhookReference(context),
    logRouteError: (err, path) => context.log.error({ err, path: redactPath(path) }, 'route_failed'),
  };
}

/** Runs a buyer's action that returns nothing. Null: success. */
const toFailure = (context: Context, title: string, action: () => Promise<void>): Promise<Failure | null> =>
  toResult<Failure | null>(context, title, async () => {
    await action();
    return null;
  });

async function pay(
  context: Context,
  site: Site,
  input: CheckoutRequest,
  { address, sender = { userAgent: null, country: '' } }: { address: string; sender: RequestClient | undefined },
): ReturnType<Services['startCheckout']> {
  const attempt = z.uuid().safeParse(input.attempt).data ?? crypto.randomUUID();
  const request = { ...input, attempt };
  const result = await toResult(context, rpcErrorTitles['create-checkout-session'], async () => {
    const body = CheckoutBody.safeParse(request);
    if (!body.success) throw new AppError(errorCodeOf(body.error.issues[0]?.path[0]));
    await enforceRateLimits(context, defaultLimits(null, address));
    const origin = createAttribution(context, body.data.visit ?? {}, sender, site);
    const { browser, ...started } = await startCheckout(context, body.data, {
      address,
      origin,
      site,
      cookies: sender.cookies ?? null,
    });
    return { ...started, setCookie: browser && createBrowserCookie(site.origin, browser) };
  });
  if (!('error' in result)) return result;
  const changes = await toResult(context, rpcErrorTitles['create-checkout-session'], () =>
    findPageChanges(context, request, request.withoutTrial || result.error.code === 'trial_used'),
  );
  return { ...result, attemptToken: attempt, priceChange: changes && 'error' in changes ? null : changes };
}

const FIELD_ERRORS: Record<string, 'email_invalid' | 'coupon_invalid'> = {
  email: 'email_invalid',
  appliedCoupon: 'coupon_invalid',
};

const errorCodeOf = (field: PropertyKey | undefined) => FIELD_ERRORS[String(field)] ?? 'invalid_request';

/**
 * Compares the page that the buyer saw with the current one, or with what they can buy after their free trial. Null when the
 * page cannot be bought at all.
 */
async function findPageChanges(
  context: Context,
  request: CheckoutRequest,
  withoutTrial: boolean,
): Promise<PageChangeSinceView | null> {
  const page = await findOfferedPage(context, { ...request, withoutTrial });
  if (!page?.onSale || page.isSuspended || !page.isPlanActive) return null;
  const seenConfig = await findDisplayedConfig(context, page, request);
  const code = request.appliedCoupon ?? null;
  const discounted =
    code === null ? null : await nullOnError(() => applyCouponToPage(context, page, { ...request, code }));
  const priced = await nullOnError(() => quotePrice(page, discounted && code, toPriceChoice(request)));
  return {
    discounted,
    couponGone: code !== null && discounted === null,
    price: priced && findPriceChange(seenConfig, priced, request),
    termsChanged: haveTermsChanged(page, seenConfig),
  };
}

/** Returns null instead of throwing an AppError. */
async function nullOnError<T>(operation: () => T | Promise<T>): Promise<T | null> {
  try {
    return await operation();
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}

async function findPost(context: Context, slug: string): Promise<Post | null> {
  const post = isPossiblePostSlug(slug) ? await findPublishedPost(context.db, slug) : null;
  if (!post) return null;
  // The sanitizer takes several megabytes, and only posts need it.
  const { sanitizePost } = await import('#server/site/sanitize-post.ts');
  return { ...post, content: sanitizePost(post.content, context.config.appUrl) };
}
