import type { PageHold } from '#domain/page-guard.ts';

import type { PageRow } from '#server/db/pages.ts';

type HoldFacts = Pick<PageRow, 'suspendedAt' | 'suspendedFor' | 'pausedUntil' | 'pausedBy'>;

/** Returns why a page takes no payments against its seller's will at `realNow`. A suspension wins over a pause. */
export function pageHoldOf(
  { suspendedAt, suspendedFor, pausedUntil, pausedBy }: HoldFacts,
  realNow: Date,
): PageHold | null {
  if (suspendedAt) return { kind: 'suspended', reason: suspendedFor ?? '', since: suspendedAt.toISOString() };
  if (!pausedUntil || pausedUntil <= realNow) return null;
  return { kind: 'paused', by: pausedBy ?? 'refusals', until: pausedUntil.toISOString() };
}
