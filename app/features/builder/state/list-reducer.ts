import { LIMITS, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { MAX_COUPONS, type Coupon } from '#domain/coupon.ts';
import { MAX_TESTIMONIALS, type Testimonial } from '#domain/testimonial.ts';
import { cleanLine } from '#domain/text.ts';

import { moveItem } from './reorder.ts';

/**
 * Actions on the lists of the config. `at` is a time in milliseconds on any monotonic clock; `timeZone` is the zone in
 * which the dates of a coupon were chosen and becomes that of the page.
 */
export type EntryAction =
  | { type: 'addFeature'; feature: string }
  | { type: 'editFeature'; index: number; feature: string; at: number }
  | { type: 'moveFeature'; from: number; to: number }
  | { type: 'removeFeature'; index: number }
  | { type: 'dropBlankFeature' }
  | { type: 'showTestimonials'; enabled: boolean }
  | { type: 'addTestimonial'; testimonial: Testimonial }
  | { type: 'editTestimonial'; index: number; testimonial: Testimonial }
  | { type: 'moveTestimonial'; from: number; to: number }
  | { type: 'removeTestimonial'; index: number }
  | { type: 'addCoupon'; coupon: Coupon; timeZone?: string }
  | { type: 'editCoupon'; index: number; coupon: Coupon; timeZone?: string }
  | { type: 'removeCoupon'; index: number };

type FeatureAction = Extract<EntryAction, { type: `${string}Feature` }>;
type CouponAction = Extract<EntryAction, { type: `${string}Coupon` }>;
type TestimonialAction = Exclude<EntryAction, FeatureAction | CouponAction>;

const removeAt = <Entry>(list: readonly Entry[], position: number): readonly Entry[] =>
  position in list ? list.filter((_, index) => index !== position) : list;
const replaceAt = <Entry>(list: readonly Entry[], position: number, entry: Entry): readonly Entry[] =>
  position in list && list[position] !== entry
    ? list.map((current, index) => (index === position ? entry : current))
    : list;

const isFeatureAction = (action: EntryAction): action is FeatureAction => action.type.endsWith('Feature');
const isCouponAction = (action: EntryAction): action is CouponAction => action.type.endsWith('Coupon');

function reduceFeatures(features: readonly string[], action: FeatureAction): readonly string[] {
  switch (action.type) {
    case 'addFeature': {
      const feature = cleanLine(action.feature);
      return feature === '' || features.length >= LIMITS.features ? features : [...features, feature];
    }
    case 'editFeature':
      return replaceAt(features, action.index, action.feature);
    case 'moveFeature':
      return moveItem(features, action.from, action.to);
    case 'removeFeature':
      return removeAt(features, action.index);
    case 'dropBlankFeature': {
      const nonBlank = features.filter((feature) => cleanLine(feature) !== '');
      return nonBlank.length === features.length ? features : nonBlank;
    }
  }
}

function reduceCoupons(coupons: readonly Coupon[], action: CouponAction): readonly Coupon[] {
  switch (action.type) {
    case 'addCoupon':
      return coupons.length >= MAX_COUPONS ? coupons : [...coupons, action.coupon];
    case 'editCoupon':
      return replaceAt(coupons, action.index, action.coupon);
    case 'removeCoupon':
      return removeAt(coupons, action.index);
  }
}

type Testimonials = CheckoutPageConfig['testimonials'];

function reduceTestimonials(current: Testimonials, action: TestimonialAction): Testimonials {
  const { enabled, items } = current;
  const withItems = (list: readonly Testimonial[]): Testimonials =>
    list === items ? current : { enabled, items: [...list] };
  switch (action.type) {
    case 'showTestimonials':
      return enabled === action.enabled ? current : { enabled: action.enabled, items };
    case 'addTestimonial':
      if (items.length >= MAX_TESTIMONIALS) return current;
      // The first testimonial enables the section.
      return { enabled: enabled || items.length === 0, items: [...items, action.testimonial] };
    case 'editTestimonial':
      return withItems(replaceAt(items, action.index, action.testimonial));
    case 'moveTestimonial':
      return withItems(moveItem(items, action.from, action.to));
    case 'removeTestimonial':
      return withItems(removeAt(items, action.index));
  }
}

/** Returns the config after an action on its lists; the same object if nothing changes. */
export function reduceEntries(config: CheckoutPageConfig, action: EntryAction): CheckoutPageConfig {
  if (isFeatureAction(action)) {
    const features = reduceFeatures(config.features, action);
    return features === config.features ? config : { ...config, features: [...features] };
  }
  if (isCouponAction(action)) {
    const validCoupons = reduceCoupons(config.validCoupons, action);
    if (validCoupons === config.validCoupons) return config;
    const { timeZone = config.timeZone } = 'timeZone' in action ? action : config;
    return { ...config, validCoupons: [...validCoupons], timeZone };
  }
  const testimonials = reduceTestimonials(config.testimonials, action);
  return testimonials === config.testimonials ? config : { ...config, testimonials };
}
