import type Stripe from 'stripe';

import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { servesPage, type Site } from '#server/core/site.ts';
import { matchesAttempt } from '#server/ledger/plan-session.ts';
import {
  findAttempt,
  markAttemptFailed,
  markAttemptOpen,
  type CheckoutAttempt,
} from '#server/ledger/queries/checkout-attempts.ts';
import { syncAccount } from '#server/stripe/connect.ts';
import { isAmountTooSmall, isFinalRejection, toAppError } from '#server/stripe/stripe-errors.ts';

import { configForPlan } from './price-quote.ts';
import type { PublishedPage } from './published-page.ts';
import { couponParams, sessionIdempotencyKey, sessionParams } from './session-params.ts';

/** Sessions that are being created, by attempt id. */
const pendingSessions = new Map<string, Promise<string>>();

/** Concurrent requests of one attempt share one call, because Stripe rejects an idempotency key that is in use. */
export function openSessionOnce(context: Context, page: PublishedPage, attempt: CheckoutAttempt): Promise<string> {
  const pendingSession =
    pendingSessions.get(attempt.id) ??
    openSession(context, page, attempt).finally(() => void pendingSessions.delete(attempt.id));
  pendingSessions.set(attempt.id, pendingSession);
  return pendingSession;
}

async function openSession(context: Context, page: PublishedPage, attempt: CheckoutAttempt): Promise<string> {
  try {
    // A concurrent request may have opened the session since the attempt was read.
    const current = await findAttempt(context.db, context.mode, attempt.id);
    if (current?.state === 'open' && current.url) return current.url;
    const session = await createSession(context, page, attempt);
    if (!session.url || !matchesAttempt(session, attempt)) return await discardSession(context, session, attempt);
    await markAttemptOpen(context.db, attempt.id, session.id, session.url);
    context.metrics.count('checkouts_begun', {});
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
  const { sessions, coupons } = context.sellerStripe(attempt.accountId);
  const config = configForPlan(pageConfig, attempt.plan);
  const coupon = couponParams(attempt, config);
  if (coupon) await coupons.ensure(coupon);
  const urls = { appUrl: context.config.appUrl, returnSite: await findReturnSite(context, attempt) };
  const params = sessionParams(attempt, config, urls, sellerName);
  try {
    return await sessions.create(params, sessionIdempotencyKey(attempt));
  } catch (error) {
    if (!coupon || !isResourceMissing(error)) throw error;
    // The seller has deleted the coupon at Stripe. Stripe may repeat the error under the first idempotency key.
    coupons.invalidate(coupon.id);
    await coupons.ensure(coupon);
    return sessions.create(params, `${sessionIdempotencyKey(attempt)}:coupon`);
  }
}

/** Returns the custom domain on which the buyer paid if it still serves this page, otherwise our own site. */
async function findReturnSite({ sites }: Context, { host, pageId }: CheckoutAttempt): Promise<Site> {
  const site = host === null ? null : await sites.find(host);
  return site && servesPage(site, pageId) ? site : sites.mainSite;
}

const isResourceMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'resource_missing';
