import { createHash } from 'node:crypto';

import type Stripe from 'stripe';

import { returnAddressOf } from '#domain/embedding.ts';
import { ShopError } from '#domain/errors.ts';
import { UNKNOWN_ORIGIN, type VisitOrigin } from '#domain/visit.ts';
import type { Context } from '#server/context.ts';
import {
  findAttempt,
  updateAttemptFailed,
  updateAttemptOpen,
  upsertAttempt,
  type Attempt,
  type NewAttempt,
} from '#server/db/attempts.ts';
import type { PayRequest } from '#server/shop.ts';
import { syncAccount } from '#server/stripe/connect.ts';
import { inTime, isFinalRefusal, providerError } from '#server/stripe/provider-errors.ts';
import { agreementTo } from './agreement.ts';
import { checkOnSale, livePageOf, pricedWith, type LivePage } from './live-page.ts';
import { haveTermsChanged, priceChange, seenConfigOf, type SeenConfig } from './seen-page.ts';
import { asksExactly, couponParams, sessionParams, successUrl } from './session-params.ts';

/** The shortest life that the provider gives a session, and two minutes in which asking may be repeated. */
const SHORTEST_LIFE_MS = 30 * 60_000;
const SESSION_LIFE_MS = SHORTEST_LIFE_MS + 120_000;
const MOST_ATTEMPTS_OF_A_TOKEN = 50;

/**
 * Takes a buyer's press of pay to the provider's page. Prices and judges everything again from the published
 * version; the attempt's row is committed before the provider is asked. Throws ShopError.
 */
export async function startPayment(
  context: Context,
  request: PayRequest,
  origin: VisitOrigin = UNKNOWN_ORIGIN,
): Promise<{ url: string; attemptId: string; slug: string }> {
  const page = await livePageOf(context, request.slug);
  if (!page) throw new ShopError('page_not_found');
  const seen = await seenConfigOf(context, page, request.version);
  const wanted = { ...newAttempt(context, page, seen, request), ...origin };
  const attempt = await attemptFor(context, wanted);
  const { id: attemptId, slug } = attempt;
  if (attempt.state === 'completed')
    return { url: successUrl(context.config.appUrl, attempt), attemptId, slug };
  if (attempt.url && attempt.state === 'open') return { url: attempt.url, attemptId, slug };
  return { url: await inTime(openOnce(context, page, attempt)), attemptId, slug };
}

function newAttempt(context: Context, page: LivePage, seen: SeenConfig, request: PayRequest): NewAttempt {
  const { config } = page;
  checkOnSale(page);
  if (config.requireTerms && !request.termsAccepted) throw new ShopError('terms_required');
  if (haveTermsChanged(page, seen)) throw new ShopError('terms_changed');
  const priced = pricedWith(page, request.appliedCoupon ?? null);
  checkExpected(page, seen, priced.total, request);
  if (!page.acceptingPayments || !page.accountId) throw new ShopError('not_accepting_payments');
  const now = context.now();
  return {
    mode: context.mode,
    sellerId: page.sellerId,
    pageId: page.pageId,
    versionId: page.versionId,
    accountId: page.accountId,
    token: request.attempt ?? crypto.randomUUID(),
    currency: config.currency,
    original: priced.original,
    discount: priced.discount,
    total: priced.total,
    couponCode: priced.code,
    email: request.email ?? null,
    agreement: agreementTo(page, request.termsAccepted ?? false, now),
    slug: page.slug,
    returnTo: returnAddressOf(config.embedding.origins, request.returnTo),
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFE_MS),
  };
}

/** The total that the buyer saw must be the one that is charged; otherwise they see both and decide. */
function checkExpected(page: LivePage, seen: SeenConfig, total: number, { expected }: PayRequest): void {
  const change = priceChange(page, seen, total, expected);
  if (!change) return;
  throw new ShopError('price_changed', {
    message: `The price has changed since you opened the page: it was ${change.oldText}, it is now ${change.newText}.`,
    facts: { old: expected, new: { amount: total, currency: page.config.currency }, ...change },
  });
}

