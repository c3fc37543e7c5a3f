import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { useBuilder } from './builder-context.ts';

/** Config keys whose value is an object of settings. */
export type SectionKey = 'priceOptions' | 'payWhatYouWant' | 'countdown' | 'availability' | 'embedding';

/** Returns a config section and its setter; `typedKey` names the text being typed in, for undo grouping. */
export function useConfigSection<Key extends SectionKey>(key: Key) {
  const { config, patch } = useBuilder();
  const section = config[key];
  const setSection = (change: Partial<CheckoutPageConfig[Key]>, typedKey?: string) =>
    patch({ [key]: { ...section, ...change } }, typedKey && `${key}.${typedKey}`);
  return [section, setSection] as const;
}
