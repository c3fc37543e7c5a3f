import { and, asc, count, eq, isNull, max, min, ne } from 'drizzle-orm';

import type { EntitlementState, OrderEntitlement } from '#domain/entitlement.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { activations, deliverables, downloads, entitlements, licenses } from '#server/db/schema-delivery.ts';
import { orders } from '#server/db/schema-orders.ts';

/** Lists what the orders of these attempts deliver, in the order in which access was given. */
export async function listOrderEntitlements(db: Db, attemptIds: readonly string[]): Promise<OrderEntitlement[]> {
  const rows = await db
    .select({ entitlement: entitlements, name: deliverables.name, kind: deliverables.kind, orderId: orders.id })
    .from(entitlements)
    .innerJoin(deliverables, eq(deliverables.id, entitlements.deliverableId))
    .innerJoin(orders, eq(orders.attemptId, entitlements.attemptId))
    .where(isOneOf(entitlements.attemptId, attemptIds, 'uuid'))
    .orderBy(asc(entitlements.createdAt), asc(entitlements.id));
  if (rows.length === 0) return [];
  const ids = rows.map(({ entitlement }) => entitlement.id);
  const downloadsById = await countDownloads(db, ids);
  const licensesById = Map.groupBy(await listLicensesOf(db, ids), ({ entitlementId }) => entitlementId);
  return rows.map(({ entitlement, name, kind, orderId }) => ({
    id: entitlement.id,
    orderId,
    lineKey: entitlement.lineKey,
    deliverableId: entitlement.deliverableId,
    kind,
    name,
    state: entitlement.state,
    reason: entitlement.reason,
    decision: entitlement.decision,
    endsAt: entitlement.endsAt?.toISOString() ?? null,
    createdAt: entitlement.createdAt.toISOString(),
    changedAt: entitlement.changedAt.toISOString(),
    downloads: downloadsById.get(entitlement.id) ?? { count: 0, firstAt: null, lastAt: null },
    licenses: (licensesById.get(entitlement.id) ?? []).map(({ entitlementId: _, ...license }) => license),
  }));
}

/** The states of what the orders of these attempts deliver, each once and in alphabetical order. */
export async function listEntitlementStates(
  db: Db,
  attemptIds: readonly string[],
): Promise<Map<string, EntitlementState[]>> {
  const { attemptId, state } = entitlements;
  const rows = await db
    .selectDistinct({ attemptId, state })
    .from(entitlements)
    .where(isOneOf(attemptId, attemptIds, 'uuid'))
    .orderBy(asc(attemptId), asc(state));
  const byAttempt = Map.groupBy(rows, (row) => row.attemptId);
  return new Map([...byAttempt].map(([id, rowsOfAttempt]) => [id, rowsOfAttempt.map((row) => row.state)]));
}

async function countDownloads(db: Db, ids: readonly string[]): Promise<Map<string, OrderEntitlement['downloads']>> {
  const rows = await db
    .select({
      id: downloads.entitlementId,
      count: count(),
      firstAt: min(downloads.startedAt),
      lastAt: max(downloads.startedAt),
    })
    .from(downloads)
    .where(isOneOf(downloads.entitlementId, ids, 'uuid'))
    .groupBy(downloads.entitlementId);
  return new Map(
    rows.map(({ id, firstAt, lastAt, ...sums }) => [
      id,
      { ...sums, firstAt: firstAt?.toISOString() ?? null, lastAt: lastAt?.toISOString() ?? null },
    ]),
  );
}

/** License keys of entitlements, without replaced ones, with the number of devices on which each is active. */
const listLicensesOf = (db: Db, ids: readonly string[]) =>
  db
    .select({
      entitlementId: licenses.entitlementId,
      id: licenses.id,
      ending: licenses.ending,
      state: licenses.state,
      maxActivations: licenses.maxActivations,
      activations: count(activations.id),
    })
    .from(licenses)
    .leftJoin(activations, and(eq(activations.licenseId, licenses.id), isNull(activations.endedAt)))
    .where(and(isOneOf(licenses.entitlementId, ids, 'uuid'), ne(licenses.state, 'replaced')))
    .groupBy(licenses.id)
    .orderBy(asc(licenses.assignedAt), asc(licenses.id));
