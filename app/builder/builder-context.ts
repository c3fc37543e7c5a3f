import { createContext, use, type Dispatch } from 'react';

import type { PageCounts } from '#domain/calls.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';

import type { BuilderAction, ConfigKey } from './builder-state.ts';

/** What every field of the form works with. */
export type BuilderDesk = {
  config: CheckoutPageConfig;
  dispatch: Dispatch<BuilderAction>;
  set: <Key extends ConfigKey>(key: Key, value: CheckoutPageConfig[Key]) => void;
  /** Several fields, or parts of them, at once; `run` names what is being typed in. */
  patch: (patch: Partial<CheckoutPageConfig>, run?: string) => void;
  /** What is taken of what is limited; null while it is not known, and of a page that was never published. */
  counts: PageCounts | null;
  /** Where buyers find the page; null while they do not. */
  liveUrl: string | null;
  /** The address that the page has at present; null before it was published. */
  liveSlug: string | null;
  /** The problem that is told at a field now. */
  problemOf: (field: string) => string | null;
  /** A field was left: from now on its problem is told. */
  leave: (field: string) => void;
  /** Opens the field's tab and puts the focus into it. */
  jump: (field: string) => void;
};

export const BuilderContext = createContext<BuilderDesk | null>(null);

export function useBuilder(): BuilderDesk {
  const desk = use(BuilderContext);
  if (!desk) throw new Error('A field of the builder stands outside of it');
  return desk;
}
