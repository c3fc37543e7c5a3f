import { AUDIT_ADDRESS_RETENTION_DAYS, AUDIT_RETENTION_DAYS } from '#domain/audit.ts';

import type { Context } from '#server/context.ts';
import { deleteAuditEntriesBefore, clearAuditAddressesBefore } from '#server/db/audit-entries.ts';
import { deleteReportsClosedBefore } from '#server/db/page-reports.ts';
import { DAY_MS } from '#server/http/rate-limits.ts';

/** Deletes expired audit entries and closed reports, and the IP addresses of older entries. Uses the system clock. */
export async function deleteExpiredAudit({ db, realNow }: Pick<Context, 'db' | 'realNow'>): Promise<void> {
  const daysAgo = (days: number) => new Date(realNow().getTime() - days * DAY_MS);
  await clearAuditAddressesBefore(db, daysAgo(AUDIT_ADDRESS_RETENTION_DAYS));
  await deleteAuditEntriesBefore(db, daysAgo(AUDIT_RETENTION_DAYS));
  await deleteReportsClosedBefore(db, daysAgo(AUDIT_RETENTION_DAYS));
}
