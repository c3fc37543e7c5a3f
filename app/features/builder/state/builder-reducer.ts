import { applyTemplate } from '#content/apply-template.ts';
import type { PageTemplate } from '#content/templates.ts';
import { type CheckoutPageConfig, LIMITS } from '#domain/checkout-page.ts';
import { MAX_COUPONS, type Coupon } from '#domain/coupon.ts';
import { MAX_TESTIMONIALS, type Testimonial } from '#domain/testimonial.ts';
import { cleanLine } from '#domain/text.ts';

import { isSameConfig, isTextKey } from './config-keys.ts';
import { moveItem } from './reorder.ts';

/**
 * Actions on the lists of the config. `at` is a time in milliseconds on any monotonic clock; `timeZone` is the zone in
 * which the dates of a coupon were chosen and becomes that of the page.
 */
type EntryAction =
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
function reduceEntries(config: CheckoutPageConfig, action: EntryAction): CheckoutPageConfig {
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

export type ConfigKey = keyof CheckoutPageConfig;

/** State of the open page with its undo history. `undoGroup` is the field being typed in: its keystrokes are one step. */
export type BuilderState = {
  past: readonly CheckoutPageConfig[];
  present: CheckoutPageConfig;
  future: readonly CheckoutPageConfig[];
  undoGroup: { key: string; at: number } | null;
};

type HistoryStacks = Pick<BuilderState, 'past' | 'future'>;

type SetAction = {
  [Key in ConfigKey]: { type: 'set'; key: Key; value: CheckoutPageConfig[Key]; at: number };
}[ConfigKey];

/** `pictureUrl` is the uploaded image of this template, `formerPictureUrl` that of the template that may be applied now. */
type TemplateAction = {
  type: 'template';
  template: PageTemplate;
  pictureUrl: string;
  formerPictureUrl: string | null;
};

/** Changes several keys at once. `undoGroup` names the text being typed in; null makes the change a step of its own. */
type PatchAction = {
  type: 'patch';
  patch: Partial<CheckoutPageConfig>;
  undoGroup: string | null;
  at: number;
};

/** `at` is a time in milliseconds on any monotonic clock. */
export type BuilderAction =
  | SetAction
  | PatchAction
  | EntryAction
  | TemplateAction
  | { type: 'replace'; config: CheckoutPageConfig }
  /** Restores the undo history of an earlier session around the open config. */
  | { type: 'resume'; past: readonly CheckoutPageConfig[]; future: readonly CheckoutPageConfig[] }
  | { type: 'undo' }
  | { type: 'redo' };

const MAX_STEPS = 200;
const UNDO_GROUP_PAUSE_MS = 1500;

export const createState = (config: CheckoutPageConfig): BuilderState => ({
  past: [],
  present: config,
  future: [],
  undoGroup: null,
});

/** Applies a template. It replaces the product image only if there is none or if it came from another template. */
function replaceWithTemplate(config: CheckoutPageConfig, { template, pictureUrl, formerPictureUrl }: TemplateAction) {
  const { productImage } = config;
  const isReplaceable = productImage === null || productImage === formerPictureUrl;
  const next = applyTemplate(config, template, isReplaceable ? pictureUrl : productImage);
  return isSameConfig(next, config) ? config : next;
}

function applyPatch(config: CheckoutPageConfig, patch: Partial<CheckoutPageConfig>): CheckoutPageConfig {
  const next = { ...config, ...patch };
  return isSameConfig(next, config) ? config : next;
}

/** Returns the config after an action; the same object if nothing changes. */
function applyAction(config: CheckoutPageConfig, action: BuilderAction): CheckoutPageConfig {
  switch (action.type) {
    case 'set':
      return config[action.key] === action.value ? config : { ...config, [action.key]: action.value };
    case 'patch':
      return applyPatch(config, action.patch);
    case 'replace':
      return action.config;
    case 'template':
      return replaceWithTemplate(config, action);
    case 'undo':
    case 'redo':
    case 'resume':
      return config;
    default:
      return reduceEntries(config, action);
  }
}

function undoStep(state: BuilderState): BuilderState {
  const previous = state.past.at(-1);
  if (!previous) return state;
  return {
    past: state.past.slice(0, -1),
    present: previous,
    future: [state.present, ...state.future],
    undoGroup: null,
  };
}

function redoStep(state: BuilderState): BuilderState {
  const [next, ...future] = state.future;
  if (!next) return state;
  return { past: [...state.past, state.present], present: next, future, undoGroup: null };
}

/** Adds the restored history before the steps taken since the page was opened. */
function prependHistory(state: BuilderState, { past, future }: HistoryStacks): BuilderState {
  const isUntouched = state.past.length === 0 && state.future.length === 0;
  return {
    ...state,
    past: [...past, ...state.past].slice(-MAX_STEPS),
    future: isUntouched ? future : state.future,
  };
}

/** Returns the undo group of a keystroke, or null if the action is not one. */
function getUndoGroup(action: BuilderAction): BuilderState['undoGroup'] {
  if (action.type === 'editFeature') return { key: `features.${action.index}`, at: action.at };
  if (action.type === 'patch') return action.undoGroup === null ? null : { key: action.undoGroup, at: action.at };
  return action.type === 'set' && isTextKey(action.key) ? { key: action.key, at: action.at } : null;
}

/** Returns whether a keystroke continues the previous undo step. */
const continuesUndoGroup = (previousGroup: BuilderState['undoGroup'], nextGroup: BuilderState['undoGroup']): boolean =>
  previousGroup !== null &&
  nextGroup !== null &&
  previousGroup.key === nextGroup.key &&
  nextGroup.at - previousGroup.at < UNDO_GROUP_PAUSE_MS;

export function builderReducer(state: BuilderState, action: BuilderAction): BuilderState {
  if (action.type === 'undo') return undoStep(state);
  if (action.type === 'redo') return redoStep(state);
  if (action.type === 'resume') return prependHistory(state, action);
  const present = applyAction(state.present, action);
  if (present === state.present) return state;
  const undoGroup = getUndoGroup(action);
  return {
    past: continuesUndoGroup(state.undoGroup, undoGroup)
      ? state.past
      : [...state.past, state.present].slice(-MAX_STEPS),
    present,
    future: [],
    undoGroup,
  };
}
