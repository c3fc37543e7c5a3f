import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { FieldError } from '#domain/page-problems.ts';

import type { ConfigKey } from './builder-state.ts';
import { getConfigKey } from './page-tabs.ts';
import { listDifferingKeys } from './same-config.ts';

export type GuideStep = { name: 'words' | 'look' | 'stripe' | 'publish'; text: string; done: boolean };

type GuideInput = {
  config: CheckoutPageConfig;
  errors: readonly FieldError[];
  connected: boolean;
  published: boolean;
};

const APPEARANCE_KEYS: readonly ConfigKey[] = ['layout', 'logo', 'accentColor', 'fonts', 'productImage'];

/** The four steps to a first page. Each step is done when the page reflects it, however that came about. */
export function getGuideSteps({ config, errors, connected, published }: GuideInput): readonly GuideStep[] {
  const invalidKeys = errors.map(({ field }) => getConfigKey(field));
  const hasNameAndPrice = !invalidKeys.includes('productName') && !invalidKeys.includes('price');
  const isStyled = listDifferingKeys(createEmptyConfig(), config).some((key) => APPEARANCE_KEYS.includes(key));
  return [
    { name: 'words', text: 'Name and price', done: hasNameAndPrice },
    { name: 'look', text: 'Choose a look', done: isStyled },
    { name: 'stripe', text: 'Connect Stripe', done: connected },
    { name: 'publish', text: 'Publish', done: published },
  ];
}

/** Returns the first open step; null if all are done. */
export const findNextStep = (steps: readonly GuideStep[]): GuideStep | null => steps.find(({ done }) => !done) ?? null;
