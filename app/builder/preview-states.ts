import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { applyCoupon, couponProblem, type Coupon } from '#domain/coupon.ts';
import { parsePrice, symbolText } from '#domain/money.ts';
import { computedPriceText } from '#domain/price.ts';

import type { CheckoutPageProps } from '#app/checkout-page/checkout-page-props.ts';

export const PREVIEW_STATES = ['open', 'applied', 'wrong', 'unticked', 'ticked', 'busy'] as const;
export type PreviewState = (typeof PREVIEW_STATES)[number];

export const STATE_NAMES: Record<PreviewState, string> = {
  open: 'As it opens',
  applied: 'Coupon applied',
  wrong: 'Coupon wrong',
  unticked: 'Terms not ticked',
  ticked: 'Terms ticked',
  busy: 'Paying',
};

type Shown = Pick<CheckoutPageProps, 'discounted' | 'problems' | 'typed' | 'busy'>;

/** The first coupon that a buyer could use, with the price that it is taken off. */
function usableCoupon(config: CheckoutPageConfig): { coupon: Coupon; amount: number } | null {
  const price = parsePrice(config.price.trim(), config.currency);
  if (!config.enableCoupon || !('amount' in price)) return null;
  const coupon = config.validCoupons.find((one) => couponProblem(one, price, config.currency) === null);
  return coupon ? { coupon, amount: price.amount } : null;
}

function appliedState(config: CheckoutPageConfig): Shown {
  const usable = usableCoupon(config);
  if (!usable) return {};
  const { original, discount, total } = applyCoupon(usable.amount, usable.coupon, config.currency);
  return {
    discounted: {
      code: usable.coupon.code,
      originalText: computedPriceText(original, config),
      totalText: computedPriceText(total, config),
      savedText: symbolText(discount, config.currency),
      total,
    },
  };
}

const WRONG: Shown = {
  typed: { code: 'SPRING' },
  problems: { coupon: { title: 'Invalid coupon', message: 'This coupon code is not valid' } },
};
const UNTICKED: Shown = {
  problems: { terms: { title: 'Terms required', message: 'Please accept the terms and conditions' } },
};

/** Why a state cannot be shown, in two or three words; null when it can. */
export function missingFor(state: PreviewState, config: CheckoutPageConfig): string | null {
  if (state === 'applied' || state === 'wrong') {
    if (!config.enableCoupon) return 'coupons are off';
    return state === 'applied' && !usableCoupon(config) ? 'no coupon yet' : null;
  }
  if (state === 'ticked' || state === 'unticked') return config.requireTerms ? null : 'terms are off';
  return null;
}

/** What the page is given to be drawn in a state; as it opens where the page does not have that state. */
export function shownIn(state: PreviewState, config: CheckoutPageConfig): Shown {
  if (missingFor(state, config)) return {};
  if (state === 'applied') return appliedState(config);
  if (state === 'wrong') return WRONG;
  if (state === 'unticked') return UNTICKED;
  if (state === 'ticked') return { typed: { terms: true } };
  return state === 'busy' ? { busy: true } : {};
}
