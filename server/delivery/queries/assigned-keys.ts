import { and, asc, eq, isNull, sql } from 'drizzle-orm';

import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { deliverables, entitlements, licenses } from '#server/db/schema-delivery.ts';

export type EntitlementRow = typeof entitlements.$inferSelect;
export type LicenseRow = typeof licenses.$inferSelect;
export type DeliverableRow = typeof deliverables.$inferSelect;

/** Locks the oldest unused keys of a list that no other transaction takes, at most `limit`. */
export const lockUnusedKeys = (tx: Db, deliverableId: string, limit: number): Promise<LicenseRow[]> =>
  tx
    .select()
    .from(licenses)
    .where(and(eq(licenses.deliverableId, deliverableId), isNull(licenses.entitlementId)))
    .orderBy(asc(licenses.createdAt), asc(licenses.id))
    .limit(limit)
    .for('update', { skipLocked: true });

export const insertLicense = async (tx: Db, license: LicenseRow): Promise<void> =>
  void (await tx.insert(licenses).values(license));

export const updateLicense = async (tx: Db, { id, ...columns }: LicenseRow): Promise<void> =>
  void (await tx.update(licenses).set(columns).where(eq(licenses.id, id)));

/** Lets a buyer keep access to refunded lines of an order, unless the seller has decided otherwise. `lineKeys`: null for all. */
export async function keepAccess(tx: Db, attemptId: string, lineKeys: readonly string[] | null): Promise<void> {
  await tx
    .update(entitlements)
    .set({ decision: 'kept' })
    .where(
      and(
        eq(entitlements.attemptId, attemptId),
        isNull(entitlements.decision),
        lineKeys ? isOneOf(entitlements.lineKey, lineKeys, 'text') : undefined,
      ),
    );
}

/** An entitlement that has changed. `hasNewEnd`: its keys expire at another time now. */
type ChangedEntitlement = { entitlement: EntitlementRow; hasNewEnd: boolean };

/** Gives keys the state of their entitlement, and its end where that has changed. Replaced keys stay what they are. */
export async function updateKeysOf(tx: Db, changes: readonly ChangedEntitlement[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.map(({ entitlement: { id, state, endsAt }, hasNewEnd }) => ({ id, state, endsAt, hasNewEnd }));
  await tx.execute(sql`
    update ${licenses} l set state = r.state,
      expires_at = case when r."hasNewEnd" then r."endsAt" else l.expires_at end
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as r(id uuid, state text, "endsAt" timestamptz, "hasNewEnd" boolean)
    where l.entitlement_id = r.id and l.state <> 'replaced'`);
}

/** Number of unused keys of each of these deliverables, counted up to `limit`. */
export async function countUnusedKeysOf(
  db: Db,
  deliverableIds: readonly string[],
  limit: number,
): Promise<Map<string, number>> {
  const isUnused = and(eq(licenses.deliverableId, deliverables.id), isNull(licenses.entitlementId));
  const rows = await db
    .select({
      id: deliverables.id,
      count: sql<number>`(select count(*)::int from (select from ${licenses} where ${isUnused} limit ${limit}) unused)`,
    })
    .from(deliverables)
    .where(isOneOf(deliverables.id, deliverableIds, 'uuid'));
  return new Map(rows.map((row) => [row.id, row.count]));
}

/** Number of keys of each deliverable that orders still have to get: pending ones, and those that the list had none for. */
export async function countMissingKeysOf(db: Db, deliverableIds: readonly string[]): Promise<Map<string, number>> {
  const isMissing = sql`${entitlements.missingKeys} > 0 and ${entitlements.state} <> 'ended'`;
  const rows = await db
    .select({ id: entitlements.deliverableId, count: sql<number>`sum(${entitlements.missingKeys})::int` })
    .from(entitlements)
    .where(and(isOneOf(entitlements.deliverableId, deliverableIds, 'uuid'), isMissing))
    .groupBy(entitlements.deliverableId);
  return new Map(rows.map((row) => [row.id, row.count]));
}
