import type Stripe from 'stripe';

import { ShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';
import { findAttempt, updateAttemptFailed, updateAttemptOpen, type Attempt } from '#server/db/attempts.ts';
import { isOf, type Site } from '#server/hosts/site.ts';
import { syncAccount } from '#server/stripe/connect.ts';
import { isAmountTooSmall, isFinalRefusal, providerError } from '#server/stripe/provider-errors.ts';

import type { LivePage } from './live-page.ts';
import { boughtConfig } from './price-of.ts';
import { asksExactly, couponParams, sessionKeyOf, sessionParams } from './session-params.ts';

/** Sessions that are being created, by attempt id. */
const opening = new Map<string, Promise<string>>();

/** Concurrent requests of one attempt share one call, because Stripe rejects an idempotency key that is in use. */
export function openOnce(context: Context, page: LivePage, attempt: Attempt): Promise<string> {
  const running =
    opening.get(attempt.id) ??
    openSession(context, page, attempt).finally(() => void opening.delete(attempt.id));
  opening.set(attempt.id, running);
  return running;
}

async function openSession(context: Context, page: LivePage, attempt: Attempt): Promise<string> {
  try {
    // A concurrent request may have opened the session since the attempt was read.
    const known = await findAttempt(context.db, context.mode, attempt.id);
    if (known?.state === 'open' && known.url) return known.url;
    const session = await createSession(context, page, attempt);
    if (!session.url || !asksExactly(session, attempt)) return await dropSession(context, session, attempt);
    await updateAttemptOpen(context.db, attempt.id, session.id, session.url);
    context.metrics.count('checkouts_begun', {});
    return session.url;
  } catch (error) {
    if (isFinalRefusal(error)) {
      await updateAttemptFailed(context.db, attempt.id);
      await checkStillAccepting(context, attempt.accountId);
    }
    throw isAmountTooSmall(error) && attempt.discount > 0
      ? new ShopError('coupon_below_minimum', { cause: error })
      : providerError(error);
  }
}

/** Expires a session whose amounts differ from its attempt, so that no buyer sees it. */
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

/** The account may have been restricted or disconnected without an event so far. */
async function checkStillAccepting(context: Context, accountId: string): Promise<void> {
  const truth = await syncAccount(context, accountId);
  if (!truth?.detailsSubmitted || !truth.chargesEnabled) throw new ShopError('not_accepting_payments');
}

/** Creates the session of an attempt; repeated calls return the same session. */
async function createSession(
  context: Context,
  { config: published, sellerName }: Pick<LivePage, 'config' | 'sellerName'>,
  attempt: Attempt,
): Promise<Stripe.Checkout.Session> {
  const { sessions, coupons } = context.sellerStripe(attempt.accountId);
  const config = boughtConfig(published, attempt.plan);
  const coupon = couponParams(attempt, config);
  if (coupon) await coupons.ensure(coupon);
  const around = { appUrl: context.config.appUrl, back: await siteToComeBackTo(context, attempt) };
  const params = sessionParams(attempt, config, around, sellerName);
  try {
    return await sessions.create(params, sessionKeyOf(attempt));
  } catch (error) {
    if (!coupon || !isMissing(error)) throw error;
    // The seller has deleted the coupon at Stripe. Stripe may repeat the error under the first idempotency key.
    coupons.forget(coupon.id);
    await coupons.ensure(coupon);
    return sessions.create(params, `${sessionKeyOf(attempt)}:coupon`);
  }
}

/** Returns the custom domain on which the buyer paid if it still serves this page, otherwise our own site. */
async function siteToComeBackTo({ sites }: Context, { host, pageId }: Attempt): Promise<Site> {
  const site = host === null ? null : await sites.find(host);
  return site && isOf(site, pageId) ? site : sites.shop;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'resource_missing';
