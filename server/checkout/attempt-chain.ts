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

/** Stripe rejects a session that expires sooner, measured by its own clock. */
const MIN_SESSION_LIFE_MS = 30 * 60_000;
/** The extra time covers clock skew and retries of a request without a response. */
export const SESSION_LIFE_MS = 60 * 60_000;
const MAX_CLOCK_SKEW_MS = 20 * 60_000;
const MOST_ATTEMPTS_OF_A_TOKEN = 50;
/** A retry with this token is useless: reloading the page creates a new token. */
const TOKEN_USED_UP = 'Too many tries from this page. Reload it and try again.';

/** A checkout request; `token` comes from the buyer's form and identifies repeated requests. */
export type Press = { page: LivePage; request: PayRequest; site: Site; token: string };

/** What a buyer orders, without the price. */
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
 * Finds the attempt that was started for this order at the price that the buyer saw. It stays valid even if the price
 * has changed, the page has closed or stock is gone. `abandoned`: open attempts that the buyer abandoned for another choice.
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

/** Returns the amount that the buyer named or saw, or null if the request contains none. */
function seenTotal({ config }: LivePage, { amount, expected }: PayRequest): number | null {
  if (!amount?.trim() || !config.payWhatYouWant.enabled) return expected?.amount ?? null;
  const named = parsePrice(typedAmount(amount), config.currency);
  return 'amount' in named ? named.amount : null;
}

/**
 * Returns the same attempt for a repeated request, even after it was paid. If the token's attempt is for another order
 * or has ended, it continues with the next token, which is derived from that attempt and thus always the same.
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

/** A new attempt is usable only while Stripe still accepts the expiry of its session. */
function isUsable({ state, expiresAt }: Attempt, now: Date): boolean {
  if (state === 'completed') return true;
  const left = expiresAt.getTime() - now.getTime();
  return (
    (state === 'new' && left > MIN_SESSION_LIFE_MS + MAX_CLOCK_SKEW_MS) || (state === 'open' && left > 0)
  );
}

/** Derives a UUID (version 8) from the attempt's id. */
function nextToken({ id }: Attempt): string {
  const hex = createHash('sha256').update(`next attempt ${id}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
