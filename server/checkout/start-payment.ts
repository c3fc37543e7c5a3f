import { buyerKeyOf } from '#domain/buyer-key.ts';
import { returnAddressOf } from '#domain/embedding.ts';
import { ShopError } from '#domain/errors.ts';
import { UNKNOWN_ORIGIN, type VisitOrigin } from '#domain/visit.ts';
import type { Context } from '#server/context.ts';
import type { Attempt } from '#server/db/attempts.ts';
import type { Site } from '#server/hosts/site.ts';
import { brakePay } from '#server/pay-brake/brake-presses.ts';
import { visitorKeyOf } from '#server/pay-brake/who.ts';
import type { PayRequest } from '#server/shop.ts';
import { askProvider, inTime } from '#server/stripe/provider-errors.ts';

import { agreementTo } from './agreement.ts';
import { attemptFor, findBegun, orderedBy, SESSION_LIFE_MS, type Press } from './attempt-chain.ts';
import { gaveBack, type Wanted } from './hold-attempt.ts';
import { checkAvailable, checkOnSale, livePageOf, type LivePage } from './live-page.ts';
import { openOnce } from './open-session.ts';
import { pricedWith, type Priced } from './price-of.ts';
import { haveTermsChanged, priceChange, seenConfigOf, type SeenConfig } from './seen-page.ts';
import { successUrl } from './session-params.ts';

/** `address`: client address for rate limits; `site`: the site on which the buyer pays. */
export type PressedFrom = { address: string; origin?: VisitOrigin; site?: Site };

/**
 * Handles a checkout request and returns the URL of Stripe's page. Prices and checks everything from the published
 * version; the attempt is committed before Stripe is called. Throws AppError.
 */
export async function startPayment(
  context: Context,
  request: PayRequest,
  { address, origin = UNKNOWN_ORIGIN, site = context.sites.shop }: PressedFrom,
): Promise<{ url: string; attemptId: string; slug: string }> {
  const page = await livePageOf(context, request.slug, site);
  if (!page) throw new ShopError('page_not_found');
  checkOnSale(page);
  await brakePay(context, page, { address, email: request.email, proof: request.proof });
  const seen = await seenConfigOf(context, page, request.version);
  if (page.config.requireTerms && !request.termsAccepted) throw new ShopError('terms_required');
  if (haveTermsChanged(page, seen)) throw new ShopError('terms_changed');
  const press: Press = { page, request, site, token: request.attempt ?? crypto.randomUUID() };
  const visit = { ...origin, visitorKey: visitorKeyOf(context, address) };
  const attempt = await begunOrNew(context, press, seen, visit);
  const { id: attemptId, slug } = attempt;
  if (attempt.state === 'completed') return { url: successUrl(site.origin, attempt), attemptId, slug };
  if (attempt.url && attempt.state === 'open') return { url: attempt.url, attemptId, slug };
  return { url: await inTime(openOnce(context, page, attempt)), attemptId, slug };
}

async function begunOrNew(
  context: Context,
  press: Press,
  seen: SeenConfig,
  visit: VisitOrigin & Pick<Attempt, 'visitorKey'>,
): Promise<Attempt> {
  const { page, request } = press;
  const ordered = orderedBy(press);
  const { begun, left } = await findBegun(context, press, ordered);
  if (begun) return begun;
  context.room.need();
  checkAvailable(page);
  const priced = pricedWith(page, request.appliedCoupon ?? null, request);
  checkExpected(page, seen, priced, request);
  const wanted = { ...newAttempt(context, press, priced), ...ordered, ...visit };
  try {
    return await attemptFor(context, page, wanted, ordered);
  } catch (error) {
    if (await askProvider(() => gaveBack(context, error, left)))
      return attemptFor(context, page, wanted, ordered);
    throw error;
  }
}

function newAttempt(context: Context, { page, request, site, token }: Press, priced: Priced) {
  const { accountId } = page;
  if (!page.acceptingPayments || !accountId) throw new ShopError('not_accepting_payments');
  const now = context.now();
  return {
    mode: context.mode,
    sellerId: page.sellerId,
    pageId: page.pageId,
    token,
    currency: page.config.currency,
    original: priced.original,
    discount: priced.discount,
    total: priced.total,
    buyerKey: request.email === undefined ? null : buyerKeyOf(request.email),
    agreement: agreementTo(page, request.termsAccepted ?? false, now),
    slug: page.slug,
    host: site.root?.host ?? null,
    returnTo: returnAddressOf(page.config.embedding.origins, request.returnTo),
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_LIFE_MS),
  } satisfies Partial<Wanted>;
}

/** Throws `price_changed` with both prices unless the buyer saw the price that will be charged. */
function checkExpected(page: LivePage, seen: SeenConfig, priced: Priced, request: PayRequest): void {
  const change = priceChange(seen, priced, request);
  if (!change) return;
  throw new ShopError('price_changed', {
    message: `The price has changed since you opened the page: it was ${change.oldText}, it is now ${change.newText}.`,
    facts: {
      old: request.expected,
      new: { amount: priced.total, currency: page.config.currency },
      ...change,
    },
  });
}
