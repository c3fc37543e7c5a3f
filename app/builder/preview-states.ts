import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { couponProblem, type Coupon } from '#domain/coupon.ts';
import { configAt, configOfOption, optionsOf, scheduleOf } from '#domain/offer.ts';
import { discountTexts } from '#domain/price.ts';
import { pricingOf } from '#domain/pricing.ts';

import type { CheckoutPageProps } from '#app/checkout-page/checkout-page-props.ts';
import type { ClosedBecause } from '#app/checkout-page/closed-page.tsx';

export const PREVIEW_STATES = [
  'open',
  'chosen',
  'applied',
  'wrong',
  'unticked',
  'ticked',
  'busy',
  'over',
  'early',
  'closed',
  'sold_out',
] as const;
export type PreviewState = (typeof PREVIEW_STATES)[number];

export const STATE_NAMES: Record<PreviewState, string> = {
  open: 'As it opens',
  chosen: 'Another price chosen',
  applied: 'Coupon applied',
  wrong: 'Coupon wrong',
  unticked: 'Terms not ticked',
  ticked: 'Terms ticked',
  busy: 'Paying',
  over: 'Countdown over',
  early: 'Not open yet',
  closed: 'Closed',
  sold_out: 'Sold out',
};

type Shown = Pick<CheckoutPageProps, 'discounted' | 'problems' | 'typed' | 'busy' | 'countdownOver'>;

/** Returns the discount of the first coupon that a buyer could use; null if there is none. */
function discountedPage(config: CheckoutPageConfig): NonNullable<Shown['discounted']> | null {
  const coupon = config.validCoupons.find((one) => couponProblem(one, config) === null);
  const own = coupon && reducedOf(config, coupon);
  if (!config.enableCoupon || !coupon || !own) return null;
  const plans = config.priceOptions.others.flatMap(({ id }) => {
    const chosen = configOfOption(config, id);
    const reduced = chosen && reducedOf(chosen, coupon);
    return reduced ? [{ plan: id, ...reduced }] : [];
  });
  return { code: coupon.code, ...own, plans };
}

function reducedOf(config: CheckoutPageConfig, coupon: Coupon) {
  const pricing = pricingOf(config, coupon);
  return 'problem' in pricing ? null : { ...pricing, ...discountTexts(pricing, config) };
}

const WRONG: Shown = {
  typed: { code: 'SPRING' },
  problems: { coupon: { title: 'Invalid coupon', message: 'This coupon code is not valid' } },
};
const UNTICKED: Shown = {
  problems: { terms: { title: 'Terms required', message: 'Please accept the terms and conditions' } },
};

const missingCoupon = (state: 'applied' | 'wrong', config: CheckoutPageConfig): string | null => {
  if (!config.enableCoupon) return 'coupons are off';
  if (config.payWhatYouWant.enabled) return 'buyers name the price';
  return state === 'applied' && !discountedPage(config) ? 'no coupon yet' : null;
};

/** Returns why the preview cannot show a state, in two or three words; null if it can. */
export function missingFor(state: PreviewState, config: CheckoutPageConfig): string | null {
  const { availability, countdown } = config;
  const { opensAt, closesAt } = scheduleOf(config);
  switch (state) {
    case 'applied':
    case 'wrong':
      return missingCoupon(state, config);
    case 'ticked':
    case 'unticked':
      return config.requireTerms ? null : 'terms are off';
    case 'chosen':
      return optionsOf(config).length > 1 ? null : 'one price';
    case 'over':
      return countdown.enabled && countdown.atEnd !== 'close' ? null : 'no countdown';
    case 'early':
      return opensAt ? null : 'always open';
    case 'closed':
      return closesAt ? null : 'never closes';
    case 'sold_out':
      return availability.stock === null ? 'no limit' : null;
    default:
      return null;
  }
}

/** Returns the reason for which the page is closed in this state; null if it is on sale. */
export const closedIn = (state: PreviewState, config: CheckoutPageConfig): ClosedBecause | null =>
  (state === 'early' || state === 'closed' || state === 'sold_out') && !missingFor(state, config)
    ? state
    : null;

/** Returns the config in force in a state at `now` (ms). */
export function configIn(state: PreviewState, config: CheckoutPageConfig, now: number): CheckoutPageConfig {
  const { endsAt } = config.countdown;
  return configAt(config, new Date(state === 'over' && endsAt ? endsAt : now));
}

/** Returns the page props of a state; those of the initial state if the page does not have it. */
export function shownIn(state: PreviewState, config: CheckoutPageConfig): Shown {
  if (missingFor(state, config)) return {};
  if (state === 'applied') return { discounted: discountedPage(config) };
  if (state === 'wrong') return WRONG;
  if (state === 'unticked') return UNTICKED;
  if (state === 'ticked') return { typed: { terms: true } };
  if (state === 'chosen') return { typed: { plan: optionsOf(config).at(-1)?.id ?? '' } };
  if (state === 'over') return { countdownOver: true };
  return state === 'busy' ? { busy: true } : {};
}
