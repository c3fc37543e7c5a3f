import { useEffect, useState } from 'react';

import { call } from '#app/session/call.ts';

import { nextStep, type GuideStep } from './guide-steps.ts';
import { useNote } from '#app/session/use-note.ts';

/** Returns whether the seller has published a page; null while unknown. Requests it only if `enabled`. */
function useHasPublished(asked: boolean): boolean | null {
  const [published, setPublished] = useState<boolean | null>(null);
  useEffect(() => {
    if (!asked) return;
    let current = true;
    call('list-pages', {}).then(
      ({ pages }) => current && setPublished(pages.some(({ state }) => state !== 'draft')),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [asked]);
  return published;
}

/**
 * Onboarding guide: shown on an unpublished page of a seller who has published nothing, until its steps are done or the
 * guide is dismissed.
 */
export function useGuide(userId: string, steps: readonly GuideStep[]) {
  const [away, setAway] = useNote(`guide-away ${userId}`);
  const [first] = useState(() => steps.every(({ name, done }) => name !== 'publish' || !done));
  const hasPublished = useHasPublished(first && away === false);
  const next = nextStep(steps);
  const shown = first && away === false && hasPublished === false && next !== null;
  return { shown, next, dismiss: () => setAway(true) };
}
