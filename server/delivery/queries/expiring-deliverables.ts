import { and, eq, exists, gt, inArray, isNull, lt, lte, max, ne, notExists, sql } from 'drizzle-orm';

import {
  ACCESS_DAYS_AFTER_DELETION,
  createDeliverableSettings,
  DELIVERABLE_KINDS,
  type DeliverableKind,
} from '#domain/deliverable.ts';
import type { Mode } from '#domain/payment-mode.ts';
import { DAY_MS } from '#domain/time-units.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { hasRows } from '#server/db/rows.ts';
import {
  accessLinks,
  activations,
  deliverables,
  downloads,
  entitlements,
  fileVersions,
  licenses,
  signingSecrets,
  uploads,
} from '#server/db/schema-delivery.ts';
import { orders } from '#server/db/schema-orders.ts';
import { outbox } from '#server/db/schema-outbox.ts';

// What remains of a seller's deliverables after the deletion of the account.

const accessTo = (db: Db) =>
  db
    .select({ id: entitlements.id })
    .from(entitlements)
    .where(and(eq(entitlements.deliverableId, deliverables.id), ne(entitlements.state, 'ended')));

/** Whether buyers have access to anything that the seller delivers. */
export const hasBuyersWithAccess = (db: Db, sellerId: string): Promise<boolean> =>
  hasRows(
    db
      .select({ id: deliverables.id })
      .from(deliverables)
      .where(and(eq(deliverables.sellerId, sellerId), exists(accessTo(db))))
      .limit(1),
  );

/**
 * Deletes keys that were not sold, and ends uploads. Everything else goes when `deleteExpiredContents` runs: after 30 days,
 * or at once if no buyer has access to it. `business` and `real`: times of the two clocks.
 */
export async function expireDeliverables(
  tx: Db,
  sellerId: string,
  { business, real }: { business: Date; real: Date },
): Promise<void> {
  await tx.update(uploads).set({ expiresAt: real }).where(eq(uploads.sellerId, sellerId));
  await tx.delete(licenses).where(and(eq(licenses.sellerId, sellerId), isNull(licenses.entitlementId)));
  const end = new Date(business.getTime() + ACCESS_DAYS_AFTER_DELETION * DAY_MS).toISOString();
  const now = business.toISOString();
  await tx
    .update(deliverables)
    .set({
      removedAt: sql`coalesce(${deliverables.removedAt}, ${now}::timestamptz)`,
      expiresAt: sql`case when ${exists(accessTo(tx))} then ${end}::timestamptz else ${now}::timestamptz end`,
    })
    .where(and(eq(deliverables.sellerId, sellerId), isNull(deliverables.expiresAt)));
  await deleteUnneededSecrets(tx, [sellerId], business);
}

/** Deletes the secrets of sellers without accounts whose links no buyer can open any longer. */
async function deleteUnneededSecrets(tx: Db, sellerIds: readonly string[], now: Date): Promise<void> {
  const needed = tx
    .select({ id: deliverables.id })
    .from(deliverables)
    .where(and(eq(deliverables.sellerId, signingSecrets.sellerId), gt(deliverables.expiresAt, now)));
  await tx.delete(signingSecrets).where(and(isOneOf(signingSecrets.sellerId, sellerIds, 'uuid'), notExists(needed)));
}

/** Beginning of the keys of emails to buyers whose seller has deleted the account. */
const EMAIL_KEY = 'access_ends';

/** A buyer of a deleted seller. `attemptId`: that of their newest order. */
export type DepartingBuyer = { key: string; attemptId: string; names: string[]; accessUntil: Date };

/** Lists buyers who have access for a limited time, because their seller deleted the account, and were not emailed yet. */
export async function listDepartingBuyers(db: Db, mode: Mode, now: Date, limit: number): Promise<DepartingBuyer[]> {
  const key = sql<string>`${`${EMAIL_KEY}:${mode}:`}::text || ${orders.sellerId}::text || ':' || lower(${orders.email})`;
  const emailed = db.select({ id: outbox.id }).from(outbox).where(eq(outbox.dedupKey, key));
  const rows = await db
    .select({
      key,
      attemptId: sql<string>`(array_agg(${orders.attemptId} order by ${orders.number} desc))[1]`,
      names: sql<string[]>`array_agg(distinct ${deliverables.name})`,
      accessUntil: max(deliverables.expiresAt),
    })
    .from(deliverables)
    .innerJoin(entitlements, eq(entitlements.deliverableId, deliverables.id))
    .innerJoin(orders, eq(orders.attemptId, entitlements.attemptId))
    .where(
      and(
        gt(deliverables.expiresAt, now),
        eq(entitlements.mode, mode),
        inArray(entitlements.state, ['active', 'paused']),
        sql`${orders.email} is not null`,
        notExists(emailed),
      ),
    )
    .groupBy(sql`1`)
    .limit(limit);
  return rows.flatMap(({ accessUntil, ...row }) => (accessUntil ? [{ ...row, accessUntil }] : []));
}

/**
 * Deletes the contents of up to `limit` deliverables that have expired, and ends access to them. Their names stay with the
 * orders. Returns how many there were.
 */
export async function deleteExpiredContents(tx: Db, now: Date, limit: number): Promise<number> {
  const expired = await tx
    .select({ id: deliverables.id, kind: deliverables.kind, sellerId: deliverables.sellerId })
    .from(deliverables)
    // Deleting contents is the last change of a deliverable.
    .where(and(lt(deliverables.expiresAt, now), lte(deliverables.updatedAt, deliverables.expiresAt)))
    .limit(limit)
    .for('update', { skipLocked: true });
  if (expired.length === 0) return 0;
  const ids = expired.map(({ id }) => id);
  const isEntitled = isOneOf(entitlements.deliverableId, ids, 'uuid');
  const entitled = tx.select({ id: entitlements.id }).from(entitlements).where(isEntitled);
  const attempts = tx.select({ id: entitlements.attemptId }).from(entitlements).where(isEntitled);
  const isLicensed = isOneOf(licenses.deliverableId, ids, 'uuid');
  const licensed = tx.select({ id: licenses.id }).from(licenses).where(isLicensed);
  await tx.delete(activations).where(inArray(activations.licenseId, licensed));
  await tx.delete(licenses).where(isLicensed);
  await tx.delete(downloads).where(inArray(downloads.entitlementId, entitled));
  await tx.delete(accessLinks).where(inArray(accessLinks.attemptId, attempts));
  await tx.delete(fileVersions).where(isOneOf(fileVersions.deliverableId, ids, 'uuid'));
  await tx
    .update(entitlements)
    .set({
      state: 'ended',
      reason: sql`case when ${entitlements.state} = 'ended' then ${entitlements.reason} else 'revoked' end`,
      decision: 'revoked',
      recheckAt: null,
      changedAt: now,
    })
    .where(isEntitled);
  for (const kind of DELIVERABLE_KINDS) await clearDeliverables(tx, kind, ids, now);
  await deleteUnneededSecrets(tx, [...new Set(expired.map(({ sellerId }) => sellerId))], now);
  return expired.length;
}

const clearDeliverables = (tx: Db, kind: DeliverableKind, ids: readonly string[], now: Date) =>
  tx
    .update(deliverables)
    .set({ settings: createDeliverableSettings(kind), currentVersion: null, updatedAt: now })
    .where(and(eq(deliverables.kind, kind), isOneOf(deliverables.id, ids, 'uuid')));
