import { LIMITS, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import { MAX_COUPONS, type Coupon } from '#domain/coupon.ts';
import { MAX_TESTIMONIALS, type Testimonial } from '#domain/testimonial.ts';
import { cleanLine } from '#domain/text.ts';

export type ConfigKey = keyof CheckoutPageConfig;

/** The open page with its history. `run` is the field that is being typed in: its keystrokes are one step back. */
export type BuilderState = {
  past: readonly CheckoutPageConfig[];
  present: CheckoutPageConfig;
  future: readonly CheckoutPageConfig[];
  run: { key: ConfigKey; at: number } | null;
};

type SetAction = {
  [Key in ConfigKey]: { type: 'set'; key: Key; value: CheckoutPageConfig[Key]; at: number };
}[ConfigKey];

/** `at` is a time in milliseconds on any clock. */
export type BuilderAction =
  | SetAction
  | { type: 'addFeature'; feature: string }
  | { type: 'removeFeature'; place: number }
  | { type: 'showTestimonials'; enabled: boolean }
  | { type: 'addTestimonial'; testimonial: Testimonial }
  | { type: 'removeTestimonial'; place: number }
  | { type: 'addCoupon'; coupon: Coupon }
  | { type: 'removeCoupon'; place: number }
  | { type: 'replace'; config: CheckoutPageConfig }
  | { type: 'undo' }
  | { type: 'redo' };

const MAX_STEPS = 200;
const RUN_PAUSE_MS = 1500;

/** Fields whose changes come in many small ones. */
const TYPED: readonly ConfigKey[] = [
  'productName',
  'description',
  'price',
  'buttonText',
  'successMessage',
  'accentColor',
  'customSlug',
  'termsUrl',
  'privacyUrl',
];

export const openState = (config: CheckoutPageConfig): BuilderState => ({
  past: [],
  present: config,
  future: [],
  run: null,
});

const without = <Entry>(list: readonly Entry[], place: number): Entry[] =>
  list.filter((_, index) => index !== place);

/** What the config is after an action; the same object when nothing changes. */
function changed(config: CheckoutPageConfig, action: BuilderAction): CheckoutPageConfig {
  const { features, testimonials, validCoupons } = config;
  switch (action.type) {
    case 'set':
      return config[action.key] === action.value ? config : { ...config, [action.key]: action.value };
    case 'addFeature': {
      const feature = cleanLine(action.feature);
      if (feature === '' || features.length >= LIMITS.features) return config;
      return { ...config, features: [...features, feature] };
    }
    case 'removeFeature':
      return { ...config, features: without(features, action.place) };
    case 'showTestimonials':
      return { ...config, testimonials: { ...testimonials, enabled: action.enabled } };
    case 'addTestimonial':
      if (testimonials.items.length >= MAX_TESTIMONIALS) return config;
      return {
        ...config,
        // The first one is added to be seen.
        testimonials: {
          enabled: testimonials.enabled || testimonials.items.length === 0,
          items: [...testimonials.items, action.testimonial],
        },
      };
    case 'removeTestimonial':
      return {
        ...config,
        testimonials: { ...testimonials, items: without(testimonials.items, action.place) },
      };
    case 'addCoupon':
      if (validCoupons.length >= MAX_COUPONS) return config;
      return { ...config, validCoupons: [...validCoupons, action.coupon] };
    case 'removeCoupon':
      return { ...config, validCoupons: without(validCoupons, action.place) };
    case 'replace':
      return action.config;
    default:
      return config;
  }
}

function undone(state: BuilderState): BuilderState {
  const previous = state.past.at(-1);
  if (!previous) return state;
  return {
    past: state.past.slice(0, -1),
    present: previous,
    future: [state.present, ...state.future],
    run: null,
  };
}

function redone(state: BuilderState): BuilderState {
  const [next, ...future] = state.future;
  if (!next) return state;
  return { past: [...state.past, state.present], present: next, future, run: null };
}

/** Whether this keystroke belongs to the step before it. */
const continuesRun = (state: BuilderState, action: BuilderAction): boolean =>
  action.type === 'set' &&
  state.run !== null &&
  state.run.key === action.key &&
  action.at - state.run.at < RUN_PAUSE_MS;

export function builderReducer(state: BuilderState, action: BuilderAction): BuilderState {
  if (action.type === 'undo') return undone(state);
  if (action.type === 'redo') return redone(state);
  const present = changed(state.present, action);
  if (present === state.present) return state;
  const typed = action.type === 'set' && TYPED.includes(action.key);
  return {
    past: continuesRun(state, action) ? state.past : [...state.past, state.present].slice(-MAX_STEPS),
    present,
    future: [],
    run: typed ? { key: action.key, at: action.at } : null,
  };
}
