import { createHash } from 'node:crypto';

import type Stripe from 'stripe';

import { checkoutErrorMessages } from '#content/messages/checkout-errors.ts';
import { UNKNOWN_ATTRIBUTION, type Attribution } from '#domain/attribution.ts';
import { toCanonicalJson } from '#domain/canonical-json.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { showsDelivery } from '#domain/delivered.ts';
import { parseReturnUrl } from '#domain/embedding.ts';
import { AppError } from '#domain/errors.ts';
import { normalizeBuyerEmail } from '#domain/mask-email.ts';
import { describePaymentTerms } from '#domain/payment-terms.ts';
import { listDeliveredPages } from '#domain/quote.ts';
import { formatAgreement, TERMS_TEXT } from '#domain/terms-agreement.ts';
import type { Context } from '#server/core/context.ts';
import type { CheckoutRequest } from '#server/core/services.ts';
import { servesPage, type Site } from '#server/core/site.ts';
import type { Agreement } from '#server/db/schema-orders.ts';
import { bindBrowser, identifyBrowser, type PayingBrowser } from '#server/delivery/paying-browser.ts';
import { matchesAttempt } from '#server/ledger/apply-session.ts';
import {
  findAttempt,
  findAttemptAndBlock,
  markAttemptFailed,
  markAttemptOpen,
  type CheckoutAttempt,
} from '#server/ledger/queries/checkout-attempts.ts';
import { syncAccount } from '#server/stripe/connect.ts';
import {
  callStripe,
  getStripeParam,
  hasStripeCode,
  isAmountTooSmall,
  isFinalRejection,
  toAppError,
  withTimeout,
} from '#server/stripe/stripe-errors.ts';

import { blockableSubjects, guardCheckout, hashAddress } from './card-testing-guard.ts';
import { assertCouponIsForBuyer } from './coupon-buyers.ts';
import { findUsableLink } from './find-usable-link.ts';
import { assertCodeExists } from './generated-codes.ts';
import {
  quotePrice,
  type PriceQuote,
  haveTermsChanged,
  findDisplayedConfig,
  findOfferedPage,
  findPriceChange,
  configForOptionOrBase,
  toPriceChoice,
} from './price-quote.ts';
import { assertOnSale, findAvailabilityError, type PublishedPage } from './published-page.ts';
import {
  createNextAttempt,
  expireAttempts,
  findResumableAttempt,
  orderChoiceOf,
  releaseReservations,
  SESSION_LIFE_MS,
  type AttemptDraft,
  type CheckoutInput,
} from './reserve-attempt.ts';
import { couponParams, productParams, sessionIdempotencyKey, sessionParams, successUrl } from './session-params.ts';
import { assertTrialUnused } from './used-trials.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Hashes of stored configs, which stay in memory between requests. */
const versionHashes = new WeakMap<object, string>();

function hashVersion(storedConfig: object): string {
  const hash = versionHashes.get(storedConfig) ?? sha256(toCanonicalJson(storedConfig));
  versionHashes.set(storedConfig, hash);
  return hash;
}

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
    versionHash: hashVersion(published),
  };
}

/** `address`: client address for rate limits; `site`: the site on which the buyer pays; `cookies`: the Cookie header. */
type CheckoutClient = { address: string; origin?: Attribution; site?: Site; cookies?: string | null };

/** `browser`: may see what the attempt delivers, and needs its cookie; null if there is nothing to see or it may not. */
type StartedCheckout = { url: string; attemptId: string; slug: string; browser: PayingBrowser | null };

/**
 * Handles a checkout request and returns the URL of Stripe's page. Prices and checks everything from the published
 * version; the attempt is committed before Stripe is called. Throws AppError.
 */
