import type * as overlaysModule from '../overlays/index.ts';
import { createLazyScript } from './load-at-first-input.ts';

export type Overlays = typeof overlaysModule;

/** The script of dialogs, menus, popovers and toasts. */
export const {
  load: loadOverlays,
  useLoaded: useOverlays,
  useAtFirstInput: useOverlaysAtFirstInput,
} = createLazyScript<Overlays>(() => import('../overlays/index.ts'));
