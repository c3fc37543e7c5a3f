import { LIMITS, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { MAX_COUPONS, type Coupon } from '#domain/coupon.ts';
import { MAX_TESTIMONIALS, type Testimonial } from '#domain/testimonial.ts';
import { cleanLine } from '#domain/text.ts';

import { moved } from './reorder.ts';

/**
 * Actions on the lists of the config. `at` is a time in milliseconds on any monotonic clock; `timeZone` is the zone in
 * which the dates of a coupon were chosen and becomes that of the page.
 */
export type EntryAction =
  | { type: 'addFeature'; feature: string }
  | { type: 'editFeature'; place: number; feature: string; at: number }
  | { type: 'moveFeature'; from: number; to: number }
  | { type: 'removeFeature'; place: number }
  | { type: 'dropBlankFeature' }
  | { type: 'showTestimonials'; enabled: boolean }
  | { type: 'addTestimonial'; testimonial: Testimonial }
  | { type: 'editTestimonial'; place: number; testimonial: Testimonial }
  | { type: 'moveTestimonial'; from: number; to: number }
  | { type: 'removeTestimonial'; place: number }
  | { type: 'addCoupon'; coupon: Coupon; timeZone?: string }
  | { type: 'editCoupon'; place: number; coupon: Coupon; timeZone?: string }
  | { type: 'removeCoupon'; place: number };

type FeatureAction = Extract<EntryAction, { type: `${string}Feature` }>;
type CouponAction = Extract<EntryAction, { type: `${string}Coupon` }>;
type TestimonialAction = Exclude<EntryAction, FeatureAction | CouponAction>;

const without = <Entry>(list: readonly Entry[], place: number): readonly Entry[] =>
  place in list ? list.filter((_, index) => index !== place) : list;
const replaced = <Entry>(list: readonly Entry[], place: number, entry: Entry): readonly Entry[] =>
  place in list && list[place] !== entry ? list.map((old, index) => (index === place ? entry : old)) : list;

const isOfFeatures = (action: EntryAction): action is FeatureAction => action.type.endsWith('Feature');
const isOfCoupons = (action: EntryAction): action is CouponAction => action.type.endsWith('Coupon');

function changedFeatures(features: readonly string[], action: FeatureAction): readonly string[] {
  switch (action.type) {
    case 'addFeature': {
      const feature = cleanLine(action.feature);
      return feature === '' || features.length >= LIMITS.features ? features : [...features, feature];
    }
    case 'editFeature':
      return replaced(features, action.place, action.feature);
    case 'moveFeature':
      return moved(features, action.from, action.to);
    case 'removeFeature':
      return without(features, action.place);
    case 'dropBlankFeature': {
      const kept = features.filter((feature) => cleanLine(feature) !== '');
      return kept.length === features.length ? features : kept;
    }
  }
}

function changedCoupons(coupons: readonly Coupon[], action: CouponAction): readonly Coupon[] {
  switch (action.type) {
    case 'addCoupon':
      return coupons.length >= MAX_COUPONS ? coupons : [...coupons, action.coupon];
    case 'editCoupon':
      return replaced(coupons, action.place, action.coupon);
    case 'removeCoupon':
      return without(coupons, action.place);
  }
}

type Testimonials = CheckoutPageConfig['testimonials'];

function changedTestimonials(before: Testimonials, action: TestimonialAction): Testimonials {
  const { enabled, items } = before;
  const withItems = (list: readonly Testimonial[]): Testimonials =>
    list === items ? before : { enabled, items: [...list] };
  switch (action.type) {
    case 'showTestimonials':
      return enabled === action.enabled ? before : { enabled: action.enabled, items };
    case 'addTestimonial':
      if (items.length >= MAX_TESTIMONIALS) return before;
      // The first testimonial enables the section.
      return { enabled: enabled || items.length === 0, items: [...items, action.testimonial] };
    case 'editTestimonial':
      return withItems(replaced(items, action.place, action.testimonial));
    case 'moveTestimonial':
      return withItems(moved(items, action.from, action.to));
    case 'removeTestimonial':
      return withItems(without(items, action.place));
  }
}

/** Returns the config after an action on its lists; the same object if nothing changes. */
export function changedEntries(config: CheckoutPageConfig, action: EntryAction): CheckoutPageConfig {
  if (isOfFeatures(action)) {
    const features = changedFeatures(config.features, action);
    return features === config.features ? config : { ...config, features: [...features] };
  }
  if (isOfCoupons(action)) {
    const validCoupons = changedCoupons(config.validCoupons, action);
    if (validCoupons === config.validCoupons) return config;
    const { timeZone = config.timeZone } = 'timeZone' in action ? action : config;
    return { ...config, validCoupons: [...validCoupons], timeZone };
  }
  const testimonials = changedTestimonials(config.testimonials, action);
  return testimonials === config.testimonials ? config : { ...config, testimonials };
}
