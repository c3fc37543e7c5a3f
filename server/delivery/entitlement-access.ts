import { and, asc, eq, ne } from 'drizzle-orm';

import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { deliverables, entitlements, fileVersions, licenses, storedFiles } from '#server/db/schema-delivery.ts';
import { pages } from '#server/db/schema-pages.ts';

type License = typeof licenses.$inferSelect;

/** Access to a deliverable with what it delivers now. */
export type BuyerEntitlement = {
  entitlement: typeof entitlements.$inferSelect;
  deliverable: typeof deliverables.$inferSelect;
  /** The version that buyers get; null for other kinds, and until a file is uploaded. */
  file: (typeof fileVersions.$inferSelect & { bytes: number }) | null;
  /** Its license keys, without replaced ones. */
  licenses: License[];
  /** When the operator suspended the page. */
  suspendedAt: Date | null;
};

/** Lists what the orders of these attempts deliver, in the order in which access was given. */
export async function listBuyerEntitlements(db: Db, attemptIds: readonly string[]): Promise<BuyerEntitlement[]> {
  if (attemptIds.length === 0) return [];
  const rows = await db
    .select({
      entitlement: entitlements,
      deliverable: deliverables,
      version: fileVersions,
      bytes: storedFiles.bytes,
      suspendedAt: pages.suspendedAt,
    })
    .from(entitlements)
    .innerJoin(deliverables, eq(deliverables.id, entitlements.deliverableId))
    .innerJoin(pages, eq(pages.id, deliverables.pageId))
    .leftJoin(
      fileVersions,
      and(eq(fileVersions.deliverableId, deliverables.id), eq(fileVersions.number, deliverables.currentVersion)),
    )
    .leftJoin(storedFiles, eq(storedFiles.sha256, fileVersions.sha256))
    .where(isOneOf(entitlements.attemptId, attemptIds, 'uuid'))
    .orderBy(asc(entitlements.createdAt), asc(entitlements.lineKey), asc(deliverables.createdAt), asc(deliverables.id));
  const withKeys = rows.filter(({ deliverable }) => deliverable.kind === 'keys');
  const keysById = Map.groupBy(
    await listLicensesOf(
      db,
      withKeys.map(({ entitlement }) => entitlement.id),
    ),
    ({ entitlementId }) => entitlementId,
  );
  return rows.map(({ version, bytes, ...row }) => ({
    ...row,
    file: version && { ...version, bytes: bytes ?? 0 },
    licenses: keysById.get(row.entitlement.id) ?? [],
  }));
}

async function listLicensesOf(db: Db, entitlementIds: readonly string[]): Promise<License[]> {
  if (entitlementIds.length === 0) return [];
  return db
    .select()
    .from(licenses)
    .where(and(isOneOf(licenses.entitlementId, entitlementIds, 'uuid'), ne(licenses.state, 'replaced')))
    .orderBy(asc(licenses.assignedAt), asc(licenses.id));
}

export const unsealLicenseKey = ({ secrets }: Pick<Context, 'secrets'>, { id, sealedKey }: License): string =>
  secrets.unseal(sealedKey, SEALED_CELLS.licenseKey(id));
