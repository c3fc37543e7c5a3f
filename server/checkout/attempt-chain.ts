import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { normalizeCouponCode } from '#domain/coupon-code.ts';
import { answersFrom } from '#domain/custom-field-answers.ts';
import { ShopError } from '#domain/errors.ts';
import { parsePrice } from '#domain/money.ts';
import { chosenPlan } from '#domain/offer.ts';
import { typedAmount } from '#domain/typed-amount.ts';
import type { Context } from '#server/context.ts';
import { findAttemptOfToken, type Attempt } from '#server/db/attempts.ts';
import type { Site } from '#server/hosts/site.ts';
import type { PayRequest } from '#server/shop.ts';

import { holdAttempt, type Wanted } from './hold-attempt.ts';
import type { LivePage } from './live-page.ts';

/** Stripe refuses a session that ends sooner, by its own clock. */
const MIN_SESSION_LIFE_MS = 30 * 60_000;
/** What remains is for clocks that differ, and for retries of a request without an answer. */
export const SESSION_LIFE_MS = 60 * 60_000;
const MAX_CLOCK_SKEW_MS = 20 * 60_000;
const MOST_ATTEMPTS_OF_A_TOKEN = 50;
/** Waiting does not help: a reloaded page has a new token. */
const TOKEN_USED_UP = 'Too many tries from this page. Reload it and try again.';

/** A press of pay; `token` is the one in the buyer's form. */
export type Press = { page: LivePage; request: PayRequest; site: Site; token: string };

/** What a buyer orders, whatever it costs by now. */
export type Ordered = Pick<Attempt, 'versionId' | 'accountId' | 'couponCode' | 'plan' | 'email' | 'answers'>;

export function orderedBy({ page, request }: Pick<Press, 'page' | 'request'>): Ordered {
  return {
    versionId: page.versionId,
    accountId: page.accountId ?? '',
    couponCode: typeof request.appliedCoupon === 'string' ? normalizeCouponCode(request.appliedCoupon) : null,
    plan: chosenPlan(page.config, request),
    email: request.email ?? null,
    answers: answersFrom(page.config.customFields, request.answers ?? {}),
  };
}

const isSameOrder = (attempt: Attempt, ordered: Ordered): boolean => {
  const { versionId, accountId, couponCode, plan, email, answers } = attempt;
  return isDeepStrictEqual({ versionId, accountId, couponCode, plan, email, answers }, ordered);
};

/**
 * The attempt that this very order has been begun with, at the price that its buyer saw: it goes on, even when meanwhile
 * the price has changed, the page has closed or nothing is left. `left`: what the buyer was on the way to pay before they
 * chose otherwise.
 */
export async function findBegun(
  { db, now }: Context,
  { page, request, token: first }: Press,
  ordered: Ordered,
): Promise<{ begun: Attempt | null; left: Attempt[] }> {
  if (!page.acceptingPayments) return { begun: null, left: [] };
  const seen = seenTotal(page, request);
  const left: Attempt[] = [];
  let token = first;
  for (let tries = 0; tries < MOST_ATTEMPTS_OF_A_TOKEN; tries++) {
    const attempt = await findAttemptOfToken(db, page.pageId, token);
    if (!attempt) return { begun: null, left };
    const isSeen = seen === null || attempt.total === seen;
    if (isSeen && isSameOrder(attempt, ordered) && isUsable(attempt, now())) return { begun: attempt, left };
    if (attempt.state === 'open') left.push(attempt);
    token = nextToken(attempt);
  }
  throw new ShopError('rate_limited', { message: TOKEN_USED_UP });
}

/** What a press says that it is over: the amount that was named, else the total that was shown; null: nothing. */
function seenTotal({ config }: LivePage, { amount, expected }: PayRequest): number | null {
  if (!amount?.trim() || !config.payWhatYouWant.enabled) return expected?.amount ?? null;
  const named = parsePrice(typedAmount(amount), config.currency);
  return 'amount' in named ? named.amount : null;
}

/**
 * The same press gives the same attempt, even when it was paid meanwhile. A token that was used for something
 * else, or whose attempt has ended, leads on to its next attempt: always the same one for the same order.
 */
export async function attemptFor(
  context: Context,
  page: LivePage,
  wanted: Wanted,
  ordered: Ordered,
): Promise<Attempt> {
  let { token } = wanted;
  for (let tries = 0; tries < MOST_ATTEMPTS_OF_A_TOKEN; tries++) {
    const attempt = await holdAttempt(context, page, { ...wanted, token });
    const isSame = attempt.total === wanted.total && isSameOrder(attempt, ordered);
    if (isSame && isUsable(attempt, context.now())) return attempt;
    token = nextToken(attempt);
  }
  throw new ShopError('rate_limited', { message: TOKEN_USED_UP });
}

/** A new attempt only while the provider would still take the end of its session. */
function isUsable({ state, expiresAt }: Attempt, now: Date): boolean {
  if (state === 'completed') return true;
  const left = expiresAt.getTime() - now.getTime();
  return (
    (state === 'new' && left > MIN_SESSION_LIFE_MS + MAX_CLOCK_SKEW_MS) || (state === 'open' && left > 0)
  );
}

/** A UUID (version 8) made from the attempt's own id. */
function nextToken({ id }: Attempt): string {
  const hex = createHash('sha256').update(`next attempt ${id}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
