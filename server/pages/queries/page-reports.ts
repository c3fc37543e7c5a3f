import { and, count, desc, eq, isNull, lt } from 'drizzle-orm';

import type { ReportOutcome } from '#domain/page-moderation.ts';
import type { Db } from '#server/db/client.ts';
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
export async function hasReport(db: Db, pageId: string, message: string): Promise<boolean> {
  const [row] = await db
    .select({ id: pageReports.id })
    .from(pageReports)
    .where(and(eq(pageReports.pageId, pageId), eq(pageReports.message, message)))
    .limit(1);
  return row !== undefined;
}

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

export async function countOpenPageReports(db: Db, pageId: string): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(pageReports)
    .where(and(eq(pageReports.pageId, pageId), isNull(pageReports.closedAt)));
  return row?.open ?? 0;
}

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

/** Closes all open reports of a page. */
export async function closePageReports(db: Db, pageId: string, outcome: ReportOutcome, now: Date): Promise<void> {
  await db
    .update(pageReports)
    .set({ closedAt: now, outcome })
    .where(and(eq(pageReports.pageId, pageId), isNull(pageReports.closedAt)));
}

/** Deletes reports that were closed before a time. */
export async function deleteReportsClosedBefore(db: Db, before: Date): Promise<void> {
  await db.delete(pageReports).where(lt(pageReports.closedAt, before));
}
