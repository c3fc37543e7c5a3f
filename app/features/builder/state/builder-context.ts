import { createContext, use } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { getCurrency } from '#domain/currencies.ts';
import type { PageCounts } from '#domain/rpc-contract.ts';

import type { ConfigKey, ConfigPatch } from './builder-reducer.ts';
import type { SlugStatus } from './use-slug-status.ts';

/** Context of all form fields in the builder. */
export type BuilderContextValue = {
  config: CheckoutPageConfig;
  set: <Key extends ConfigKey>(key: Key, value: CheckoutPageConfig[Key]) => void;
  /** Changes several keys at once. Consecutive patches with the same `undoGroup` are one undo step. */
  patch: (patch: ConfigPatch, undoGroup?: string) => void;
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
  /** Country of the connected Stripe account; null while it is unknown. */
  accountCountry: string | null;
};

export const BuilderContext = createContext<BuilderContextValue | null>(null);

export function useBuilder(): BuilderContextValue {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('useBuilder needs a BuilderContext');
  return builder;
}

/** Config keys whose value is an object of settings. */
export type SectionKey = 'priceOptions' | 'payWhatYouWant' | 'countdown' | 'availability';

/** Returns a config section and its setter; `typedKey` names the text being typed in, for undo grouping. */
export function useConfigSection<Key extends SectionKey>(key: Key) {
  const { config, patch } = useBuilder();
  const section = config[key];
  const setSection = (change: Partial<CheckoutPageConfig[Key]>, typedKey?: string) =>
    patch({ [key]: { ...section, ...change } }, typedKey && `${key}.${typedKey}`);
  return [section, setSection] as const;
}

/** Returns the symbol of the page's currency, or its code if it has none. */
export function useCurrencySign(): string {
  const { symbol, code } = getCurrency(useBuilder().config.currency);
  return symbol || code;
}
