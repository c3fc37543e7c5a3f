import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { couponProblem } from '#domain/coupon.ts';
import { discountTexts } from '#domain/price.ts';
import { pricingOf } from '#domain/pricing.ts';

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

/** The page with the first coupon that a buyer could use; null when there is none. */
function discountedPage(config: CheckoutPageConfig): NonNullable<Shown['discounted']> | null {
  const coupon = config.validCoupons.find((one) => couponProblem(one, config) === null);
  const pricing = pricingOf(config, coupon);
  if (!config.enableCoupon || !coupon || 'problem' in pricing) return null;
  return { code: coupon.code, total: pricing.total, ...discountTexts(pricing, config) };
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
    return state === 'applied' && !discountedPage(config) ? 'no coupon yet' : null;
  }
  if (state === 'ticked' || state === 'unticked') return config.requireTerms ? null : 'terms are off';
  return null;
}

/** What the page is given to be drawn in a state; as it opens where the page does not have that state. */
export function shownIn(state: PreviewState, config: CheckoutPageConfig): Shown {
  if (missingFor(state, config)) return {};
  if (state === 'applied') return { discounted: discountedPage(config) };
  if (state === 'wrong') return WRONG;
  if (state === 'unticked') return UNTICKED;
  if (state === 'ticked') return { typed: { terms: true } };
  return state === 'busy' ? { busy: true } : {};
}
