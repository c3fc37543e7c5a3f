import { useEffect, useState } from 'react';

import { call } from '#app/session/call.ts';

import { nextStep, type GuideStep } from './guide-steps.ts';
import { useNote } from '#app/session/use-note.ts';

/** Whether this seller has published anything yet; null until it is known, and asked only when it matters. */
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
 * The guide of a first run: shown while this seller has published nothing, on a page that is not published either,
 * until its steps are done or it was put away.
 */
export function useGuide(userId: string, steps: readonly GuideStep[]) {
  const [away, setAway] = useNote(`guide-away ${userId}`);
  const [first] = useState(() => steps.every(({ name, done }) => name !== 'publish' || !done));
  const hasPublished = useHasPublished(first && away === false);
  const next = nextStep(steps);
  const shown = first && away === false && hasPublished === false && next !== null;
  return { shown, next, dismiss: () => setAway(true) };
}
