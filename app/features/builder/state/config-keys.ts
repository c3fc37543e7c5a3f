import { builderFormMessages } from '#content/messages/builder-form.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isDeepEqual } from '#domain/deep-equal.ts';
import type { FieldError } from '#domain/page-fields.ts';

import type { ConfigKey } from './builder-reducer.ts';

export const TABS = ['content', 'delivery', 'design', 'settings'] as const;
export type Tab = (typeof TABS)[number];

type FieldDisplay = {
  tab: Tab;
  /** `text`: consecutive keystrokes are one undo step. `list`: errors of entries are visible at once. */
  kind?: 'text' | 'list';
};

/** How the builder shows each config key. */
const FIELD_DISPLAY: Record<ConfigKey, FieldDisplay> = {
  productName: { tab: 'content', kind: 'text' },
  description: { tab: 'content', kind: 'text' },
  productImage: { tab: 'content' },
  price: { tab: 'content', kind: 'text' },
  currency: { tab: 'content' },
  paymentType: { tab: 'content' },
  billingFrequency: { tab: 'content' },
  paymentTerms: { tab: 'content', kind: 'text' },
  features: { tab: 'content', kind: 'list' },
  testimonials: { tab: 'content', kind: 'list' },
  buttonText: { tab: 'content', kind: 'text' },
  successMessage: { tab: 'content', kind: 'text' },
  layout: { tab: 'design' },
  logo: { tab: 'design' },
  logoPosition: { tab: 'design' },
  accentColor: { tab: 'design', kind: 'text' },
  fonts: { tab: 'design' },
  customSlug: { tab: 'settings', kind: 'text' },
  enableCoupon: { tab: 'settings' },
  validCoupons: { tab: 'settings', kind: 'list' },
  requireTerms: { tab: 'settings' },
  termsUrl: { tab: 'settings', kind: 'text' },
  privacyUrl: { tab: 'settings', kind: 'text' },
  customFields: { tab: 'content', kind: 'list' },
  priceOptions: { tab: 'content' },
  payWhatYouWant: { tab: 'content' },
  bumps: { tab: 'content', kind: 'list' },
  quantity: { tab: 'content' },
  countdown: { tab: 'settings' },
  availability: { tab: 'settings' },
  payment: { tab: 'settings' },
  timeZone: { tab: 'settings' },
  embedding: { tab: 'settings' },
  language: { tab: 'settings' },
  delivery: { tab: 'delivery', kind: 'list' },
  bundle: { tab: 'content', kind: 'list' },
};

export const getFieldLabel = (key: ConfigKey): string => builderFormMessages.fields[key];
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
  /\.\d/.test(field) && FIELD_DISPLAY[getConfigKey(field)].kind === 'list';

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
