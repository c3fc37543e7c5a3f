import { createLazyScript } from '#app/components/utils/load-at-first-input.ts';

/** The script of the Design and Settings tabs, because the builder opens with the Content tab, and of rarely used fields. */
export const lazyForm = createLazyScript(() => import('./lazy-form-parts.ts'));
