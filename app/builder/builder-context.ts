import { createContext, use, type Dispatch } from 'react';

import type { PageCounts } from '#domain/calls.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { BuilderAction, ConfigKey } from './builder-state.ts';

/** Context of all form fields in the builder. */
export type BuilderDesk = {
  config: CheckoutPageConfig;
  dispatch: Dispatch<BuilderAction>;
  set: <Key extends ConfigKey>(key: Key, value: CheckoutPageConfig[Key]) => void;
  /** Changes several keys at once. Consecutive patches with the same `undoGroup` are one undo step. */
  patch: (patch: Partial<CheckoutPageConfig>, run?: string) => void;
  /** Sales and coupon counts of the published page; null while loading and for pages that were never published. */
  counts: PageCounts | null;
  /** Public URL of the page; null while it is not published. */
  liveUrl: string | null;
  /** Current slug of the published page; null before the first publication. */
  liveSlug: string | null;
  /** Returns the error that is visible at a field now. */
  problemOf: (field: string) => string | null;
  /** Marks a field as touched after blur, so that its errors become visible. */
  leave: (field: string) => void;
  /** Opens the tab of the field and focuses the field. */
  jump: (field: string) => void;
};

export const BuilderContext = createContext<BuilderDesk | null>(null);

export function useBuilder(): BuilderDesk {
  const desk = use(BuilderContext);
  if (!desk) throw new Error('A field of the builder stands outside of it');
  return desk;
}
