import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { applyCoupon, couponProblem, findCoupon } from '#domain/coupon.ts';
import { ShopError } from '#domain/errors.ts';
import { parsePrice, symbolText, totalProblem } from '#domain/money.ts';
import { tidyConfig } from '#domain/page-problems.ts';
import { computedPriceText } from '#domain/price.ts';

/** What a buyer would pay with a code, in words, or why they could not. */
export type BuyerPays =
  | { kind: 'total'; code: string; original: string; saved: string; total: string }
  | { kind: 'refused'; message: string; hint: string | null };

const refused = (message: string, hint: string | null = null): BuyerPays => ({
  kind: 'refused',
  message,
  hint,
});

/** Capitals count for buyers: the code that was probably meant is told to the seller alone. */
function meantHint(typed: string, codes: readonly string[]): string | null {
  const code = codes.find((one) => one === typed.trim().toUpperCase());
  return code ? `Buyers have to type it as it is: ${code}` : null;
}

/** The same functions as at the till: what is told here is what happens there. */
export function buyerPays(config: CheckoutPageConfig, typed: string): BuyerPays {
  const page = tidyConfig(config);
  const price = parsePrice(page.price, page.currency);
  if ('problem' in price) return refused('Set a price first');
  const coupon = findCoupon(page.validCoupons, typed);
  if (!coupon)
    return refused(
      new ShopError('coupon_invalid').message,
      meantHint(
        typed,
        page.validCoupons.map(({ code }) => code),
      ),
    );
  const wrong = couponProblem(coupon, null, page.currency);
  if (wrong) return refused(wrong);
  const { original, discount, total } = applyCoupon(price.amount, coupon, page.currency);
  const low = totalProblem(total, page.currency);
  if (low) return refused(`The total would be ${symbolText(total, page.currency)}. ${low}`);
  return {
    kind: 'total',
    code: coupon.code,
    original: computedPriceText(original, page),
    saved: symbolText(discount, page.currency),
    total: computedPriceText(total, page),
  };
}
