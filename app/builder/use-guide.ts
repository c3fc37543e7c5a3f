import { useEffect, useState } from 'react';

import { callRpc } from '#app/session/call.ts';

import { findNextStep, type GuideStep } from './guide-steps.ts';
import { useStoredFlag } from '#app/session/use-note.ts';

/** Returns whether the seller has published a page; null while unknown. Requests it only if `enabled`. */
function useHasPublished(enabled: boolean): boolean | null {
  const [published, setPublished] = useState<boolean | null>(null);
  useEffect(() => {
    if (!enabled) return;
    let current = true;
    callRpc('list-pages', {}).then(
      ({ pages }) => current && setPublished(pages.some(({ state }) => state !== 'draft')),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [enabled]);
  return published;
}

/**
 * Onboarding guide: shown on an unpublished page of a seller who has published nothing, until its steps are done or the
 * guide is dismissed.
 */
export function useGuide(userId: string, steps: readonly GuideStep[]) {
  const [isDismissed, setDismissed] = useStoredFlag(`guide-away ${userId}`);
  const [isEligible] = useState(() => steps.every(({ name, done }) => name !== 'publish' || !done));
  const hasPublished = useHasPublished(isEligible && isDismissed === false);
  const next = findNextStep(steps);
  const shown = isEligible && isDismissed === false && hasPublished === false && next !== null;
  return { shown, next, dismiss: () => setDismissed(true) };
}
