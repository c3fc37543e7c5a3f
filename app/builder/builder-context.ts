import { createContext, use, type Dispatch } from 'react';

import type { PageCounts } from '#domain/calls.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { BuilderAction, ConfigKey } from './builder-state.ts';

/** Context of all form fields in the builder. */
export type BuilderContextValue = {
  config: CheckoutPageConfig;
  dispatch: Dispatch<BuilderAction>;
  set: <Key extends ConfigKey>(key: Key, value: CheckoutPageConfig[Key]) => void;
  /** Changes several keys at once. Consecutive patches with the same `undoGroup` are one undo step. */
  patch: (patch: Partial<CheckoutPageConfig>, undoGroup?: string) => void;
  /** Sales and coupon counts of the published page; null while loading and for pages that were never published. */
  counts: PageCounts | null;
  /** Public URL of the page; null while it is not published. */
  liveUrl: string | null;
  /** Current slug of the published page; null before the first publication. */
  liveSlug: string | null;
  /** Returns the error that is visible at a field now. */
  getFieldError: (field: string) => string | null;
  /** Marks a field as touched after blur, so that its errors become visible. */
  markTouched: (field: string) => void;
  /** Opens the tab of the field and focuses the field. */
  focusField: (field: string) => void;
};

export const BuilderContext = createContext<BuilderContextValue | null>(null);

export function useBuilder(): BuilderContextValue {
  const builder = use(BuilderContext);
  if (!builder) throw new Error('A field of the builder stands outside of it');
  return builder;
}