export async function startCheckout(
  context: Context,
  input: CheckoutRequest,
  { address, origin = UNKNOWN_ATTRIBUTION, site = context.sites.mainSite, cookies = null }: CheckoutClient,
): Promise<StartedCheckout> {
  const page = await findOfferedPage(context, input, site);
  if (!page) throw new AppError('page_not_found');
  assertOnSale(page);
  const { completion } = page;
  const request = completion ? { ...input, email: completion.email } : input;
  // All tabs of a buyer who completes a bundle share one attempt, because they have paid for its products once.
  const token = completion?.linkId ?? request.attempt ?? crypto.randomUUID();
  const client = { address, email: request.email, proof: request.proof };
  const { attempt: firstAttempt, blockedUntil } = await findAttemptAndBlock(context.db, {
    pageId: page.pageId,
    token,
    subjects: blockableSubjects(context, page.pageId, client),
    now: context.realNow(),
  });
  await guardCheckout(context, page, client, blockedUntil);
  const displayedConfig = await findDisplayedConfig(context, page, request);
  if (page.config.requireTerms && !request.termsAccepted) throw new AppError('terms_required');
  if (haveTermsChanged(page, displayedConfig)) throw new AppError('terms_changed');
  const link = request.checkout ? await findUsableLink(context, page.pageId, request.checkout) : null;
  // A completed attempt of the same token has used the link itself.
  if (request.checkout && !link && firstAttempt?.checkoutLinkId !== request.checkout)
    throw new AppError('checkout_expired');
  const checkoutRequest: CheckoutInput = { page, request, site, token, firstAttempt, link, newId: crypto.randomUUID() };
  const addressKey = hashAddress(context, address);
  const sender = showsDelivery(page.config) ? identifyBrowser(context, site.origin, cookies) : null;
  const attribution = { ...origin, addressKey, browserHash: sender?.hash ?? null };
  const attempt = await resumeOrCreateAttempt(context, checkoutRequest, displayedConfig, attribution);
  const { id: attemptId, slug } = attempt;
  if (attempt.state === 'completed') return { url: successUrl(site.origin, attempt), attemptId, slug, browser: null };
  const isNew = attemptId === checkoutRequest.newId;
  const browser = sender && (isNew || (await bindBrowser(context, attempt, sender, addressKey))) ? sender : null;
  if (attempt.url && attempt.state === 'open') return { url: attempt.url, attemptId, slug, browser };
  return { url: await withTimeout(openSessionOnce(context, page, attempt, isNew)), attemptId, slug, browser };
}

async function resumeOrCreateAttempt(
  context: Context,
  checkoutRequest: CheckoutInput,
  displayedConfig: CheckoutPageConfig,
  attribution: Attribution & Pick<CheckoutAttempt, 'addressKey' | 'browserHash'>,
): Promise<CheckoutAttempt> {
  const { page, request } = checkoutRequest;
  const orderChoice = orderChoiceOf(checkoutRequest);
  const { resumable, abandoned } = await findResumableAttempt(context, checkoutRequest, orderChoice, displayedConfig);
  if (resumable) return resumable;
  if (page.completion) await endOtherCompletions(context, page.pageId, page.completion, abandoned);
  const unavailable = findAvailabilityError(page);
  if (unavailable) throw unavailable;
  await assertCodeExists(context, page, request.appliedCoupon);
  const quote = quotePrice(page, request.appliedCoupon ?? null, toPriceChoice(request));
  assertExpectedPrice(page, displayedConfig, quote, request);
  if (quote.code !== null) await assertCouponIsForBuyer(context, page, quote.code, request.email);
  if (quote.recurring?.trialDays) await assertTrialUnused(context, page, request.email);
  const { bumps: _, ...orderColumns } = orderChoice;
  const draft = { ...createAttemptDraft(context, checkoutRequest, quote), ...orderColumns, ...attribution };
  try {
    return await createNextAttempt(context, page, draft, orderChoice);
  } catch (error) {
    if (await callStripe(() => releaseReservations(context, error, abandoned)))
      return createNextAttempt(context, page, draft, orderChoice);
    throw error;
  }
}

/** Expires the buyer's other sessions at the price of a completed bundle. Throws AppError if one of them was paid. */
async function endOtherCompletions(
  context: Context,
  pageId: string,
  { linkId }: NonNullable<PublishedPage['completion']>,
  abandoned: readonly CheckoutAttempt[],
): Promise<void> {
  await callStripe(() => expireAttempts(context, abandoned));
  if (!(await findUsableLink(context, pageId, linkId))) throw new AppError('checkout_expired');
}

function createAttemptDraft(
  context: Context,
  { page, request, site, token, link, newId }: CheckoutInput,
  quote: PriceQuote,
) {
  const { accountId } = page;
  if (!page.acceptingPayments || !accountId) throw new AppError('not_accepting_payments');
  const now = context.now();
  return {
    id: newId,
    mode: context.mode,
    sellerId: page.sellerId,
    pageId: page.pageId,
    token,
    currency: page.config.currency,
    original: quote.original,
    discount: quote.discount,
    total: quote.total,
    lines: quote.lines,
    itemPageIds: listDeliveredPages(quote.lines),
    terms: describePaymentTerms(quote, quote.config) || null,
    buyerKey: request.email === undefined ? null : normalizeBuyerEmail(request.email),
    agreement: createAgreement(page, request.termsAccepted ?? false, now),
    slug: page.slug,
    host: site.tenantDomain?.host ?? null,
    returnTo: link ? link.successUrl : parseReturnUrl(page.config.embedding.origins, request.returnTo),
    checkoutLinkId: link?.id ?? null,
    metadata: link?.metadata ?? {},
    externalId: link?.externalId ?? null,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFE_MS),
  } satisfies Partial<AttemptDraft>;
}

