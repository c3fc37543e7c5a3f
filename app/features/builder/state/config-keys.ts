import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isDeepEqual } from '#domain/deep-equal.ts';
import type { FieldError } from '#domain/page-fields.ts';

import type { ConfigKey } from './builder-reducer.ts';

export const TABS = ['content', 'design', 'settings'] as const;
export type Tab = (typeof TABS)[number];

export const TAB_NAMES: Record<Tab, string> = {
  content: 'Content',
  design: 'Design',
  settings: 'Settings',
};

type FieldDisplay = {
  tab: Tab;
  /** Label outside of the field's form section, for example in undo messages and preview highlights. */
  label: string;
  /** `text`: consecutive keystrokes are one undo step. `list`: errors of entries are visible at once. */
  kind?: 'text' | 'list';
};

/** How the builder shows each config key. */
const FIELD_DISPLAY: Record<ConfigKey, FieldDisplay> = {
  productName: { tab: 'content', label: 'Product name', kind: 'text' },
  description: { tab: 'content', label: 'Description', kind: 'text' },
  productImage: { tab: 'content', label: 'Product image' },
  price: { tab: 'content', label: 'Price', kind: 'text' },
  currency: { tab: 'content', label: 'Currency' },
  paymentType: { tab: 'content', label: 'Payment type' },
  billingFrequency: { tab: 'content', label: 'Billing frequency' },
  features: { tab: 'content', label: 'Features', kind: 'list' },
  testimonials: { tab: 'content', label: 'Testimonials', kind: 'list' },
  buttonText: { tab: 'content', label: 'Button text', kind: 'text' },
  successMessage: { tab: 'content', label: 'Success message', kind: 'text' },
  layout: { tab: 'design', label: 'Layout' },
  logo: { tab: 'design', label: 'Logo' },
  logoPosition: { tab: 'design', label: 'Logo position' },
  accentColor: { tab: 'design', label: 'Accent color', kind: 'text' },
  fonts: { tab: 'design', label: 'Fonts' },
  customSlug: { tab: 'settings', label: 'Custom slug', kind: 'text' },
  enableCoupon: { tab: 'settings', label: 'Coupon box' },
  validCoupons: { tab: 'settings', label: 'Coupons', kind: 'list' },
  requireTerms: { tab: 'settings', label: 'Require terms' },
  termsUrl: { tab: 'settings', label: 'Terms URL', kind: 'text' },
  privacyUrl: { tab: 'settings', label: 'Privacy URL', kind: 'text' },
  customFields: { tab: 'content', label: 'Custom fields', kind: 'list' },
  priceOptions: { tab: 'content', label: 'Price options' },
  payWhatYouWant: { tab: 'content', label: 'Pay what you want' },
  countdown: { tab: 'settings', label: 'Countdown' },
  availability: { tab: 'settings', label: 'Dates and stock' },
  timeZone: { tab: 'settings', label: 'Time zone' },
  embedding: { tab: 'settings', label: 'Embedding' },
};

export const getFieldLabel = (key: ConfigKey): string => FIELD_DISPLAY[key].label;
export const isTextKey = (key: ConfigKey): boolean => FIELD_DISPLAY[key].kind === 'text';

export const isConfigKey = (key: string): key is ConfigKey => Object.hasOwn(FIELD_DISPLAY, key);

/** Returns the config key of a field path: `features` for `features.2`. */
export function getConfigKey(field: string): ConfigKey {
  const key = field.split('.')[0] ?? '';
  return isConfigKey(key) ? key : 'productName';
}

export const getTab = (field: string): Tab => FIELD_DISPLAY[getConfigKey(field)].tab;

/** Returns whether an error belongs to a list entry. Such errors are always visible, because sellers add entries on purpose. */
const isEntryField = (field: string): boolean =>
  field.includes('.') && FIELD_DISPLAY[getConfigKey(field)].kind === 'list';

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

const KEYS = Object.keys(FIELD_DISPLAY) as ConfigKey[];

/** Lists the keys in which two configs differ. */
export const listDifferingKeys = (a: CheckoutPageConfig, b: CheckoutPageConfig): ConfigKey[] =>
  a === b ? [] : KEYS.filter((key) => !isDeepEqual(a[key], b[key]));

export const isSameConfig = (a: CheckoutPageConfig, b: CheckoutPageConfig): boolean =>
  listDifferingKeys(a, b).length === 0;
