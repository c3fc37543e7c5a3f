import { couponMessages } from '#content/messages/coupons.ts';
import { pageRuleMessages } from '#content/messages/page-rules.ts';

import type { CheckoutPageConfig } from './checkout-page.ts';
import { getCodePrefix, MAX_BATCH_PREFIX, MAX_BATCHES } from './coupon-batch.ts';
import { getCurrency } from './currencies.ts';
import { AppError } from './errors.ts';
import { parsePrice, formatWithSymbol } from './money.ts';
import { listPriceOptions } from './offer.ts';
import { listBuyerChoices, type OrderBump } from './order-bump.ts';
import {
  calculateDiscount,
  getInstallments,
  getProductAmount,
  getTrialDays,
  parsePercentage,
  quoteOrder,
  type Quote,
  type QuotedConfig,
} from './quote.ts';
import { countCharacters, isUuid, normalizeCouponCode } from './text.ts';

export const MAX_COUPONS = 50;
export const MAX_COUPON_USES = 1_000_000;
export const MAX_COUPON_PAYMENTS = 24;
export const MAX_COUPON_NOTE = 200;
const COUPON_CODE = /^[A-Z0-9_-]{1,40}$/;

export type Coupon = CheckoutPageConfig['validCoupons'][number];

/**
 * Finds a coupon by code, ignoring case and surrounding blanks. A generated code gets the rules of its batch; whether it was
 * generated is not checked.
 */
export function findCoupon(coupons: readonly Coupon[], input: string): Coupon | undefined {
  const code = normalizeCouponCode(input);
  const prefix = getCodePrefix(code);
  const batch = coupons.find((coupon) => coupon.batch && coupon.code === prefix);
  return coupons.find((coupon) => !coupon.batch && coupon.code === code) ?? (batch && { ...batch, code, limit: 1 });
}

/** Returns a message if a page has too many coupons, or null. Batches have a limit of their own. */
export function findCouponCountProblem(coupons: readonly Coupon[]): string | null {
  const batches = coupons.filter(({ batch }) => batch).length;
  if (batches > MAX_BATCHES) return pageRuleMessages.coupons.tooManyBatches({ max: MAX_BATCHES });
  return coupons.length - batches > MAX_COUPONS ? pageRuleMessages.coupons.tooMany({ max: MAX_COUPONS }) : null;
}

type PricedPage = QuotedConfig & Pick<CheckoutPageConfig, 'countdown'>;

type CouponProblem = { field: keyof Coupon; message: string };

/** Validates a coupon and, once prices are set, the totals that it leaves. Returns an error message or null. */
export const validateCoupon = (coupon: Coupon, page: PricedPage): string | null =>
  findCouponProblem(coupon, page)?.message ?? null;

/** Finds what is wrong with a coupon, and in which field. */
export function findCouponProblem(coupon: Coupon, page: PricedPage): CouponProblem | null {
  if (!COUPON_CODE.test(coupon.code)) return { field: 'code', message: pageRuleMessages.coupons.code };
  const couponDiscount = calculateDiscount(0, coupon, page.currency);
  if ('error' in couponDiscount) return { field: 'discount', message: couponDiscount.error };
  const limitProblem = findLimitProblem(coupon, page);
  if (limitProblem) return limitProblem;
  const message = validateDiscountedTotals(coupon, page);
  return message === null ? null : { field: 'discount', message };
}

function findLimitProblem(coupon: Coupon, page: PricedPage): CouponProblem | null {
  const { currency } = page;
  const { startsAt, endsAt, minimum } = coupon;
  if (startsAt && endsAt && new Date(endsAt) <= new Date(startsAt))
    return { field: 'endsAt', message: pageRuleMessages.coupons.endsBeforeStart };
  for (const field of ['limit', 'perBuyer'] as const) {
    const uses = coupon[field];
    if (typeof uses === 'number' && !(Number.isInteger(uses) && uses >= 1 && uses <= MAX_COUPON_USES))
      return { field, message: pageRuleMessages.coupons.uses };
  }
  const least = minimum?.trim() ? parsePrice(minimum.trim(), currency, 'minimum') : null;
  if (least && 'error' in least) return { field: 'minimum', message: least.error };
  return findPaymentsProblem(coupon, page) ?? findBuyersProblem(coupon) ?? findBatchProblem(coupon);
}

/** Uses are counted by code, and each generated code can be used once. */
function findBatchProblem({ batch, code, limit, perBuyer }: Coupon): CouponProblem | null {
  if (!batch) return null;
  if (code.length > MAX_BATCH_PREFIX) return { field: 'code', message: pageRuleMessages.coupons.prefix };
  if (typeof limit === 'number') return { field: 'limit', message: pageRuleMessages.coupons.batchUses };
  return typeof perBuyer === 'number' ? { field: 'perBuyer', message: pageRuleMessages.coupons.batchUses } : null;
}

/** Stripe counts the duration of a discount in months, so several payments can only be monthly ones. */
function findPaymentsProblem({ payments }: Coupon, page: PricedPage): CouponProblem | null {
  if (typeof payments !== 'number') return null;
  if (payments < 1 || payments > MAX_COUPON_PAYMENTS)
    return { field: 'payments', message: pageRuleMessages.coupons.payments };
  const options = listPriceOptions(page);
  if (options.some((option) => getInstallments(option) !== null))
    return { field: 'payments', message: pageRuleMessages.coupons.paymentsWithPlan };
  if (options.some((option) => getTrialDays(option) > 0))
    return { field: 'payments', message: pageRuleMessages.coupons.paymentsWithTrial };
  const intervals = options
    .filter(({ paymentType }) => paymentType === 'subscription')
    .map(({ billingFrequency }) => billingFrequency);
  const interval = payments > 1 && intervals.find((one) => one !== 'monthly');
  return interval ? { field: 'payments', message: pageRuleMessages.coupons.onlyMonthly[interval] } : null;
}

