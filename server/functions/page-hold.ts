import type { PageSuspension } from '#domain/page-guard.ts';

import type { PageRow } from '#server/db/pages.ts';

type SuspensionFields = Pick<PageRow, 'suspendedAt' | 'suspensionReason' | 'pausedUntil' | 'pauseCause'>;

/** Returns why a page takes no payments against its seller's will at `realNow`. A suspension wins over a pause. */
export function getPageSuspension(
  { suspendedAt, suspensionReason: suspendedFor, pausedUntil, pauseCause: pausedBy }: SuspensionFields,
  realNow: Date,
): PageSuspension | null {
  if (suspendedAt) return { kind: 'suspended', reason: suspendedFor ?? '', since: suspendedAt.toISOString() };
  if (!pausedUntil || pausedUntil <= realNow) return null;
  return { kind: 'paused', by: pausedBy ?? 'refusals', until: pausedUntil.toISOString() };
}
