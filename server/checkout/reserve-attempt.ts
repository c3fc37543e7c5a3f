import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

import { checkoutErrorMessages } from '#content/messages/checkout-errors.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { hasUsageLimit, findCouponLimitError, type Coupon } from '#domain/coupon.ts';
import { parseAnswers } from '#domain/custom-field-answers.ts';
import { AppError, isAppError, type ErrorCode } from '#domain/errors.ts';
import { BASE_OPTION, getChosenOptionId } from '#domain/offer.ts';
import { listOfferedBumps } from '#domain/order-bump.ts';
import type { StockUsage } from '#domain/page-schedule.ts';
import { pick } from '#domain/pick.ts';
import { parseQuantity } from '#domain/quantity.ts';
import { getInstallments, getTrialDays, listBumpIds, type QuoteLine } from '#domain/quote.ts';
import { normalizeCouponCode } from '#domain/text.ts';
import { withKeyLock } from '#server/core/concurrency.ts';
import type { Context } from '#server/core/context.ts';
import type { CheckoutRequest } from '#server/core/services.ts';
import type { Site } from '#server/core/site.ts';
import type { Db } from '#server/db/client.ts';
import { countKeySupplies } from '#server/ledger/key-supply.ts';
import {
  findAttemptByToken,
  insertReservingAttempt,
  upsertAttempt,
  type CheckoutAttempt,
  type NewCheckoutAttempt,
  type ReservationLimits,
} from '#server/ledger/queries/checkout-attempts.ts';
import {
  countReservations,
  countStockOfPages,
  lockPages,
  notifyStockChange,
  type ReservationCounts,
} from '#server/ledger/queries/reservations.ts';
import { updateLedger } from '#server/ledger/update-ledger.ts';
import { isFinalRejection } from '#server/stripe/stripe-errors.ts';

import { findKeyError, listOrderedKeys, type OrderedKeys } from './page-keys.ts';
import { configForOptionOrBase, findDisplayedPrice, getPageCoupon, toPriceChoice } from './price-quote.ts';
import { findItemStockError } from './published-bundle.ts';
import { findAvailabilityError, type PublishedPage } from './published-page.ts';
import type { CheckoutLink } from './queries/checkout-links.ts';

/** Stripe rejects a session that expires sooner, measured by its own clock. */
const MIN_SESSION_LIFE_MS = 30 * 60_000;
/** The extra time covers clock skew and retries of a request without a response. */
export const SESSION_LIFE_MS = 60 * 60_000;
const MAX_CLOCK_SKEW_MS = 20 * 60_000;
const MAX_ATTEMPTS_PER_TOKEN = 50;
const MAX_RESERVATION_TRIES = 5;

/**
 * A checkout request; `token` comes from the buyer's form and identifies repeated requests. `newId`: the id of the attempt
 * if this request creates one.
 */
export type CheckoutInput = {
  page: PublishedPage;
  request: CheckoutRequest;
  site: Site;
  token: string;
  firstAttempt: CheckoutAttempt | null;
  /** The checkout link that opened the page. */
  link: CheckoutLink | null;
  newId: string;
};

/** What a buyer orders, without the price. */
type OrderChoice = Pick<
  CheckoutAttempt,
  'versionId' | 'accountId' | 'couponCode' | 'plan' | 'quantity' | 'trialDays' | 'installments' | 'email' | 'answers'
> & { bumps: string[] };

/** Throws AppError for answers or a quantity that the page does not accept. */
export function orderChoiceOf({ page, request }: Pick<CheckoutInput, 'page' | 'request'>): OrderChoice {
  const plan = getChosenOptionId(page.config, toPriceChoice(request));
  const terms = configForOptionOrBase(page.config, plan);
  return {
    versionId: page.versionId,
    accountId: page.accountId ?? '',
    couponCode: typeof request.appliedCoupon === 'string' ? normalizeCouponCode(request.appliedCoupon) : null,
    plan,
    quantity: parseQuantity(page.config, request.quantity ?? null),
    trialDays: getTrialDays(terms) || null,
    installments: getInstallments(terms),
    email: request.email ?? null,
    answers: parseAnswers(page.config.customFields, request.answers ?? {}),
    bumps: listOfferedBumps(page.config, request.plan ?? BASE_OPTION)
      .map(({ id }) => id)
      .filter((id) => request.bumps?.includes(id)),
  };
}

