import type Stripe from 'stripe';

import { ShopError } from '#domain/errors.ts';
import { computedPriceText } from '#domain/price.ts';

import type { Context } from '#server/context.ts';
import {
  updateAttemptOpen,
  updateAttemptState,
  upsertAttempt,
  type Attempt,
  type NewAttempt,
} from '#server/db/attempts.ts';
import type { PayRequest } from '#server/shop.ts';
import { syncAccount } from '#server/stripe/connect.ts';
import { askProvider, isAccountGone, isFinalRefusal } from '#server/stripe/provider-errors.ts';
import { livePageOf, pricedWith, type LivePage } from './live-page.ts';
import { couponParams, sessionParams } from './session-params.ts';

/** The shortest life that the provider gives a session, and a minute for the way there. */
const SESSION_LIFE_MS = 31 * 60_000;

/**
 * Takes a buyer's press of pay to the provider's page. Prices and judges everything again from the published
 * version; the attempt's row is committed before the provider is asked. Throws ShopError.
 */
export async function startPayment(
  context: Context,
  request: PayRequest,
): Promise<{ url: string; attemptId: string }> {
  const page = await livePageOf(context, request.slug);
  if (!page) throw new ShopError('page_not_found');
  const wanted = newAttempt(context, page, request);
  const attempt = await attemptFor(context, wanted);
  if (attempt.url && attempt.state === 'open') return { url: attempt.url, attemptId: attempt.id };
  return { url: await openSession(context, page, attempt), attemptId: attempt.id };
}

function newAttempt(context: Context, page: LivePage, request: PayRequest): NewAttempt {
  const { config } = page;
  if (config.requireTerms && !request.termsAccepted) throw new ShopError('terms_required');
  const priced = pricedWith(page, request.appliedCoupon ?? null);
  checkExpected(page, priced.total, request);
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
    agreement: {
      required: config.requireTerms,
      accepted: request.termsAccepted ?? false,
      termsUrl: config.termsUrl,
      privacyUrl: config.privacyUrl,
      at: now.toISOString(),
    },
    slug: page.slug,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFE_MS),
  };
}

/** The total that the buyer saw must be the one that is charged; otherwise they see both and decide. */
function checkExpected(page: LivePage, total: number, { expected }: PayRequest): void {
  if (!expected || (expected.amount === total && expected.currency === page.config.currency)) return;
  const known = expected.currency === page.config.currency;
  const oldText = known
    ? computedPriceText(expected.amount, page.config)
    : `${expected.amount} ${expected.currency}`;
  const newText = computedPriceText(total, page.config);
  throw new ShopError('price_changed', {
    message: `The price has changed since you opened the page: it was ${oldText}, it is now ${newText}.`,
    facts: { old: expected, new: { amount: total, currency: page.config.currency }, oldText, newText },
  });
}

/** The same press gives the same attempt; a token that was used for something else gives a new one. */
async function attemptFor(context: Context, wanted: NewAttempt): Promise<Attempt> {
  const attempt = await upsertAttempt(context.db, wanted);
  const same =
    attempt.versionId === wanted.versionId &&
    attempt.accountId === wanted.accountId &&
    attempt.couponCode === wanted.couponCode &&
    attempt.total === wanted.total &&
    attempt.email === wanted.email;
  const usable = attempt.state === 'new' || (attempt.state === 'open' && attempt.expiresAt > context.now());
  if (same && usable) return attempt;
  return upsertAttempt(context.db, { ...wanted, token: crypto.randomUUID() });
}

async function openSession(context: Context, page: LivePage, attempt: Attempt): Promise<string> {
  try {
    const session = await createSession(context, page, attempt);
    if (session.amount_total !== attempt.total || !session.url) {
      await context.stripe.checkout.sessions.expire(session.id, undefined, {
        stripeAccount: attempt.accountId,
      });
      throw new Error(
        `The provider wants ${session.amount_total} for attempt ${attempt.id}, which is ${attempt.total}`,
      );
    }
    await updateAttemptOpen(context.db, attempt.id, session.id, session.url);
    return session.url;
  } catch (error) {
    if (isFinalRefusal(error)) await updateAttemptState(context.db, attempt.id, 'failed');
    if (isAccountGone(error)) await syncAccount(context, attempt.accountId);
    return askProvider(() => Promise.reject(error as Error));
  }
}

async function createSession(
  context: Context,
  page: LivePage,
  attempt: Attempt,
): Promise<Stripe.Checkout.Session> {
  const onAccount = { stripeAccount: attempt.accountId };
  if (attempt.couponCode) await ensureCoupon(context, page, attempt);
  return context.stripe.checkout.sessions.create(
    sessionParams(attempt, page.config, context.config.appUrl, page.sellerName),
    { ...onAccount, idempotencyKey: `cs:${attempt.id}` },
  );
}

/** Coupons are made when they are first needed; one that is there already is the same one. */
async function ensureCoupon(context: Context, page: LivePage, attempt: Attempt): Promise<void> {
  const params = couponParams(attempt, page.config.paymentType === 'subscription');
  try {
    await context.stripe.coupons.create(params, { stripeAccount: attempt.accountId });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'resource_already_exists')) throw error;
  }
}