function findBuyersProblem({ buyers, buyersOf, note }: Coupon): CouponProblem | null {
  if (buyers === 'page' && !(buyersOf && isUuid(buyersOf)))
    return { field: 'buyersOf', message: pageRuleMessages.coupons.buyersOfMissing };
  return countCharacters(note ?? '') > MAX_COUPON_NOTE
    ? { field: 'note', message: pageRuleMessages.coupons.note }
    : null;
}

/**
 * Amounts of the product from which a coupon applies, and from which it leaves something to pay: the order bumps in its
 * scope, none, the repeating ones or all, take up a part of it.
 */
function listLevels(coupon: Coupon, bumps: readonly OrderBump[], currency: string): number[] {
  const minimum = getMinimumPrice(coupon, currency);
  const smallestPaid = findSmallestPaidAmount(coupon, currency);
  if (smallestPaid === null) return [minimum];
  const repeating = bumps.filter(({ billing }) => billing === 'with-price');
  const used = [[], repeating, bumps].map((scoped) => sumPrices(scoped, currency));
  return [minimum, ...used.map((amount) => smallestPaid - amount)];
}

/** The smallest amount of which a coupon leaves something to pay. What a percentage leaves of less is rounded to zero. */
function findSmallestPaidAmount(coupon: Coupon, currency: string): number | null {
  if (coupon.type === 'fixed') {
    const fixed = calculateDiscount(0, coupon, currency);
    return 'error' in fixed ? null : fixed.amount + 1;
  }
  const [numerator, denominator] = parsePercentage(coupon.discount) ?? [1n, 1n];
  if (numerator === denominator) return null;
  return Number((BigInt(getCurrency(currency).step) * denominator) / (2n * (denominator - numerator))) + 1;
}

const sumPrices = (bumps: readonly OrderBump[], currency: string): number =>
  bumps.reduce((sum, { price }) => {
    const parsed = parsePrice(price.trim(), currency);
    return sum + ('amount' in parsed ? parsed.amount : 0);
  }, 0);

function validateDiscountedTotals(coupon: Coupon, page: PricedPage): string | null {
  const { currency } = page;
  const choices = listBuyerChoices(page, (bumps) => listLevels(coupon, bumps, currency));
  for (const { config, optionId, bumps, quantity } of choices) {
    const quote = quoteOrder(config, { optionId, bumps: bumps.map(({ id }) => id), quantity }, coupon);
    if (!('error' in quote) || quote.at !== 'total') continue;
    if (reachesMinimum(coupon, quote))
      return pageRuleMessages.coupons.totalTooLow({
        code: coupon.code,
        extras: bumps.map(({ title }) => title),
        total: formatWithSymbol(quote.refused, currency),
        reason: quote.error,
      });
  }
  return null;
}

/** Returns whether the product in an order costs enough for a coupon. */
export const reachesMinimum = (coupon: Pick<Coupon, 'minimum'>, quote: Pick<Quote, 'lines' | 'currency'>): boolean =>
  getProductAmount(quote) >= getMinimumPrice(coupon, quote.currency);

/** Minimum price in minor units; 0 if none. */
export function getMinimumPrice({ minimum }: Pick<Coupon, 'minimum'>, currency: string): number {
  const parsed = minimum?.trim() ? parsePrice(minimum.trim(), currency) : null;
  return parsed && 'amount' in parsed ? parsed.amount : 0;
}

/**
 * Checks dates and minimum price for a buyer; usage limits are checked by `findCouponLimitError`. Null if the coupon applies.
 * `original`: the price of the product without order bumps.
 */
export function findCouponError(
  coupon: Coupon,
  { now, original, currency }: { now: Date; original: number; currency: string },
): AppError | null {
  const { startsAt, endsAt, paused } = coupon;
  if (paused) return new AppError('coupon_invalid');
  if (startsAt && new Date(startsAt) > now) return new AppError('coupon_not_started');
  if (endsAt && new Date(endsAt) <= now) return new AppError('coupon_ended');
  const least = getMinimumPrice(coupon, currency);
  if (original >= least) return null;
  return new AppError('coupon_below_price', {
    message: couponMessages.belowMinimum({ minimum: formatWithSymbol(least, currency) }),
    facts: { least, currency },
  });
}

/** Coupon uses that are paid, uses reserved by running checkouts, and the buyer's own uses of both kinds (null: unknown buyer). */
export type CouponUses = { used: number; reserved: number; buyer: number | null };

/** Checks the coupon's usage limits for one more use; null if they allow it. */
export function findCouponLimitError(
  { limit, perBuyer }: Coupon,
  { used, reserved, buyer }: CouponUses,
): AppError | null {
  if (typeof limit === 'number' && used >= limit) return new AppError('coupon_used_up');
  if (typeof limit === 'number' && used + reserved >= limit)
    return new AppError('coupon_used_up', {
      message: couponMessages.lastUsesReserved,
    });
  if (typeof perBuyer !== 'number') return null;
  if (buyer === null) return new AppError('coupon_needs_email');
  return buyer >= perBuyer ? new AppError('coupon_used_by_buyer') : null;
}

/** Whether a buyer has bought the page `buyersOf` of the seller if the coupon is for its buyers, otherwise any page. */
export function findCouponBuyerError({ buyers }: Coupon, hasBought: boolean): AppError | null {
  if (buyers === 'new' && hasBought) return new AppError('coupon_not_new');
  return buyers === 'page' && !hasBought ? new AppError('coupon_not_owner') : null;
}

export const hasUsageLimit = ({ limit, perBuyer }: Coupon): boolean =>
  typeof limit === 'number' || typeof perBuyer === 'number';
