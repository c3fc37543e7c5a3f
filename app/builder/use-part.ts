import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { useBuilder } from './builder-context.ts';

/** Config keys whose value is an object of settings. */
export type PartKey = 'priceOptions' | 'payWhatYouWant' | 'countdown' | 'availability' | 'embedding';

/** Returns a config section and its setter; `typedKey` names the text being typed in, for undo grouping. */
export function usePart<Key extends PartKey>(key: Key) {
  const { config, patch } = useBuilder();
  const part = config[key];
  const setPart = (change: Partial<CheckoutPageConfig[Key]>, typed?: string) =>
    patch({ [key]: { ...part, ...change } }, typed && `${key}.${typed}`);
  return [part, setPart] as const;
}
