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

/** Sessions that are being made now, by attempt. */
const opening = new Map<string, Promise<string>>();

/** Presses of one attempt that come at once wait for one call: the provider refuses a key that is in use. */
export function openOnce(context: Context, page: LivePage, attempt: Attempt): Promise<string> {
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
    // The seller has deleted the coupon at Stripe. The refusal may be kept under the first key.
    coupons.forget(coupon.id);
    await coupons.ensure(coupon);
    return sessions.create(params, `${sessionKeyOf(attempt)}:coupon`);
  }
}

/** The site on which pay was pressed, while its name is still its seller's and leads to this page; else the shop. */
async function siteToComeBackTo({ sites }: Context, { host, pageId }: Attempt): Promise<Site> {
  const site = host === null ? null : await sites.find(host);
  return site && isOf(site, pageId) ? site : sites.shop;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'resource_missing';
