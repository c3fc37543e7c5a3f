import type { CheckoutPageProps } from '#app/checkout-page/checkout-page-props.ts';
import type { ClosedReason } from '#app/checkout-page/closed-page.tsx';
import { builderPreviewMessages } from '#content/messages/builder-preview.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { validateCoupon, type Coupon } from '#domain/coupon.ts';
import { formatDiscount } from '#domain/format-price.ts';
import { configAt, configForOption, listPriceOptions, getSchedule } from '#domain/offer.ts';
import { calculatePricing } from '#domain/pricing.ts';

const messages = builderPreviewMessages;

export type PreviewState = keyof typeof messages.states;
export const PREVIEW_STATES = Object.keys(messages.states) as PreviewState[];

const reasons = messages.unavailableReasons;

type StateProps = Pick<CheckoutPageProps, 'discounted' | 'errors' | 'values' | 'busy' | 'countdownOver'>;

/** Returns the discount of the first coupon that a buyer could use; null if there is none. */
function getPreviewDiscount(config: CheckoutPageConfig): NonNullable<StateProps['discounted']> | null {
  const coupon = config.validCoupons.find((one) => validateCoupon(one, config) === null);
  const baseDiscount = coupon && getReducedPrice(config, coupon);
  if (!config.enableCoupon || !coupon || !baseDiscount) return null;
  const plans = config.priceOptions.others.flatMap(({ id }) => {
    const optionConfig = configForOption(config, id);
    const reduced = optionConfig && getReducedPrice(optionConfig, coupon);
    return reduced ? [{ plan: id, ...reduced }] : [];
  });
  return { code: coupon.code, ...baseDiscount, plans };
}

function getReducedPrice(config: CheckoutPageConfig, coupon: Coupon) {
  const pricing = calculatePricing(config, coupon);
  return 'error' in pricing ? null : { ...pricing, ...formatDiscount(pricing, config) };
}

const WRONG_COUPON: StateProps = {
  values: { code: messages.invalidCoupon.code },
  errors: { coupon: messages.invalidCoupon },
};
const UNTICKED_TERMS: StateProps = { errors: { terms: messages.termsRequired } };

const getMissingCouponReason = (state: 'applied' | 'wrong', config: CheckoutPageConfig): string | null => {
  if (!config.enableCoupon) return reasons.couponsOff;
  if (config.payWhatYouWant.enabled) return reasons.payWhatYouWant;
  return state === 'applied' && !getPreviewDiscount(config) ? reasons.noCoupon : null;
};

/** Returns why the preview cannot show a state, in two or three words; null if it can. */
export function getMissingReason(state: PreviewState, config: CheckoutPageConfig): string | null {
  const { availability, countdown } = config;
  const { opensAt, closesAt } = getSchedule(config);
  switch (state) {
    case 'applied':
    case 'wrong':
      return getMissingCouponReason(state, config);
    case 'ticked':
    case 'unticked':
      return config.requireTerms ? null : reasons.termsOff;
    case 'chosen':
      return listPriceOptions(config).length > 1 ? null : reasons.onePrice;
    case 'over':
      return countdown.enabled && countdown.atEnd !== 'close' ? null : reasons.noCountdown;
    case 'early':
      return opensAt ? null : reasons.noOpeningDate;
    case 'closed':
      return closesAt ? null : reasons.noClosingDate;
    case 'sold_out':
      return availability.stock === null ? reasons.unlimitedStock : null;
    default:
      return null;
  }
}

/** Returns the reason for which the page is closed in this state; null if it is on sale. */
export const getClosedReason = (state: PreviewState, config: CheckoutPageConfig): ClosedReason | null =>
  (state === 'early' || state === 'closed' || state === 'sold_out') && !getMissingReason(state, config) ? state : null;

/** Returns the config in force in a state at `now` (ms). */
export function getConfigInState(state: PreviewState, config: CheckoutPageConfig, now: number): CheckoutPageConfig {
  const { endsAt } = config.countdown;
  return configAt(config, new Date(state === 'over' && endsAt ? endsAt : now));
}

/** Returns the page props of a state; those of the initial state if the page does not have it. */
export function getPropsInState(state: PreviewState, config: CheckoutPageConfig): StateProps {
  if (getMissingReason(state, config)) return {};
  if (state === 'applied') return { discounted: getPreviewDiscount(config) };
  if (state === 'wrong') return WRONG_COUPON;
  if (state === 'unticked') return UNTICKED_TERMS;
  if (state === 'ticked') return { values: { terms: true } };
  if (state === 'chosen') return { values: { plan: listPriceOptions(config).at(-1)?.id ?? '' } };
  if (state === 'over') return { countdownOver: true };
  return state === 'busy' ? { busy: true } : {};
}
