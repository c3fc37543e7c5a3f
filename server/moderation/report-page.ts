import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { REPORT_REASON_LABELS, type ReportReason } from '#domain/page-guard.ts';

import { recordAudit } from '#server/audit/audit.ts';
import type { Context } from '#server/context.ts';
import { queueMail } from '#server/db/outbox.ts';
import { findReportedPage, insertPageReport } from '#server/db/page-reports.ts';

export type Report = { slug: string; reason: ReportReason; words: string; email: string | null };

/** Stores a report about a page, if the page exists, and emails the operator about the first report of a day. */
export async function reportPage(context: Context, report: Report, address: string | null): Promise<void> {
  const { db } = context;
  const page = await findReportedPage(db, report.slug);
  if (!page) return;
  const { slug, words, ...details } = report;
  const now = context.realNow();
  const { pageId, versionId, sellerId } = page;
  const queued = await db.transaction(async (tx) => {
    const id = await insertPageReport(tx, { pageId, versionId, ...details, message: words, createdAt: now });
    await recordAudit(context, tx, {
      actor: 'shop',
      sellerId,
      action: 'page_reported',
      subject: pageId,
      facts: { report: id, reason: report.reason },
      address,
    });
    const to = context.config.operatorEmail;
    if (!to) return false;
    return queueMail(tx, {
      key: `page_reported:${pageId}:${now.toISOString().slice(0, 10)}`,
      to,
      mail: {
        kind: 'page_reported',
        slug,
        name: parseStoredConfig(page.schema, page.config).productName,
        reason: REPORT_REASON_LABELS[report.reason],
        words: report.words,
        email: report.email,
      },
      now: context.now(),
    });
  });
  context.log.warn({ page: pageId, reason: report.reason }, 'a page was reported');
  if (queued) context.wake('outbox');
}