const matchesOrderChoice = (attempt: CheckoutAttempt, orderChoice: OrderChoice): boolean => {
  const choice = pick(attempt, [
    'versionId',
    'accountId',
    'couponCode',
    'plan',
    'quantity',
    'trialDays',
    'installments',
    'email',
    'answers',
  ]);
  return isDeepStrictEqual({ ...choice, bumps: listBumpIds(attempt.lines ?? []) }, orderChoice);
};

/**
 * Finds the attempt that was started for this order at the price that the buyer saw. It stays valid even if the price
 * has changed, the page has closed or stock is gone. `abandoned`: open attempts that the buyer abandoned for another choice.
 */
export async function findResumableAttempt(
  { db, now }: Context,
  { page, request, firstAttempt }: CheckoutInput,
  orderChoice: OrderChoice,
  displayed: CheckoutPageConfig,
): Promise<{ resumable: CheckoutAttempt | null; abandoned: CheckoutAttempt[] }> {
  if (!page.acceptingPayments) return { resumable: null, abandoned: [] };
  const displayedPrice = findDisplayedPrice(displayed, request);
  const abandoned: CheckoutAttempt[] = [];
  let attempt = firstAttempt;
  for (let tries = 0; tries < MAX_ATTEMPTS_PER_TOKEN; tries++) {
    if (!attempt) return { resumable: null, abandoned };
    const isDisplayedPrice = displayedPrice === null || attempt.total === displayedPrice.total;
    if (isDisplayedPrice && matchesOrderChoice(attempt, orderChoice) && isUsable(attempt, now()))
      return { resumable: attempt, abandoned };
    if (attempt.state === 'open') abandoned.push(attempt);
    attempt = await findAttemptByToken(db, page.pageId, nextToken(attempt));
  }
  throw new AppError('rate_limited', { message: checkoutErrorMessages.tooManyAttempts });
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
  throw new AppError('rate_limited', { message: checkoutErrorMessages.tooManyAttempts });
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

/** An attempt that is not stored yet, because stock or coupon may be used up. */
export type AttemptDraft = NewCheckoutAttempt & {
  couponCode: string | null;
  buyerKey: string | null;
  quantity: number;
  plan: string | null;
  lines: readonly QuoteLine[];
};

/**
 * Stores the attempt of a token or finds the existing one. The row reserves its units of stock, also of a bundle's products, a
 * coupon use, and the license keys that it needs of the seller's lists. If any of these is limited, requests are serialized and
 * those beyond the limit are rejected. Throws AppError.
 */
async function reserveAttempt(context: Context, page: PublishedPage, draft: AttemptDraft): Promise<CheckoutAttempt> {
  const { couponCode, pageId } = draft;
  const coupon = couponCode === null ? null : getPageCoupon(page, couponCode);
  const hasStock = page.config.availability.stock !== null || Object.keys(page.bundle?.stocks ?? {}).length > 0;
  const limitedCoupon = coupon && hasUsageLimit(coupon) ? coupon : null;
  const orderedKeys = await listOrderedKeys(context.db, page, draft);
  if (!hasStock && !limitedCoupon && orderedKeys.length === 0) return upsertAttempt(context.db, draft);
  // Serialized in the process, so that a popular page occupies one database connection instead of the whole pool.
  return withKeyLock(pageId, () => reserveLimited(context, page, draft, limitedCoupon, orderedKeys));
}

async function reserveLimited(
  { db, mode }: Context,
  page: PublishedPage,
  draft: AttemptDraft,
  coupon: Coupon | null,
  orderedKeys: readonly OrderedKeys[],
): Promise<CheckoutAttempt> {
  const { pageId, token, buyerKey } = draft;
  const { stock } = page.config.availability;
  const limits = {
    stock,
    coupon: coupon?.limit ?? null,
    buyer: coupon?.perBuyer ?? null,
    units: page.config.quantity.enabled ? page.config.quantity.maximum : null,
    itemStocks: page.bundle?.stocks ?? {},
  };
  const needsEmail = limits.buyer !== null && buyerKey === null;
  // A reservation that is released between the two queries makes another try succeed.
  for (let tries = 0; tries < MAX_RESERVATION_TRIES; tries++) {
    const attempt = needsEmail ? null : await insertWithKeys(db, draft, limits, orderedKeys);
    if (attempt) return attempt;
    // A concurrent request with the same token may have taken the last unit.
    const existing = await findAttemptByToken(db, pageId, token);
    if (existing) return existing;
    const counted = { pageId, code: coupon?.code ?? null, buyerKey, withStock: stock !== null };
    const usage = await countStockOfPages(db, mode, Object.keys(limits.itemStocks));
    const error =
      findReservationError(page, coupon, draft.quantity, await countReservations(db, mode, counted)) ??
      findItemStockError(page.bundle, usage) ??
      findKeyError(page, orderedKeys, await countKeySupplies(db, listLists(orderedKeys)));
    if (error) throw error;
  }
  throw new AppError('all_held');
}

const listLists = (orderedKeys: readonly OrderedKeys[]) => orderedKeys.map(({ deliverable }) => deliverable);

/** Inserts the attempt if it stays within the limits and its license keys are left; null otherwise. */
async function insertWithKeys(
  db: Db,
  draft: AttemptDraft,
  limits: ReservationLimits,
  orderedKeys: readonly OrderedKeys[],
): Promise<CheckoutAttempt | null> {
  if (orderedKeys.length === 0) return insertReservingAttempt(db, draft, limits);
  return db.transaction(async (tx) => {
    const lists = listLists(orderedKeys);
    const pageIds = [draft.pageId, ...lists.map(({ pageId }) => pageId)];
    // The insert locks pages with a stock as well. Locks that are taken in two steps could end in a deadlock.
    await lockPages(tx, [...pageIds, ...Object.keys(limits.itemStocks)]);
    const supplies = await countKeySupplies(tx, lists);
    const isLeft = ({ deliverable: { id }, units }: OrderedKeys): boolean => {
      const { left = 0, reserved = 0 } = supplies.get(id) ?? {};
      return units <= left - reserved;
    };
    const attempt = orderedKeys.every(isLeft) ? await insertReservingAttempt(tx, draft, limits) : null;
    if (attempt) await notifyStockChange(tx, pageIds);
    return attempt;
  });
}

function findReservationError(
  page: PublishedPage,
  coupon: Coupon | null,
  quantity: number,
  { stock, coupon: couponUses, buyer, unitsOfBuyer }: ReservationCounts,
): AppError | null {
  const hasStock = page.config.availability.stock !== null;
  return (
    (hasStock ? findAvailabilityError(page, stock) : null) ??
    (hasStock ? findStockError(page, quantity, stock, unitsOfBuyer) : null) ??
    (coupon && findCouponLimitError(coupon, { ...couponUses, buyer: buyer && buyer.used + buyer.reserved }))
  );
}

/** `unitsOfBuyer`: reserved by the buyer's running checkouts. */
function findStockError(
  { config: { availability, quantity: settings } }: PublishedPage,
  quantity: number,
  { sold, reserved }: StockUsage,
  unitsOfBuyer: number,
): AppError | null {
  const count = (availability.stock ?? 0) - sold - reserved;
  if (quantity > count)
    return new AppError('not_enough_left', {
      message: checkoutErrorMessages.notEnoughLeft({ count }),
      facts: { left: count },
    });
  const { enabled, maximum } = settings;
  if (!enabled || unitsOfBuyer + quantity <= maximum) return null;
  const message = checkoutErrorMessages.unitsReserved({ count: unitsOfBuyer, maximum });
  return new AppError('units_reserved', { message });
}

/** Expires a session at Stripe, unless it was paid or has expired by itself, and updates the ledger. */
export async function expireSession(
  context: Context,
  { accountId, id }: { accountId: string; id: string },
  urgent = false,
): Promise<void> {
  try {
    await context.sellerStripe(accountId).sessions.expire(id);
  } catch (error) {
    if (!isFinalRejection(error)) throw error;
  }
  await updateLedger(context, [{ accountId, kind: 'session', id }], { urgent });
}

const RELEASABLE_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'all_held',
  'not_enough_left',
  'units_reserved',
  'coupon_used_up',
  'coupon_used_by_buyer',
]);

/**
 * Releases the buyer's own reservations if they caused the rejection: the buyer returned and chose otherwise. Expires the
 * abandoned sessions at Stripe. Returns true if the request can be retried.
 */
export async function releaseReservations(
  context: Context,
  error: unknown,
  abandoned: readonly CheckoutAttempt[],
): Promise<boolean> {
  if (!isAppError(error) || !RELEASABLE_ERRORS.has(error.code)) return false;
  await expireAttempts(context, abandoned);
  return abandoned.length > 0;
}

/** Expires the sessions of attempts at Stripe. */
export async function expireAttempts(context: Context, attempts: readonly CheckoutAttempt[]): Promise<void> {
  for (const { accountId, sessionId: id } of attempts) {
    if (id) await expireSession(context, { accountId, id }, true);
  }
}
