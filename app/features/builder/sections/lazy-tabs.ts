import { createLazyScript } from '#app/components/utils/load-at-first-input.ts';

/** The script of the Design and Settings tabs, because the builder opens with the Content tab. */
export const lazyTabs = createLazyScript(() => import('./design-and-settings-tabs.ts'));
