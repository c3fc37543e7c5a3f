import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isDeepEqual } from '#domain/deep-equal.ts';
import type { FieldError } from '#domain/page-validation.ts';

import type { ConfigKey } from './builder-reducer.ts';

/** Label of each config key outside of its form section, for example in undo messages and preview highlights. */
export const FIELD_NAMES: Record<ConfigKey, string> = {
  productName: 'Product name',
  description: 'Description',
  productImage: 'Product image',
  price: 'Price',
  currency: 'Currency',
  paymentType: 'Payment type',
  billingFrequency: 'Billing frequency',
  features: 'Features',
  testimonials: 'Testimonials',
  buttonText: 'Button text',
  successMessage: 'Success message',
  layout: 'Layout',
  logo: 'Logo',
  logoPosition: 'Logo position',
  accentColor: 'Accent color',
  fonts: 'Fonts',
  customSlug: 'Custom slug',
  enableCoupon: 'Coupon box',
  validCoupons: 'Coupons',
  requireTerms: 'Require terms',
  termsUrl: 'Terms URL',
  privacyUrl: 'Privacy URL',
  customFields: 'Custom fields',
  priceOptions: 'Price options',
  payWhatYouWant: 'Pay what you want',
  countdown: 'Countdown',
  availability: 'Dates and stock',
  timeZone: 'Time zone',
  embedding: 'Embedding',
};

export const TABS = ['content', 'design', 'settings'] as const;
export type Tab = (typeof TABS)[number];

export const TAB_NAMES: Record<Tab, string> = {
  content: 'Content',
  design: 'Design',
  settings: 'Settings',
};

const TAB_BY_KEY: Record<ConfigKey, Tab> = {
  productName: 'content',
  description: 'content',
  productImage: 'content',
  price: 'content',
  currency: 'content',
  paymentType: 'content',
  billingFrequency: 'content',
  features: 'content',
  testimonials: 'content',
  buttonText: 'content',
  successMessage: 'content',
  layout: 'design',
  logo: 'design',
  logoPosition: 'design',
  accentColor: 'design',
  fonts: 'design',
  customSlug: 'settings',
  enableCoupon: 'settings',
  validCoupons: 'settings',
  requireTerms: 'settings',
  termsUrl: 'settings',
  privacyUrl: 'settings',
  customFields: 'content',
  priceOptions: 'content',
  payWhatYouWant: 'content',
  countdown: 'settings',
  availability: 'settings',
  timeZone: 'settings',
  embedding: 'settings',
};

const isConfigKey = (key: string): key is ConfigKey => Object.hasOwn(TAB_BY_KEY, key);

/** Returns the config key of a field path: `features` for `features.2`. */
export function getConfigKey(field: string): ConfigKey {
  const key = field.split('.')[0] ?? '';
  return isConfigKey(key) ? key : 'productName';
}

export const getTab = (field: string): Tab => TAB_BY_KEY[getConfigKey(field)];

const LIST_KEYS: readonly ConfigKey[] = ['features', 'testimonials', 'validCoupons', 'customFields'];

/** Returns whether an error belongs to a list entry. Such errors are always visible, because sellers add entries on purpose. */
const isEntryField = (field: string): boolean => field.includes('.') && LIST_KEYS.includes(getConfigKey(field));

/** Returns the visible errors: of touched fields and list entries, or all after a click on Publish. */
export function filterVisibleErrors(
  errors: readonly FieldError[],
  touched: ReadonlySet<string>,
  showAll: boolean,
): FieldError[] {
  return errors.filter(({ field }) => showAll || isEntryField(field) || touched.has(field));
}

export const countErrorsOnTab = (errors: readonly FieldError[], tab: Tab): number =>
  errors.filter(({ field }) => getTab(field) === tab).length;

/** Sorts errors by the order of the tabs. */
export const sortByTab = (errors: readonly FieldError[]): FieldError[] =>
  TABS.flatMap((tab) => errors.filter(({ field }) => getTab(field) === tab));

const KEYS = Object.keys(FIELD_NAMES) as ConfigKey[];

/** Lists the keys in which two configs differ. */
export const listDifferingKeys = (a: CheckoutPageConfig, b: CheckoutPageConfig): ConfigKey[] =>
  a === b ? [] : KEYS.filter((key) => !isDeepEqual(a[key], b[key]));

export const isSameConfig = (a: CheckoutPageConfig, b: CheckoutPageConfig): boolean =>
  listDifferingKeys(a, b).length === 0;