/** Throws `price_changed` with both prices unless the buyer saw the price that will be charged. */
function assertExpectedPrice(
  page: PublishedPage,
  displayedConfig: CheckoutPageConfig,
  quote: PriceQuote,
  request: CheckoutRequest,
): void {
  const priceDifference = findPriceChange(displayedConfig, quote, request);
  if (!priceDifference) return;
  throw new AppError('price_changed', {
    message: checkoutErrorMessages.priceChanged({
      oldPrice: priceDifference.oldText,
      newPrice: priceDifference.newText,
    }),
    facts: {
      old: request.expected,
      new: { amount: quote.total, currency: page.config.currency },
      ...priceDifference,
    },
  });
}

const pendingSessions = new Map<string, Promise<string>>();

/**
 * Concurrent requests of one attempt share one call, because Stripe rejects an idempotency key that is in use. `isNew`:
 * this request has created the attempt.
 */
function openSessionOnce(
  context: Context,
  page: PublishedPage,
  attempt: CheckoutAttempt,
  isNew: boolean,
): Promise<string> {
  const pendingSession =
    pendingSessions.get(attempt.id) ??
    openSession(context, page, attempt, isNew).finally(() => void pendingSessions.delete(attempt.id));
  pendingSessions.set(attempt.id, pendingSession);
  return pendingSession;
}

async function openSession(
  context: Context,
  page: PublishedPage,
  attempt: CheckoutAttempt,
  isNew: boolean,
): Promise<string> {
  try {
    // A concurrent request may have opened the session since an existing attempt was read.
    const current = isNew ? null : await findAttempt(context.db, context.mode, attempt.id);
    if (current?.state === 'open' && current.url) return current.url;
    const session = await createSession(context, page, attempt);
    if (!session.url || !matchesAttempt(session, attempt)) return await discardSession(context, session, attempt);
    await markAttemptOpen(context.db, attempt.id, session.id, session.url);
    context.metrics.count('checkouts_started', {});
    return session.url;
  } catch (error) {
    if (isFinalRejection(error)) {
      await markAttemptFailed(context.db, attempt.id);
      await assertStillAccepting(context, attempt.accountId);
    }
    throw isAmountTooSmall(error) && attempt.discount > 0
      ? new AppError('coupon_below_minimum', { cause: error })
      : toAppError(error);
  }
}

/** Expires a session whose amounts differ from its attempt, so that no buyer sees it. */
async function discardSession(
  context: Context,
  session: Stripe.Checkout.Session,
  attempt: CheckoutAttempt,
): Promise<never> {
  await markAttemptFailed(context.db, attempt.id);
  await context.sellerStripe(attempt.accountId).sessions.expire(session.id);
  throw new Error(
    `The provider wants ${session.amount_total} ${session.currency} for attempt ${attempt.id}, which is ${attempt.total} ${attempt.currency}`,
  );
}

/** The account may have been restricted or disconnected without an event so far. */
async function assertStillAccepting(context: Context, accountId: string): Promise<void> {
  const account = await syncAccount(context, accountId);
  if (!account?.detailsSubmitted || !account.chargesEnabled) throw new AppError('not_accepting_payments');
}

/** Creates the session of an attempt; repeated calls return the same session. */
async function createSession(
  context: Context,
  { config: pageConfig, sellerName }: Pick<PublishedPage, 'config' | 'sellerName'>,
  attempt: CheckoutAttempt,
): Promise<Stripe.Checkout.Session> {
  const { sessions, coupons, products } = context.sellerStripe(attempt.accountId);
  const config = configForOptionOrBase(pageConfig, attempt.plan);
  const { appUrl } = context.config;
  const lineProducts = productParams(attempt, config, appUrl);
  const coupon = couponParams(attempt, config, appUrl);
  await Promise.all(lineProducts.map(products.ensure));
  if (coupon) await coupons.ensure(coupon);
  const urls = { appUrl, returnSite: await findReturnSite(context, attempt) };
  const params = sessionParams(attempt, config, urls, sellerName);
  try {
    return await sessions.create(params, sessionIdempotencyKey(attempt));
  } catch (error) {
    if (!isMissingAtStripe(error)) throw error;
    // The seller deleted or archived it at Stripe. Stripe may repeat the error under the first idempotency key.
    await Promise.all(lineProducts.map(products.restore));
    if (coupon) await coupons.restore(coupon);
    return sessions.create(params, `${sessionIdempotencyKey(attempt)}:restored`);
  }
}

/** Stripe names the line item of an archived product. */
const isMissingAtStripe = (error: unknown): boolean =>
  hasStripeCode(error, 'resource_missing') || /^line_items\b/.test(getStripeParam(error) ?? '');

/** Returns the custom domain on which the buyer paid if it still serves this page, otherwise our own site. */
async function findReturnSite({ sites }: Context, { host, pageId }: CheckoutAttempt): Promise<Site> {
  const site = host === null ? null : await sites.find(host);
  return site && servesPage(site, pageId) ? site : sites.mainSite;
}
