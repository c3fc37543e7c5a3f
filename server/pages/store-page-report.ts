import { integrationEmailMessages } from '#content/messages/emails-integration.ts';
import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import { findImpersonatedBrandInName } from '#domain/confusables.ts';
import { REPORT_REASON_LABELS, type ReportReason } from '#domain/page-moderation.ts';
import { recordAudit } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import { queueMail } from '#server/email/queries/outbox.ts';
import { findReportedPage, insertPageReport, hasReport } from '#server/pages/queries/page-reports.ts';
import { findCurrentAccount } from '#server/stripe/queries.ts';

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
      actor: 'system',
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
  context.log.warn({ page: pageId, reason: report.reason }, 'page_reported');
  if (queued) context.wake('outbox');
}

type PublishedPage = { pageId: string; sellerId: string; slug: string; name: string };

/**
 * Reports a page to the operator when the name of its product or seller imitates a trusted brand. The page stays on sale,
 * because a name alone proves nothing. Reports each name once, whatever the outcome.
 */
export async function reportImitation(
  context: Context,
  { pageId, sellerId, slug, name }: PublishedPage,
): Promise<void> {
  const { db, mode } = context;
  const account = await findCurrentAccount(db, sellerId, mode);
  const imitations = [name, account?.businessName ?? ''].flatMap((text) => findImpersonatedBrandInName(text) ?? []);
  const [brand] = imitations;
  if (!brand) return;
  const message = integrationEmailMessages.pageReported.automatic({ brand });
  if (await hasReport(db, pageId, message)) return;
  await reportPage(context, { slug, reason: 'imitation', words: message, email: null }, null);
}
