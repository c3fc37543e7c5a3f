import type { PageProblem } from '#domain/page-problems.ts';

import type { ConfigKey } from './builder-state.ts';

export const TABS = ['content', 'design', 'settings'] as const;
export type Tab = (typeof TABS)[number];

export const TAB_NAMES: Record<Tab, string> = {
  content: 'Content',
  design: 'Design',
  settings: 'Settings',
};

const TAB_OF: Record<ConfigKey, Tab> = {
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

const isKey = (key: string): key is ConfigKey => Object.hasOwn(TAB_OF, key);

/** Returns the config key of a field path: `features` for `features.2`. */
export function keyOfField(field: string): ConfigKey {
  const key = field.split('.')[0] ?? '';
  return isKey(key) ? key : 'productName';
}

export const tabOfField = (field: string): Tab => TAB_OF[keyOfField(field)];

const LISTS: readonly ConfigKey[] = ['features', 'testimonials', 'validCoupons', 'customFields'];

/** Returns whether an error belongs to a list entry. Such errors are always visible, because sellers add entries on purpose. */
const isOfEntry = (field: string): boolean => field.includes('.') && LISTS.includes(keyOfField(field));

/** Returns the visible errors: of touched fields and list entries, or all after a click on Publish. */
export function shownProblems(
  problems: readonly PageProblem[],
  left: ReadonlySet<string>,
  all: boolean,
): PageProblem[] {
  return problems.filter(({ field }) => all || isOfEntry(field) || left.has(field));
}

export const countOnTab = (problems: readonly PageProblem[], tab: Tab): number =>
  problems.filter(({ field }) => tabOfField(field) === tab).length;

/** Sorts errors by the order of the tabs. */
export const inTabOrder = (problems: readonly PageProblem[]): PageProblem[] =>
  TABS.flatMap((tab) => problems.filter(({ field }) => tabOfField(field) === tab));
