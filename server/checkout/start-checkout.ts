import { createHash } from 'node:crypto';

import { UNKNOWN_ATTRIBUTION, type Attribution } from '#domain/attribution.ts';
import { toCanonicalJson } from '#domain/canonical-json.ts';
import { parseReturnUrl } from '#domain/embedding.ts';
import { AppError } from '#domain/errors.ts';
import { normalizeBuyerEmail } from '#domain/mask-email.ts';
import { formatAgreement, TERMS_TEXT } from '#domain/terms-agreement.ts';
import type { CheckoutAttempt } from '#server/checkout/queries/checkout-attempts.ts';
import type { Context } from '#server/core/context.ts';
import type { CheckoutRequest } from '#server/core/services.ts';
import type { Site } from '#server/core/site.ts';
import type { Agreement } from '#server/db/schema-orders.ts';
import { callStripe, withTimeout } from '#server/stripe/stripe-errors.ts';

import { guardCheckout, hashVisitor } from './card-testing-guard.ts';
import { openSessionOnce } from './open-checkout-session.ts';
import {
  quotePrice,
  type PriceQuote,
  haveTermsChanged,
  findPriceChange,
  configAtVersion,
  type DisplayedConfig,
} from './price-quote.ts';
import { assertAvailable, assertOnSale, findPublishedPage, type PublishedPage } from './published-page.ts';
import { releaseReservations, type AttemptDraft } from './reserve-attempt.ts';
import {
  createNextAttempt,
  findResumableAttempt,
  orderChoiceOf,
  SESSION_LIFE_MS,
  type CheckoutInput,
} from './resume-attempt.ts';
import { successUrl } from './session-params.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Builds the record of what a buyer accepts when they pay. It is stored with the attempt as evidence. */
function createAgreement({ config, storedConfig: published }: PublishedPage, accepted: boolean, now: Date): Agreement {
  const { requireTerms: required, termsUrl, privacyUrl } = config;
  return {
    required,
    accepted,
    termsUrl,
    privacyUrl,
    at: now.toISOString(),
    ...(required ? { text: TERMS_TEXT, textHash: sha256(formatAgreement(TERMS_TEXT, { termsUrl, privacyUrl })) } : {}),
    versionHash: sha256(toCanonicalJson(published)),
  };
}

/** `address`: client address for rate limits; `site`: the site on which the buyer pays. */
export type CheckoutClient = { address: string; origin?: Attribution; site?: Site };

/**
 * Handles a checkout request and returns the URL of Stripe's page. Prices and checks everything from the published
 * version; the attempt is committed before Stripe is called. Throws AppError.
 */
export async function startCheckout(
  context: Context,
  request: CheckoutRequest,
  { address, origin = UNKNOWN_ATTRIBUTION, site = context.sites.mainSite }: CheckoutClient,
): Promise<{ url: string; attemptId: string; slug: string }> {
  const page = await findPublishedPage(context, request.slug, site);
  if (!page) throw new AppError('page_not_found');
  assertOnSale(page);
  await guardCheckout(context, page, { address, email: request.email, proof: request.proof });
  const displayedConfig = await configAtVersion(context, page, request.version);
  if (page.config.requireTerms && !request.termsAccepted) throw new AppError('terms_required');
  if (haveTermsChanged(page, displayedConfig)) throw new AppError('terms_changed');
  const checkoutRequest: CheckoutInput = {
    page,
    request,
    site,
    token: request.attempt ?? crypto.randomUUID(),
  };
  const attribution = { ...origin, visitorKey: hashVisitor(context, address) };
  const attempt = await resumeOrCreateAttempt(context, checkoutRequest, displayedConfig, attribution);
  const { id: attemptId, slug } = attempt;
  if (attempt.state === 'completed') return { url: successUrl(site.origin, attempt), attemptId, slug };
  if (attempt.url && attempt.state === 'open') return { url: attempt.url, attemptId, slug };
  return { url: await withTimeout(openSessionOnce(context, page, attempt)), attemptId, slug };
}

async function resumeOrCreateAttempt(
  context: Context,
  checkoutRequest: CheckoutInput,
  displayedConfig: DisplayedConfig,
  attribution: Attribution & Pick<CheckoutAttempt, 'visitorKey'>,
): Promise<CheckoutAttempt> {
  const { page, request } = checkoutRequest;
  const orderChoice = orderChoiceOf(checkoutRequest);
  const { resumable, abandoned } = await findResumableAttempt(context, checkoutRequest, orderChoice);
  if (resumable) return resumable;
  assertAvailable(page);
  const quote = quotePrice(page, request.appliedCoupon ?? null, request);
  assertExpectedPrice(page, displayedConfig, quote, request);
  const draft = { ...createAttemptDraft(context, checkoutRequest, quote), ...orderChoice, ...attribution };
  try {
    return await createNextAttempt(context, page, draft, orderChoice);
  } catch (error) {
    if (await callStripe(() => releaseReservations(context, error, abandoned)))
      return createNextAttempt(context, page, draft, orderChoice);
    throw error;
  }
}

function createAttemptDraft(context: Context, { page, request, site, token }: CheckoutInput, quote: PriceQuote) {
  const { accountId } = page;
  if (!page.acceptingPayments || !accountId) throw new AppError('not_accepting_payments');
  const now = context.now();
  return {
    mode: context.mode,
    sellerId: page.sellerId,
    pageId: page.pageId,
    token,
    currency: page.config.currency,
    original: quote.original,
    discount: quote.discount,
    total: quote.total,
    buyerKey: request.email === undefined ? null : normalizeBuyerEmail(request.email),
    agreement: createAgreement(page, request.termsAccepted ?? false, now),
    slug: page.slug,
    host: site.tenantDomain?.host ?? null,
    returnTo: parseReturnUrl(page.config.embedding.origins, request.returnTo),
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFE_MS),
  } satisfies Partial<AttemptDraft>;
}

/** Throws `price_changed` with both prices unless the buyer saw the price that will be charged. */
function assertExpectedPrice(
  page: PublishedPage,
  displayedConfig: DisplayedConfig,
  quote: PriceQuote,
  request: CheckoutRequest,
): void {
  const priceDifference = findPriceChange(displayedConfig, quote, request);
  if (!priceDifference) return;
  throw new AppError('price_changed', {
    message: `The price has changed since you opened the page: it was ${priceDifference.oldText}, it is now ${priceDifference.newText}.`,
    facts: {
      old: request.expected,
      new: { amount: quote.total, currency: page.config.currency },
      ...priceDifference,
    },
  });
}
