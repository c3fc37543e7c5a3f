import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { parseAnswers } from '#domain/custom-field-answers.ts';
import { AppError } from '#domain/errors.ts';
import { parsePrice } from '#domain/money.ts';
import { getChosenPlan } from '#domain/offer.ts';
import { normalizeCouponCode, normalizeAmountInput } from '#domain/text.ts';
import type { Context } from '#server/core/context.ts';
import type { CheckoutRequest } from '#server/core/services.ts';
import type { Site } from '#server/core/site.ts';
import { findAttemptByToken, type CheckoutAttempt } from '#server/ledger/queries/checkout-attempts.ts';

import type { PublishedPage } from './published-page.ts';
import { reserveAttempt, type AttemptDraft } from './reserve-attempt.ts';

/** Stripe rejects a session that expires sooner, measured by its own clock. */
const MIN_SESSION_LIFE_MS = 30 * 60_000;
/** The extra time covers clock skew and retries of a request without a response. */
export const SESSION_LIFE_MS = 60 * 60_000;
const MAX_CLOCK_SKEW_MS = 20 * 60_000;
const MAX_ATTEMPTS_PER_TOKEN = 50;
/** A retry with this token is useless: reloading the page creates a new token. */
const TOKEN_EXHAUSTED_MESSAGE = 'Too many tries from this page. Reload it and try again.';

/** A checkout request; `token` comes from the buyer's form and identifies repeated requests. */
export type CheckoutInput = { page: PublishedPage; request: CheckoutRequest; site: Site; token: string };

/** What a buyer orders, without the price. */
export type OrderChoice = Pick<
  CheckoutAttempt,
  'versionId' | 'accountId' | 'couponCode' | 'plan' | 'email' | 'answers'
>;

export function orderChoiceOf({ page, request }: Pick<CheckoutInput, 'page' | 'request'>): OrderChoice {
  return {
    versionId: page.versionId,
    accountId: page.accountId ?? '',
    couponCode: typeof request.appliedCoupon === 'string' ? normalizeCouponCode(request.appliedCoupon) : null,
    plan: getChosenPlan(page.config, request),
    email: request.email ?? null,
    answers: parseAnswers(page.config.customFields, request.answers ?? {}),
  };
}

const matchesOrderChoice = (attempt: CheckoutAttempt, orderChoice: OrderChoice): boolean => {
  const { versionId, accountId, couponCode, plan, email, answers } = attempt;
  return isDeepStrictEqual({ versionId, accountId, couponCode, plan, email, answers }, orderChoice);
};

/**
 * Finds the attempt that was started for this order at the price that the buyer saw. It stays valid even if the price
 * has changed, the page has closed or stock is gone. `abandoned`: open attempts that the buyer abandoned for another choice.
 */
export async function findResumableAttempt(
  { db, now }: Context,
  { page, request, token: firstToken }: CheckoutInput,
  orderChoice: OrderChoice,
): Promise<{ resumable: CheckoutAttempt | null; abandoned: CheckoutAttempt[] }> {
  if (!page.acceptingPayments) return { resumable: null, abandoned: [] };
  const displayed = displayedTotal(page, request);
  const abandoned: CheckoutAttempt[] = [];
  let token = firstToken;
  for (let tries = 0; tries < MAX_ATTEMPTS_PER_TOKEN; tries++) {
    const attempt = await findAttemptByToken(db, page.pageId, token);
    if (!attempt) return { resumable: null, abandoned };
    const isDisplayedPrice = displayed === null || attempt.total === displayed;
    if (isDisplayedPrice && matchesOrderChoice(attempt, orderChoice) && isUsable(attempt, now()))
      return { resumable: attempt, abandoned };
    if (attempt.state === 'open') abandoned.push(attempt);
    token = nextToken(attempt);
  }
  throw new AppError('rate_limited', { message: TOKEN_EXHAUSTED_MESSAGE });
}

/** Returns the amount that the buyer named or saw, or null if the request contains none. */
function displayedTotal({ config }: PublishedPage, { amount, expected }: CheckoutRequest): number | null {
  if (!amount?.trim() || !config.payWhatYouWant.enabled) return expected?.amount ?? null;
  const namedPrice = parsePrice(normalizeAmountInput(amount), config.currency);
  return 'amount' in namedPrice ? namedPrice.amount : null;
}

/**
 * Returns the same attempt for a repeated request, even after it was paid. If the token's attempt is for another order
 * or has ended, it continues with the next token, which is derived from that attempt and thus always the same.
 */
export async function createNextAttempt(
  context: Context,
  page: PublishedPage,
  draft: AttemptDraft,
  orderChoice: OrderChoice,
): Promise<CheckoutAttempt> {
  let { token } = draft;
  for (let tries = 0; tries < MAX_ATTEMPTS_PER_TOKEN; tries++) {
    const attempt = await reserveAttempt(context, page, { ...draft, token });
    const isSameChoice = attempt.total === draft.total && matchesOrderChoice(attempt, orderChoice);
    if (isSameChoice && isUsable(attempt, context.now())) return attempt;
    token = nextToken(attempt);
  }
  throw new AppError('rate_limited', { message: TOKEN_EXHAUSTED_MESSAGE });
}

/** A new attempt is usable only while Stripe still accepts the expiry of its session. */
function isUsable({ state, expiresAt }: CheckoutAttempt, now: Date): boolean {
  if (state === 'completed') return true;
  const remainingMs = expiresAt.getTime() - now.getTime();
  return (
    (state === 'new' && remainingMs > MIN_SESSION_LIFE_MS + MAX_CLOCK_SKEW_MS) || (state === 'open' && remainingMs > 0)
  );
}

/** Derives a UUID (version 8) from the attempt's id. */
function nextToken({ id }: CheckoutAttempt): string {
  const hex = createHash('sha256').update(`next attempt ${id}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
