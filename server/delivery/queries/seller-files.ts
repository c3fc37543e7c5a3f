import { and, asc, desc, eq, gt, isNotNull, max, notExists, or, sql } from 'drizzle-orm';

import { parseStoredConfig } from '#domain/checkout-page-schema.ts';
import type { SellerFile } from '#domain/delivery-rpc.ts';
import type { Mode } from '#domain/payment-mode.ts';
import type { Db } from '#server/db/client.ts';
import { firstRow } from '#server/db/rows.ts';
import { deliverables, entitlements, fileVersions, storedFiles } from '#server/db/schema-delivery.ts';
import { emailOptOuts, orders } from '#server/db/schema-orders.ts';
import { drafts, pages, pageVersions, slugs } from '#server/db/schema-pages.ts';

import { listDeliverablesByIds, toDeliverable } from './deliverables.ts';

/** Config of a page: the published one, or that of its draft. */
const pageConfig = {
  schema: sql<number | null>`coalesce(${pageVersions.schema}, ${drafts.schema})`,
  config: sql<unknown>`coalesce(${pageVersions.config}, ${drafts.config})`,
};

const isLiveVersion = and(eq(pageVersions.pageId, pages.id), eq(pageVersions.number, pages.liveVersion));

/** All files of a seller, newest first: those that their pages deliver, and removed ones that are still stored. */
export async function listSellerFiles(db: Db, sellerId: string): Promise<SellerFile[]> {
  const rows = await db
    .select({
      id: deliverables.id,
      removedAt: deliverables.removedAt,
      deletedAt: pages.deletedAt,
      pageName: pages.name,
      ...pageConfig,
      versions: sql<number>`count(${fileVersions.number})::int`,
      bytes: sql<string>`coalesce(sum(${storedFiles.bytes}), 0)`,
    })
    .from(deliverables)
    .innerJoin(pages, eq(pages.id, deliverables.pageId))
    .leftJoin(drafts, eq(drafts.pageId, pages.id))
    .leftJoin(pageVersions, isLiveVersion)
    .leftJoin(fileVersions, eq(fileVersions.deliverableId, deliverables.id))
    .leftJoin(storedFiles, eq(storedFiles.sha256, fileVersions.sha256))
    .where(and(eq(deliverables.sellerId, sellerId), eq(deliverables.kind, 'file')))
    .groupBy(deliverables.id, pages.id, drafts.pageId, pageVersions.id)
    .orderBy(desc(deliverables.createdAt), asc(deliverables.id));
  const details = await listDeliverablesByIds(
    db,
    rows.map(({ id }) => id),
  );
  const detailsById = new Map(details.map((row) => [row.id, toDeliverable(row)]));
  return rows.flatMap(({ id, removedAt, deletedAt, pageName, schema, config, versions, bytes }) => {
    const deliverable = detailsById.get(id);
    const removed = removedAt !== null || deletedAt !== null;
    if (!deliverable || (removed && versions === 0)) return [];
    const { name, pageId, file } = deliverable;
    const productName = schema === null ? '' : parseStoredConfig(schema, config).productName;
    return [
      {
        deliverableId: id,
        name,
        pageId,
        pageName: pageName ?? productName,
        removed,
        file,
        versions,
        bytes: Number(bytes),
      },
    ];
  });
}

/** When buyers of a page were last emailed about a new version of a file; null: never. */
export async function findLastAnnouncement(db: Db, pageId: string): Promise<Date | null> {
  const row = await firstRow(
    db
      .select({ at: max(deliverables.announcedAt) })
      .from(deliverables)
      .where(eq(deliverables.pageId, pageId)),
  );
  return row?.at ?? null;
}

/** How a page looks to its buyers, for emails. */
export async function findPageStyle(db: Db, pageId: string) {
  const row = await firstRow(
    db
      .select({ slug: slugs.slug, ...pageConfig })
      .from(pages)
      .leftJoin(drafts, eq(drafts.pageId, pages.id))
      .leftJoin(pageVersions, isLiveVersion)
      .leftJoin(slugs, and(eq(slugs.pageId, pages.id), sql`${slugs.releasedAt} is null`))
      .where(eq(pages.id, pageId)),
  );
  if (!row || row.schema === null) return null;
  const { productName, logo, accentColor, fonts } = parseStoredConfig(row.schema, row.config);
  return { slug: row.slug ?? '', productName, logo, accent: accentColor, fonts };
}

export type FileBuyer = { attemptId: string; email: string };

/** Buyers who have access to a deliverable now and did not decline emails about it, each once, with their newest order. */
export async function listActiveBuyers(db: Db, mode: Mode, deliverableId: string, now: Date): Promise<FileBuyer[]> {
  const optOut = db
    .select({ one: sql`1` })
    .from(emailOptOuts)
    .where(
      and(
        eq(emailOptOuts.mode, orders.mode),
        eq(emailOptOuts.sellerId, orders.sellerId),
        eq(emailOptOuts.email, sql`lower(${orders.email})`),
      ),
    );
  const rows = await db
    .selectDistinctOn([sql`lower(${orders.email})`], { attemptId: orders.attemptId, email: orders.email })
    .from(entitlements)
    .innerJoin(orders, eq(orders.attemptId, entitlements.attemptId))
    .where(
      and(
        eq(entitlements.deliverableId, deliverableId),
        eq(entitlements.mode, mode),
        eq(entitlements.state, 'active'),
        or(sql`${entitlements.endsAt} is null`, gt(entitlements.endsAt, now)),
        isNotNull(orders.email),
        notExists(optOut),
      ),
    )
    .orderBy(sql`lower(${orders.email})`, desc(orders.createdAt));
  return rows.flatMap(({ attemptId, email }) => (email === null ? [] : [{ attemptId, email }]));
}
