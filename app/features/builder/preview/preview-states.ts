import type { CheckoutPageProps } from '#app/checkout-page/checkout-page-props.ts';
import type { ClosedReason } from '#app/checkout-page/closed-page.tsx';
import { builderPreviewMessages } from '#content/messages/builder-preview.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { validateCoupon, type Coupon } from '#domain/coupon.ts';
import { formatDiscount } from '#domain/format-price.ts';
import { BASE_OPTION, configForOption, listPriceOptions } from '#domain/offer.ts';
import { listOfferedBumps } from '#domain/order-bump.ts';
import { configAt, getSchedule } from '#domain/page-schedule.ts';
import { hasPaymentTerms } from '#domain/payment-terms.ts';
import { listTiers } from '#domain/quantity.ts';
import { quoteOrder } from '#domain/quote.ts';

const messages = builderPreviewMessages;

export type PreviewState = keyof typeof messages.states;
export const PREVIEW_STATES = Object.keys(messages.states) as PreviewState[];

const reasons = messages.unavailableReasons;

type StateProps = Pick<CheckoutPageProps, 'discounted' | 'errors' | 'values' | 'busy' | 'countdownOver'>;

/** Returns the discount of the first coupon that a buyer could use; null if there is none. */
function getPreviewDiscount(config: CheckoutPageConfig): NonNullable<StateProps['discounted']> | null {
  const coupon = config.validCoupons.find((one) => !one.paused && validateCoupon(one, config) === null);
  const baseDiscount = coupon && getReducedPrice(config, coupon);
  if (!config.enableCoupon || !coupon || !baseDiscount) return null;
  const plans = config.priceOptions.others.flatMap(({ id }) => {
    const reduced = getReducedPrice(config, coupon, id);
    return reduced ? [{ plan: id, ...reduced }] : [];
  });
  return { code: coupon.code, coupon, ...baseDiscount, plans };
}

function getReducedPrice(config: CheckoutPageConfig, coupon: Coupon, optionId = BASE_OPTION) {
  const quote = quoteOrder(config, { optionId }, coupon);
  return 'error' in quote ? null : { ...quote, ...formatDiscount(quote, configForOption(config, optionId) ?? config) };
}

/** Returns the first quantity with a lower price, or else the largest. */
const getPreviewQuantity = (config: CheckoutPageConfig): number =>
  listTiers(config, BASE_OPTION)[0]?.from ?? config.quantity.maximum;

const getCouponsOffReason = ({ enableCoupon, payWhatYouWant }: CheckoutPageConfig): string | null => {
  if (!enableCoupon) return reasons.couponsOff;
  return payWhatYouWant.enabled ? reasons.payWhatYouWant : null;
};

const getTermsOffReason = ({ requireTerms }: CheckoutPageConfig) => (requireTerms ? null : reasons.termsOff);

const findOptionWithTerms = (config: CheckoutPageConfig) =>
  config.payWhatYouWant.enabled ? undefined : listPriceOptions(config).find(hasPaymentTerms);

type StateRules = {
  /** Why a page does not have this state, in two or three words; null if it does. */
  getMissingReason?: (config: CheckoutPageConfig) => string | null;
  getProps?: (config: CheckoutPageConfig) => StateProps;
};

const STATE_RULES: Record<PreviewState, StateRules> = {
  open: {},
  applied: {
    getMissingReason: (config) => getCouponsOffReason(config) ?? (getPreviewDiscount(config) ? null : reasons.noCoupon),
    getProps: (config) => ({ discounted: getPreviewDiscount(config) }),
  },
  wrong: {
    getMissingReason: getCouponsOffReason,
    getProps: () => ({ values: { code: messages.invalidCoupon.code }, errors: { coupon: messages.invalidCoupon } }),
  },
  unticked: { getMissingReason: getTermsOffReason, getProps: () => ({ errors: { terms: messages.termsRequired } }) },
  ticked: { getMissingReason: getTermsOffReason, getProps: () => ({ values: { terms: true } }) },
  chosen: {
    getMissingReason: (config) => (listPriceOptions(config).length > 1 ? null : reasons.onePrice),
    getProps: (config) => ({ values: { plan: listPriceOptions(config).at(-1)?.id ?? '' } }),
  },
  terms: {
    getMissingReason: (config) => (findOptionWithTerms(config) ? null : reasons.noTerms),
    getProps: (config) => ({ values: { plan: findOptionWithTerms(config)?.id ?? '' } }),
  },
  extra: {
    getMissingReason: (config) => (listOfferedBumps(config, BASE_OPTION).length > 0 ? null : reasons.noExtras),
    getProps: (config) => ({
      values: {
        bumps: listOfferedBumps(config, BASE_OPTION)
          .slice(0, 1)
          .map(({ id }) => id),
      },
    }),
  },
  quantity: {
    getMissingReason: ({ quantity }) => (quantity.enabled ? null : reasons.noQuantity),
    getProps: (config) => ({ values: { quantity: String(getPreviewQuantity(config)) } }),
  },
  over: {
    getMissingReason: ({ countdown }) =>
      countdown.enabled && countdown.atEnd !== 'close' ? null : reasons.noCountdown,
    getProps: () => ({ countdownOver: true }),
  },
  early: { getMissingReason: (config) => (getSchedule(config).opensAt ? null : reasons.noOpeningDate) },
  closed: { getMissingReason: (config) => (getSchedule(config).closesAt ? null : reasons.noClosingDate) },
  sold_out: { getMissingReason: ({ availability }) => (availability.stock === null ? reasons.unlimitedStock : null) },
  busy: { getProps: () => ({ busy: true }) },
  delivered: { getMissingReason: ({ delivery }) => (delivery.items.length > 0 ? null : reasons.nothingDelivered) },
};

/** Returns why the preview cannot show a state, in two or three words; null if it can. */
export const getMissingReason = (state: PreviewState, config: CheckoutPageConfig): string | null =>
  STATE_RULES[state].getMissingReason?.(config) ?? null;

/** Returns the reason for which the page is closed in this state; null if it is on sale. */
export const getClosedReason = (state: PreviewState, config: CheckoutPageConfig): ClosedReason | null =>
  (state === 'early' || state === 'closed' || state === 'sold_out') && !getMissingReason(state, config) ? state : null;

/** Returns the config in force in a state at `now` (ms). */
export function getConfigInState(state: PreviewState, config: CheckoutPageConfig, now: number): CheckoutPageConfig {
  const { endsAt } = config.countdown;
  return configAt(config, new Date(state === 'over' && endsAt ? endsAt : now));
}

/** Returns the page props of a state; those of the initial state if the page does not have it. */
export const getPropsInState = (state: PreviewState, config: CheckoutPageConfig): StateProps =>
  getMissingReason(state, config) ? {} : (STATE_RULES[state].getProps?.(config) ?? {});
