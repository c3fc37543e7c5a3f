import { AUDIT_ADDRESS_DAYS, AUDIT_KEPT_DAYS } from '#domain/audit.ts';

import type { Context } from '#server/context.ts';
import { deleteAuditEntriesBefore, updateAuditForgotten } from '#server/db/audit-entries.ts';
import { deleteReportsClosedBefore } from '#server/db/page-reports.ts';
import { DAY_MS } from '#server/http/rate-limits.ts';

/** Lets go of what is older than it is kept. Real time. */
export async function sweepAudit({ db, realNow }: Pick<Context, 'db' | 'realNow'>): Promise<void> {
  const daysAgo = (days: number) => new Date(realNow().getTime() - days * DAY_MS);
  await updateAuditForgotten(db, daysAgo(AUDIT_ADDRESS_DAYS));
  await deleteAuditEntriesBefore(db, daysAgo(AUDIT_KEPT_DAYS));
  await deleteReportsClosedBefore(db, daysAgo(AUDIT_KEPT_DAYS));
}
