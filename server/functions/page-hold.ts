import type { PageHold } from '#domain/page-guard.ts';

import type { PageRow } from '#server/db/pages.ts';

/** What keeps a page from selling at a moment of the real clock without its seller's doing; what is for good comes first. */
export function pageHoldOf(
  { suspendedAt, suspendedFor, pausedUntil }: Pick<PageRow, 'suspendedAt' | 'suspendedFor' | 'pausedUntil'>,
  realNow: Date,
): PageHold | null {
  if (suspendedAt) return { kind: 'suspended', reason: suspendedFor ?? '', since: suspendedAt.toISOString() };
  return pausedUntil && pausedUntil > realNow ? { kind: 'paused', until: pausedUntil.toISOString() } : null;
}
