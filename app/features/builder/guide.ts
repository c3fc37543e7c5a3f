import { useState } from 'react';

import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { useStoredFlag } from '#app/lib/use-stored-flag.ts';
import { createEmptyConfig, type CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { FieldError } from '#domain/page-fields.ts';

import type { ConfigKey } from './state/builder-reducer.ts';
import { getConfigKey, listDifferingKeys } from './state/config-keys.ts';

export type GuideStep = { name: 'basics' | 'design' | 'stripe' | 'publish'; done: boolean };

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
    { name: 'basics', done: hasNameAndPrice },
    { name: 'design', done: isStyled },
    { name: 'stripe', done: connected },
    { name: 'publish', done: published },
  ];
}

/** Returns the first open step; null if all are done. */
export const findNextStep = (steps: readonly GuideStep[]): GuideStep | null => steps.find(({ done }) => !done) ?? null;

/**
 * Onboarding guide: shown on an unpublished page of a seller who has published nothing, until its steps are done or the
 * guide is dismissed.
 */
export function useGuide(userId: string, steps: readonly GuideStep[]) {
  const [isDismissed, setDismissed] = useStoredFlag(`guide-dismissed ${userId}`);
  const [isEligible] = useState(() => steps.every(({ name, done }) => name !== 'publish' || !done));
  const mayShow = isEligible && isDismissed === false;
  const { data, isLoading } = useRpcQuery('list-pages', {}, { enabled: mayShow, refetchOnWindowFocus: false });
  const next = findNextStep(steps);
  const shown = mayShow && data?.pages.every(({ state }) => state === 'draft') === true && next !== null;
  return { shown, isLoading, next, dismiss: () => setDismissed(true) };
}
