import { and, asc, eq, ne, sql } from 'drizzle-orm';

import type { Context } from '#server/core/context.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { deliverables, entitlements, fileVersions, licenses, storedFiles } from '#server/db/schema-delivery.ts';
import { orderLines } from '#server/db/schema-orders.ts';
import { pages } from '#server/db/schema-pages.ts';

import { unsealLicenseKey } from './license-keys.ts';

const isCurrentVersion = and(
  eq(fileVersions.deliverableId, deliverables.id),
  eq(fileVersions.number, deliverables.currentVersion),
);

/**
 * What the orders of these attempts deliver, with the version of each file that buyers get and its size. Whether they may,
 * `state` says, and `suspendedAt`: when the operator suspended the page. `product`: the name of the product, in a bundle.
 */
export const listBuyerEntitlements = (db: Db, attemptIds: readonly string[]) =>
  db
    .select({
      entitlement: entitlements,
      deliverable: deliverables,
      file: fileVersions,
      bytes: storedFiles.bytes,
      suspendedAt: pages.suspendedAt,
      product: sql<string | null>`case when ${orderLines.itemPageId} is not null then ${orderLines.name} end`,
    })
    .from(entitlements)
    .innerJoin(deliverables, eq(deliverables.id, entitlements.deliverableId))
    .innerJoin(pages, eq(pages.id, deliverables.pageId))
    .leftJoin(
      orderLines,
      and(eq(orderLines.attemptId, entitlements.attemptId), eq(orderLines.key, entitlements.lineKey)),
    )
    .leftJoin(fileVersions, isCurrentVersion)
    .leftJoin(storedFiles, eq(storedFiles.sha256, fileVersions.sha256))
    .where(isOneOf(entitlements.attemptId, attemptIds, 'uuid'))
    .orderBy(asc(entitlements.createdAt), asc(entitlements.id));

export type BuyerEntitlement = Awaited<ReturnType<typeof listBuyerEntitlements>>[number];

/** The license keys of entitlements in full, without replaced ones. Only for buyers who may see them. */
export async function listLicenseKeys(
  context: Pick<Context, 'secrets'>,
  db: Db,
  entitlementIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .select({ id: licenses.id, sealedKey: licenses.sealedKey, entitlementId: licenses.entitlementId })
    .from(licenses)
    .where(and(isOneOf(licenses.entitlementId, entitlementIds, 'uuid'), ne(licenses.state, 'replaced')))
    .orderBy(asc(licenses.assignedAt), asc(licenses.id));
  const keys = new Map<string, string[]>();
  for (const { entitlementId, ...row } of rows) {
    if (entitlementId === null) continue;
    keys.set(entitlementId, [...(keys.get(entitlementId) ?? []), unsealLicenseKey(context, row)]);
  }
  return keys;
}
