import { useEffect, useState } from 'react';

import { CallError } from '#app/session/call-error.ts';
import { useAsked, type Asked } from '#app/session/use-asked.ts';
import type { Analytics, AnalyticsAsk, AnalyticsLevel } from '#domain/analytics.ts';

import { askOf, type AnalyticsWish } from './analytics-wish.ts';

export const LOOK_EVERY_MS = 60_000;

export const isRefused = (error: unknown, code: string): boolean =>
  error instanceof CallError && error.code === code;

/** Last known level, so that a reopened page does not request what would be rejected. */
let lastLevel: AnalyticsLevel | null = null;

export type AskedAnalytics = Asked<Analytics> & { ask: AnalyticsAsk; level: AnalyticsLevel | null };

/**
 * Polls analytics every minute. With basic analytics, the query is repeated without comparison; other queries beyond the
 * level still fail with `plan_needed`.
 */
export function useAnalytics(wish: AnalyticsWish): AskedAnalytics {
  const [level, setLevel] = useState(lastLevel);
  const ask = askOf(wish, level);
  const asked = useAsked('get-analytics', ask, LOOK_EVERY_MS);
  const told = levelTold(asked);
  if (told !== null && told !== level) {
    setLevel(told);
  }
  useEffect(() => {
    lastLevel = level;
  }, [level]);
  const askedAgain = told === 'basic' && level !== 'basic';
  return { ...asked, error: askedAgain ? null : asked.error, ask, level: told ?? level };
}

function levelTold({ answer, late, error }: Asked<Analytics>): AnalyticsLevel | null {
  if (isRefused(error, 'plan_needed')) return 'basic';
  return answer && !late ? answer.level : null;
}
