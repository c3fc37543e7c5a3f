import { and, desc, eq, isNull, lt } from 'drizzle-orm';

import type { ReportOutcome } from '#domain/page-moderation.ts';
import type { Db } from '#server/db/client.ts';
import { hasRow, hasValues } from '#server/db/rows.ts';
import { pages, pageVersions, slugs } from '#server/db/schema-pages.ts';
import { pageReports } from '#server/db/schema-protection.ts';

export type PageReport = typeof pageReports.$inferSelect;

/** The page published under a slug and its live version; null when there is none. */
export async function findReportedPage(db: Db, slug: string) {
  const [row] = await db
    .select({
      pageId: pages.id,
      sellerId: pages.sellerId,
      versionId: pageVersions.id,
      schema: pageVersions.schema,
      config: pageVersions.config,
    })
    .from(slugs)
    .innerJoin(pages, and(eq(pages.id, slugs.pageId), isNull(pages.deletedAt)))
    .innerJoin(pageVersions, and(eq(pageVersions.pageId, pages.id), eq(pageVersions.number, pages.liveVersion)))
    .where(eq(slugs.slug, slug));
  return row ?? null;
}

export async function insertPageReport(
  db: Db,
  report: Omit<PageReport, 'id' | 'closedAt' | 'outcome'>,
): Promise<string> {
  const id = crypto.randomUUID();
  await db.insert(pageReports).values({ ...report, id });
  return id;
}

/** Whether the same report exists for a page, open or closed. */
export const hasReport = (db: Db, pageId: string, message: string): Promise<boolean> =>
  hasRow(db, pageReports, hasValues(pageReports, { pageId, message }));

/** Open reports, newest first. */
export const listOpenReports = (db: Db, limit: number) =>
  db
    .select({ report: pageReports, slug: slugs.slug })
    .from(pageReports)
    .leftJoin(slugs, and(eq(slugs.pageId, pageReports.pageId), isNull(slugs.releasedAt)))
    .where(isNull(pageReports.closedAt))
    .orderBy(desc(pageReports.createdAt), desc(pageReports.id))
    .limit(limit);

/** All reports of a page, newest first. */
export const listPageReports = (db: Db, pageId: string, limit: number): Promise<PageReport[]> =>
  db
    .select()
    .from(pageReports)
    .where(eq(pageReports.pageId, pageId))
    .orderBy(desc(pageReports.createdAt), desc(pageReports.id))
    .limit(limit);

/** Closes a report; null when there is no open report with this id. */
export async function markReportClosed(
  db: Db,
  id: string,
  outcome: ReportOutcome,
  now: Date,
): Promise<{ pageId: string } | null> {
  const [row] = await db
    .update(pageReports)
    .set({ closedAt: now, outcome })
    .where(and(eq(pageReports.id, id), isNull(pageReports.closedAt)))
    .returning({ pageId: pageReports.pageId });
  return row ?? null;
}

export async function closePageReports(db: Db, pageId: string, outcome: ReportOutcome, now: Date): Promise<void> {
  await db
    .update(pageReports)
    .set({ closedAt: now, outcome })
    .where(and(eq(pageReports.pageId, pageId), isNull(pageReports.closedAt)));
}

export async function deleteReportsClosedBefore(db: Db, before: Date): Promise<void> {
  await db.delete(pageReports).where(lt(pageReports.closedAt, before));
}
