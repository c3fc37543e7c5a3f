import { emptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { PageProblem } from '#domain/page-problems.ts';

import type { ConfigKey } from './builder-state.ts';
import { keyOfField } from './page-tabs.ts';
import { differingKeys } from './same-config.ts';

export type GuideStep = { name: 'words' | 'look' | 'stripe' | 'publish'; text: string; done: boolean };

type Facts = {
  config: CheckoutPageConfig;
  problems: readonly PageProblem[];
  connected: boolean;
  published: boolean;
};

const LOOK: readonly ConfigKey[] = ['layout', 'logo', 'accentColor', 'fonts', 'productImage'];

/** The four steps to a first page. Each step is done when the page reflects it, however that came about. */
export function guideSteps({ config, problems, connected, published }: Facts): readonly GuideStep[] {
  const open = problems.map(({ field }) => keyOfField(field));
  const worded = !open.includes('productName') && !open.includes('price');
  const looked = differingKeys(emptyConfig(), config).some((key) => LOOK.includes(key));
  return [
    { name: 'words', text: 'Name and price', done: worded },
    { name: 'look', text: 'Choose a look', done: looked },
    { name: 'stripe', text: 'Connect Stripe', done: connected },
    { name: 'publish', text: 'Publish', done: published },
  ];
}

/** Returns the first open step; null if all are done. */
export const nextStep = (steps: readonly GuideStep[]): GuideStep | null =>
  steps.find(({ done }) => !done) ?? null;