/**
 * The same press gives the same attempt, even when it was paid meanwhile. A token that was used for something
 * else, or whose attempt has ended, leads on to its next attempt: always the same one for the same order.
 */
async function attemptFor(context: Context, wanted: NewAttempt): Promise<Attempt> {
  let { token } = wanted;
  for (let tries = 0; tries < MOST_ATTEMPTS_OF_A_TOKEN; tries++) {
    const attempt = await upsertAttempt(context.db, { ...wanted, token });
    if (isSameOrder(attempt, wanted) && isUsable(attempt, context.now())) return attempt;
    token = nextToken(attempt);
  }
  throw new ShopError('rate_limited');
}

const isSameOrder = (attempt: Attempt, wanted: NewAttempt): boolean =>
  attempt.versionId === wanted.versionId &&
  attempt.accountId === wanted.accountId &&
  attempt.couponCode === wanted.couponCode &&
  attempt.total === wanted.total &&
  attempt.email === wanted.email;

/** A new attempt only while the provider would still take the end of its session. */
function isUsable({ state, expiresAt }: Attempt, now: Date): boolean {
  if (state === 'completed') return true;
  const left = expiresAt.getTime() - now.getTime();
  return (state === 'new' && left > SHORTEST_LIFE_MS) || (state === 'open' && left > 0);
}

/** A UUID (version 8) made from the attempt's own id. */
function nextToken({ id }: Attempt): string {
  const hex = createHash('sha256').update(`next attempt ${id}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Sessions that are being made now, by attempt. */
const opening = new Map<string, Promise<string>>();

/** Presses of one attempt that come at once wait for one call: the provider refuses a key that is in use. */
function openOnce(context: Context, page: LivePage, attempt: Attempt): Promise<string> {
  const running =
    opening.get(attempt.id) ??
    openSession(context, page, attempt).finally(() => void opening.delete(attempt.id));
  opening.set(attempt.id, running);
  return running;
}

async function openSession(context: Context, page: LivePage, attempt: Attempt): Promise<string> {
  try {
    // Whoever read the attempt before another press had opened it finds that out here.
    const known = await findAttempt(context.db, context.mode, attempt.id);
    if (known?.state === 'open' && known.url) return known.url;
    const session = await createSession(context, page, attempt);
    if (!session.url || !asksExactly(session, attempt)) return await dropSession(context, session, attempt);
    await updateAttemptOpen(context.db, attempt.id, session.id, session.url);
    return session.url;
  } catch (error) {
    if (isFinalRefusal(error)) {
      await updateAttemptFailed(context.db, attempt.id);
      await checkStillAccepting(context, attempt.accountId);
    }
    throw providerError(error);
  }
}

/** A session over anything but the attempt's amounts is never shown to a buyer. */
async function dropSession(
  context: Context,
  session: Stripe.Checkout.Session,
  attempt: Attempt,
): Promise<never> {
  await updateAttemptFailed(context.db, attempt.id);
  await context.sellerStripe(attempt.accountId).sessions.expire(session.id);
  throw new Error(
    `The provider wants ${session.amount_total} ${session.currency} for attempt ${attempt.id}, which is ${attempt.total} ${attempt.currency}`,
  );
}

/** The account may have been restricted or disconnected without our having heard of it yet. */
async function checkStillAccepting(context: Context, accountId: string): Promise<void> {
  const truth = await syncAccount(context, accountId);
  if (!truth?.detailsSubmitted || !truth.chargesEnabled) throw new ShopError('not_accepting_payments');
}

/** Asks for an attempt's session; the same attempt gets the same one. */
export async function createSession(
  context: Context,
  { config, sellerName }: Pick<LivePage, 'config' | 'sellerName'>,
  attempt: Attempt,
): Promise<Stripe.Checkout.Session> {
  const { sessions, coupons } = context.sellerStripe(attempt.accountId);
  const coupon = couponParams(attempt, config);
  // Coupons are made when they are first needed; one that is there already is the same one.
  if (coupon) await coupons.create(coupon).catch(unlessThere);
  const params = sessionParams(attempt, config, context.config.appUrl, sellerName);
  return sessions.create(params, `cs:${attempt.id}`);
}

function unlessThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'resource_already_exists')) throw error;
}
