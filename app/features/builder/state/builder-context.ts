import { createContext, use } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { getCurrency } from '#domain/currencies.ts';
import type { AccountPaymentMethods } from '#domain/payment-methods.ts';
import type { PageCounts } from '#domain/rpc-contract.ts';

import type { PageDelivery } from '../delivery/use-delivery.ts';
import type { ConfigKey, ConfigPatch } from './builder-reducer.ts';
import type { PendingEntry, RestoredEntries } from './pending-entries.ts';
import type { SlugStatus } from './use-page-validation.ts';

/** Context of all form fields in the builder. */
export type BuilderContextValue = {
  config: CheckoutPageConfig;
  set: <Key extends ConfigKey>(key: Key, value: CheckoutPageConfig[Key]) => void;
  /** Changes several keys at once. Consecutive patches with the same `undoGroup` are one undo step. */
  patch: (patch: ConfigPatch, undoGroup?: string) => void;
  /** Null before the first draft is saved. */
  pageId: string | null;
  /** Sales and coupon counts of the published page; null while loading and for pages that were never published. */
  counts: PageCounts | null;
  /** Public URL of the page; null while it is not published. */
  liveUrl: string | null;
  /** Current slug of the published page; null before the first publication. */
  liveSlug: string | null;
  /** Whether the custom slug is available. */
  slugStatus: SlugStatus;
  /** Returns the error that is visible at a field now. */
  getFieldError: (field: string) => string | null;
  /** Marks a field as touched after blur, so that its errors become visible. */
  markTouched: (field: string) => void;
  /** Opens the tab of the field and focuses the field. */
  focusField: (field: string) => void;
  /** Forms with text that is not added to the page yet. */
  pendingEntries: Set<PendingEntry>;
  /** Content of forms from before the session expired. A form deletes its own when it has taken it. */
  restoredEntries: RestoredEntries;
  /** Country of the connected Stripe account; null while it is unknown. */
  accountCountry: string | null;
  /** Payment methods of the connected Stripe account; null while they are unknown. */
  accountMethods: AccountPaymentMethods | null;
  /** Opens the Stripe dashboard of the connected account. */
  openStripeDashboard: () => void;
  /** Reads the connection again at Stripe. */
  refreshConnection: () => Promise<unknown>;
  delivery: PageDelivery;
};

export const BuilderContext = createContext<BuilderContextValue | null>(null);

export function useBuilder(): BuilderContextValue {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('useBuilder needs a BuilderContext');
  return builder;
}

/** Config keys whose value is an object of settings. */
type SectionKey =
  | 'priceOptions'
  | 'payWhatYouWant'
  | 'countdown'
  | 'availability'
  | 'testimonials'
  | 'fonts'
  | 'payment'
  | 'bumps'
  | 'quantity'
  | 'bundle'
  | 'delivery';
/** A config key, or `countdown.text` for a setting of a section. */
type ConfigPath = ConfigKey | { [Key in SectionKey]: `${Key}.${keyof CheckoutPageConfig[Key] & string}` }[SectionKey];

export type ConfigValue<Path extends ConfigPath> = Path extends `${infer Key extends SectionKey}.${infer Setting}`
  ? CheckoutPageConfig[Key][Setting & keyof CheckoutPageConfig[Key]]
  : CheckoutPageConfig[Path & ConfigKey];

/** Paths whose value may be any value of a type. */
export type PathOf<Value> = {
  [Path in ConfigPath]: [Value, ConfigValue<Path>] extends [ConfigValue<Path>, Value] ? Path : never;
}[ConfigPath];

/** Paths whose value is one of some texts. */
export type ChoicePath = Exclude<
  { [Path in ConfigPath]: ConfigValue<Path> extends string ? Path : never }[ConfigPath],
  PathOf<string>
>;

/** Returns a value of the config and its setter. `undoGroup` names the text being typed in a section. */
export function useConfigValue<Path extends ConfigPath>(path: Path) {
  type Value = ConfigValue<Path>;
  const { config, set, patch } = useBuilder();
  const [key, setting] = path.split('.') as [ConfigKey, string?];
  const section = config[key] as Record<string, unknown>;
  const value = (setting === undefined ? section : section[setting]) as Value;
  const setValue = (newValue: Value, undoGroup?: string) =>
    setting === undefined
      ? set(key, newValue as CheckoutPageConfig[ConfigKey])
      : patch({ [key]: { ...section, [setting]: newValue } }, undoGroup);
  return [value, setValue] as const;
}

/** Returns the symbol of the page's currency, or its code if it has none. */
export function useCurrencySign(): string {
  const { symbol, code } = getCurrency(useBuilder().config.currency);
  return symbol || code;
}
