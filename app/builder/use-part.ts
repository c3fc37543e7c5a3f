import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import { useBuilder } from './builder-context.ts';

/** The config's keys that hold several settings. */
export type PartKey = 'priceOptions' | 'payWhatYouWant' | 'countdown' | 'availability' | 'embedding';

/** One of them, and how it is changed; `typed` names the text of it that is being typed in. */
export function usePart<Key extends PartKey>(key: Key) {
  const { config, patch } = useBuilder();
  const part = config[key];
  const setPart = (change: Partial<CheckoutPageConfig[Key]>, typed?: string) =>
    patch({ [key]: { ...part, ...change } }, typed && `${key}.${typed}`);
  return [part, setPart] as const;
}
