import type { CheckoutPageConfig } from './checkout-page.ts';
import { normalizeCouponCode } from './coupon-code.ts';
import { ShopError } from './errors.ts';
import { parsePrice, symbolText } from './money.ts';
import { pricesOf } from './offer.ts';
import { discountOn, pricingOf } from './pricing.ts';

export const MAX_COUPONS = 50;
export const MAX_USES = 1_000_000;
export const COUPON_CODE = /^[A-Z0-9_-]{1,40}$/;

/**
 * `discount`: a percentage, or an amount in major units (12.5, 9.99). Optional limits: UTC instants (ISO), total uses,
 * uses per buyer's email address, minimum price in decimals.
 */
export type Coupon = {
  code: string;
  discount: number;
  type: 'percentage' | 'fixed';
  startsAt?: string | null | undefined;
  endsAt?: string | null | undefined;
  limit?: number | null | undefined;
  perBuyer?: number | null | undefined;
  minimum?: string | null | undefined;
};

/** Finds a coupon by code, ignoring case and surrounding blanks. */
export function findCoupon(coupons: readonly Coupon[], typed: string): Coupon | undefined {
  const code = normalizeCouponCode(typed);
  return coupons.find((coupon) => coupon.code === code);
}

type Priced = Pick<CheckoutPageConfig, 'price' | 'currency'>;
type Prices = Priced & Partial<Parameters<typeof pricesOf>[0]>;

/** Validates a coupon and, once prices are set, the totals that it leaves. Returns an error message or null. */
export function couponProblem(coupon: Coupon, page: Prices): string | null {
  if (!COUPON_CODE.test(coupon.code))
    return 'A coupon code has 1 to 40 letters, digits, hyphens or underscores';
  const taken = discountOn(0, coupon, page.currency);
  return 'problem' in taken ? taken.problem : (boundsProblem(coupon, page) ?? totalsProblem(coupon, page));
}

function boundsProblem({ startsAt, endsAt, limit, perBuyer, minimum }: Coupon, { currency }: Priced) {
  if (startsAt && endsAt && new Date(endsAt) <= new Date(startsAt))
    return 'A coupon must end after it starts';
  for (const uses of [limit, perBuyer])
    if (typeof uses === 'number' && !(Number.isInteger(uses) && uses >= 1 && uses <= MAX_USES))
      return 'A coupon can be limited to 1 to 1,000,000 uses. Leave it empty where there is no limit';
  const least = minimum?.trim() ? parsePrice(minimum.trim(), currency, 'least price') : null;
  return least && 'problem' in least ? least.problem : null;
}

const isWhole = (page: Prices): page is Prices & Parameters<typeof pricesOf>[0] =>
  page.priceOptions !== undefined && page.countdown !== undefined;

function totalsProblem(coupon: Coupon, page: Prices): string | null {
  const { currency } = page;
  for (const price of isWhole(page) ? pricesOf(page) : [page.price]) {
    const pricing = pricingOf({ price, currency }, coupon);
    if (!('problem' in pricing) || pricing.at !== 'total') continue;
    if (pricing.original >= leastPriceOf(coupon, currency))
      return `With ${coupon.code} a buyer would pay ${symbolText(pricing.total, currency)}. ${pricing.problem}`;
  }
  return null;
}

/** Minimum price in minor units; 0 if none. */
function leastPriceOf({ minimum }: Coupon, currency: string): number {
  const parsed = minimum?.trim() ? parsePrice(minimum.trim(), currency) : null;
  return parsed && 'amount' in parsed ? parsed.amount : 0;
}

/** Checks dates and minimum price for a buyer; usage limits are checked by `findCouponLimitError`. Null if the coupon applies. */
export function couponRefusal(
  coupon: Coupon,
  { now, original, currency }: { now: Date; original: number; currency: string },
): ShopError | null {
  const { startsAt, endsAt } = coupon;
  if (startsAt && new Date(startsAt) > now) return new ShopError('coupon_not_started');
  if (endsAt && new Date(endsAt) <= now) return new ShopError('coupon_ended');
  const least = leastPriceOf(coupon, currency);
  if (original >= least) return null;
  return new ShopError('coupon_below_price', {
    message: `This coupon code needs a price of at least ${symbolText(least, currency)}`,
    facts: { least, currency },
  });
}

/** Coupon uses that are paid, uses reserved by running checkouts, and the buyer's own uses of both kinds (null: unknown buyer). */
export type CouponUses = { used: number; held: number; buyer: number | null };

/** Checks the coupon's usage limits for one more use; null if they allow it. */
export function limitRefusal(
  { limit, perBuyer }: Coupon,
  { used, held, buyer }: CouponUses,
): ShopError | null {
  if (typeof limit === 'number' && used >= limit) return new ShopError('coupon_used_up');
  if (typeof limit === 'number' && used + held >= limit)
    return new ShopError('coupon_used_up', {
      message:
        'The last uses of this coupon code are being paid for right now. Some may come back in a few minutes',
    });
  if (typeof perBuyer !== 'number') return null;
  if (buyer === null) return new ShopError('coupon_needs_email');
  return buyer >= perBuyer ? new ShopError('coupon_used_by_buyer') : null;
}

export const isLimited = ({ limit, perBuyer }: Coupon): boolean =>
  typeof limit === 'number' || typeof perBuyer === 'number';
