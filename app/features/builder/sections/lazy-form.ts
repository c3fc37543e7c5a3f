import { useEffect } from 'react';

import { createLazyScript } from '#app/components/utils/load-at-first-input.ts';

/**
 * The script of the Delivery, Design and Settings tabs, because the builder opens with the Content tab, of rarely used fields, and of
 * two dialogs.
 */
export const lazyForm = createLazyScript(() => import('./lazy-form-parts.ts'));

/** The script of the form parts while they are shown and once it is loaded; null otherwise. */
export function useLazyForm(isShown = true) {
  const parts = lazyForm.useLoaded();
  useEffect(() => {
    if (isShown) void lazyForm.load().catch(() => undefined);
  }, [isShown]);
  return isShown ? parts : null;
}
