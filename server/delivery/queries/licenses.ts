import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm';

import { type CurrentLicenseState, LICENSES_PER_PAGE } from '#domain/entitlement.ts';
import type { Mode } from '#domain/payment-mode.ts';
import { isOneOf } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { firstRow } from '#server/db/rows.ts';
import { activations, deliverables, entitlements, licenses } from '#server/db/schema-delivery.ts';
import { checkoutAttempts, orders } from '#server/db/schema-orders.ts';
import { pages } from '#server/db/schema-pages.ts';

export type License = typeof licenses.$inferSelect;
export type Activation = typeof activations.$inferSelect;
export type Deliverable = typeof deliverables.$inferSelect;

const isActive = isNull(activations.endedAt);

const activationCount = sql<number>`(select count(*)::int from ${activations}
  where ${eq(activations.licenseId, licenses.id)} and ${isActive})`;

/** Licenses with what they are for and who bought them; unused ones have no order. */
const selectLicenses = (db: Db) =>
  db
    .select({
      license: licenses,
      deliverableName: deliverables.name,
      pageId: deliverables.pageId,
      activationCount,
      /** When the buyer's access ends by itself. */
      accessEndsAt: entitlements.endsAt,
      orderId: orders.id,
      orderNumber: orders.number,
      orderState: orders.state,
      buyerEmail: orders.email,
    })
    .from(licenses)
    .innerJoin(deliverables, eq(deliverables.id, licenses.deliverableId))
    .leftJoin(entitlements, eq(entitlements.id, licenses.entitlementId))
    .leftJoin(orders, eq(orders.attemptId, entitlements.attemptId));

export type LicenseDetails = Awaited<ReturnType<typeof selectLicenses>>[number];

/** The seller's licenses of a mode. Unused ones are for orders of either mode. */
const isOfSeller = (sellerId: string, mode: Mode): SQL | undefined =>
  and(eq(licenses.sellerId, sellerId), or(eq(licenses.mode, mode), isNull(licenses.mode)));

export const findLicense = (db: Db, sellerId: string, mode: Mode, id: string): Promise<LicenseDetails | null> =>
  firstRow(selectLicenses(db).where(and(isOfSeller(sellerId, mode), eq(licenses.id, id))));

/** A license key as a program names it. `hashes`: with each secret in use. */
export type LicenseName = { mode: Mode; deliverableId: string; hashes: readonly string[] };

const isNamed = ({ mode, deliverableId, hashes }: LicenseName): SQL | undefined =>
  and(
    eq(licenses.deliverableId, deliverableId),
    inArray(licenses.keyHash, [...hashes]),
    eq(licenses.mode, mode),
    isNotNull(licenses.entitlementId),
  );

/** A license that was sold. */
export const findSoldLicense = (db: Db, name: LicenseName): Promise<LicenseDetails | null> =>
  firstRow(selectLicenses(db).where(isNamed(name)));

/** The same; other transactions wait until this one ends. */
export async function findSoldLicenseForUpdate(tx: Db, name: LicenseName): Promise<LicenseDetails | null> {
  await tx.select({ id: licenses.id }).from(licenses).where(isNamed(name)).for('update');
  return findSoldLicense(tx, name);
}

export type LicenseFilter = {
  deliverableId?: string | undefined;
  state?: CurrentLicenseState | undefined;
  /** Whole email address of the buyer. */
  email?: string | undefined;
  /** Last characters of the key, normalized, or a part of the buyer's email address. */
  search?: { ending: string; email: string } | undefined;
};

export type LicenseQuery = { sellerId: string; mode: Mode; now: Date; filter: LicenseFilter };

function isInState(state: CurrentLicenseState, now: Date): SQL | undefined {
  if (state === 'expired') return and(eq(licenses.state, 'active'), lte(licenses.expiresAt, now));
  if (state === 'active')
    return and(eq(licenses.state, state), or(isNull(licenses.expiresAt), gt(licenses.expiresAt, now)));
  return eq(licenses.state, state);
}

function matchesQuery({ sellerId, mode, now, filter: { deliverableId, state, email, search } }: LicenseQuery) {
  return and(
    isOfSeller(sellerId, mode),
    deliverableId === undefined ? undefined : eq(licenses.deliverableId, deliverableId),
    state && isInState(state, now),
    email === undefined ? undefined : sql`lower(${orders.email}) = lower(${email}::text)`,
    search &&
      or(
        search.ending === ''
          ? undefined
          : sql`right(${licenses.ending}, length(${search.ending}::text)) = ${search.ending}`,
        sql`strpos(lower(${orders.email}), lower(${search.email}::text)) > 0`,
      ),
  );
}

/** Sold last first, then unused ones. `page` counts from 1. */
export const listLicensePage = (db: Db, query: LicenseQuery, page: number): Promise<LicenseDetails[]> =>
  selectLicenses(db)
    .where(matchesQuery(query))
    .orderBy(sql`${licenses.assignedAt} desc nulls last`, desc(licenses.createdAt), desc(licenses.id))
    .limit(LICENSES_PER_PAGE)
    .offset((page - 1) * LICENSES_PER_PAGE);

export async function countLicenses(db: Db, query: LicenseQuery): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(licenses)
    .leftJoin(entitlements, eq(entitlements.id, licenses.entitlementId))
    .leftJoin(orders, eq(orders.attemptId, entitlements.attemptId))
    .where(matchesQuery(query));
  return row?.count ?? 0;
}

/** Created last first, after the one with this sort key. */
export const listLicensesBefore = (
  db: Db,
  query: LicenseQuery,
  before: { createdAt: Date; id: string } | null,
  limit: number,
): Promise<LicenseDetails[]> =>
  selectLicenses(db)
    .where(
      and(
        matchesQuery(query),
        before
          ? or(
              lt(licenses.createdAt, before.createdAt),
              and(eq(licenses.createdAt, before.createdAt), lt(licenses.id, before.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(licenses.createdAt), desc(licenses.id))
    .limit(limit);

/** Fields that a seller may change. */
export type LicenseUpdate = Partial<Pick<License, 'maxActivations' | 'expiresAt'>>;

export const updateLicenseRow = async (db: Db, id: string, change: LicenseUpdate): Promise<void> =>
  void (await db.update(licenses).set(change).where(eq(licenses.id, id)));

/** Devices of a license, latest first. */
export const listActivations = (db: Db, licenseId: string): Promise<Activation[]> =>
  db
    .select()
    .from(activations)
    .where(eq(activations.licenseId, licenseId))
    .orderBy(desc(activations.createdAt), desc(activations.id));

/** The active device of a license with this fingerprint. */
export const findActivation = (db: Db, licenseId: string, fingerprintHash: string): Promise<Activation | null> =>
  firstRow(
    db
      .select()
      .from(activations)
      .where(and(eq(activations.licenseId, licenseId), eq(activations.fingerprintHash, fingerprintHash), isActive)),
  );

/** A device of one of the seller's licenses, also one that was removed. */
export const findActivationOfSeller = (
  db: Db,
  sellerId: string,
  mode: Mode,
  id: string,
): Promise<{ licenseId: string } | null> =>
  firstRow(
    db
      .select({ licenseId: activations.licenseId })
      .from(activations)
      .innerJoin(licenses, eq(licenses.id, activations.licenseId))
      .where(and(isOfSeller(sellerId, mode), eq(activations.id, id))),
  );

export const insertActivation = async (tx: Db, row: Activation): Promise<void> =>
  void (await tx.insert(activations).values(row));

/** Ends an activation; null if it has ended already. */
export const endActivationRow = (tx: Db, id: string, endedAt: Date): Promise<Activation | null> =>
  firstRow(
    tx
      .update(activations)
      .set({ endedAt })
      .where(and(eq(activations.id, id), isActive))
      .returning(),
  );

/** The seller's deliverable with license keys, locked until the transaction ends. */
export const findKeyDeliverableForUpdate = (tx: Db, sellerId: string, id: string): Promise<Deliverable | null> =>
  firstRow(
    tx
      .select()
      .from(deliverables)
      .where(and(eq(deliverables.sellerId, sellerId), eq(deliverables.id, id), eq(deliverables.kind, 'keys')))
      .for('no key update'),
  );

/**
 * Deliverables with license keys, locked in a fixed order, so that transactions that take keys wait for each other. A stronger
 * lock would wait for entitlements that others have just inserted, and could end in a deadlock.
 */
export const listKeyDeliverablesForUpdate = (tx: Db, ids: readonly string[]): Promise<Deliverable[]> =>
  tx
    .select()
    .from(deliverables)
    .where(and(isOneOf(deliverables.id, ids, 'uuid'), eq(deliverables.kind, 'keys')))
    .orderBy(asc(deliverables.id))
    .for('no key update');

/** `keys`: the fewest unused keys that the seller was warned about; null: none since keys were added. */
export const updateWarnedAtKeys = async (tx: Db, deliverableId: string, keys: number | null): Promise<void> =>
  void (await tx.update(deliverables).set({ warnedAtKeys: keys }).where(eq(deliverables.id, deliverableId)));

/** Keys of a list that were not sold. */
const isUnused = (deliverableId: string): SQL | undefined =>
  and(eq(licenses.deliverableId, deliverableId), isNull(licenses.entitlementId));

/** Counts the unused keys of a list, up to `limit`: the rest would take time and change nothing. */
export async function countUnusedKeys(db: Db, deliverableId: string, limit?: number): Promise<number> {
  const found = db.select({ id: licenses.id }).from(licenses).where(isUnused(deliverableId));
  const rows = limit === undefined ? found.as('unused') : found.limit(limit).as('unused');
  const [row] = await db.select({ count: count() }).from(rows);
  return row?.count ?? 0;
}

export const countKeys = (db: Db, deliverableId: string): Promise<number> =>
  db.$count(licenses, eq(licenses.deliverableId, deliverableId));

/** Which of these hashes keys of the deliverable have. */
export async function listExistingHashes(db: Db, deliverableId: string, hashes: readonly string[]) {
  const rows = await db
    .select({ keyHash: licenses.keyHash })
    .from(licenses)
    .where(and(eq(licenses.deliverableId, deliverableId), isOneOf(licenses.keyHash, hashes, 'text')));
  return new Set(rows.map(({ keyHash }) => keyHash));
}

/**
 * Counts the units in all running checkouts and pending orders of a seller, each of which may need a key. Locks the page,
 * so that no checkout of it starts until the transaction ends.
 */
export async function countUnpaidUnits(
  tx: Db,
  { sellerId, pageId }: Pick<Deliverable, 'sellerId' | 'pageId'>,
): Promise<number> {
  await tx.select({ id: pages.id }).from(pages).where(eq(pages.id, pageId)).for('no key update');
  const { lines, quantity, state, hasReservation } = checkoutAttempts;
  const lineUnits = sql`(select sum((line ->> 'quantity')::int) from jsonb_array_elements(${lines}) as line)`;
  const [row] = await tx
    .select({ units: sql<number>`coalesce(sum(coalesce(${lineUnits}, ${quantity})), 0)::int` })
    .from(checkoutAttempts)
    .leftJoin(orders, eq(orders.attemptId, checkoutAttempts.id))
    .where(
      and(
        eq(checkoutAttempts.sellerId, sellerId),
        hasReservation,
        or(ne(state, 'completed'), eq(orders.state, 'pending')),
      ),
    );
  return row?.units ?? 0;
}

/** Deletes the unused keys of a list except the `kept` oldest ones; returns their number. */
export async function deleteUnusedKeys(tx: Db, deliverableId: string, kept: number): Promise<number> {
  const surplus = tx
    .select({ id: licenses.id })
    .from(licenses)
    .where(isUnused(deliverableId))
    .orderBy(asc(licenses.createdAt), asc(licenses.id))
    .offset(kept)
    .for('update');
  const deleted = tx
    .$with('deleted')
    .as(tx.delete(licenses).where(inArray(licenses.id, surplus)).returning({ id: licenses.id }));
  const [row] = await tx.with(deleted).select({ count: count() }).from(deleted);
  return row?.count ?? 0;
}

/** A deliverable with license keys; `unusedKeys` null: it makes its keys, or was removed from its page. */
export type KeyDeliverable = { id: string; name: string; unusedKeys: number | null };

export function listKeyDeliverables(db: Db, sellerId: string): Promise<KeyDeliverable[]> {
  const hasList = and(isNull(deliverables.removedAt), eq(sql`${deliverables.settings} ->> 'source'`, 'list'));
  const unusedCount = sql`(select count(*)::int from ${licenses}
    where ${eq(licenses.deliverableId, deliverables.id)} and ${isNull(licenses.entitlementId)})`;
  const hasLicenses = sql`exists (select from ${licenses} where ${eq(licenses.deliverableId, deliverables.id)})`;
  return db
    .select({
      id: deliverables.id,
      name: deliverables.name,
      unusedKeys: sql<number | null>`case when ${hasList} then ${unusedCount} end`,
    })
    .from(deliverables)
    .where(
      and(
        eq(deliverables.sellerId, sellerId),
        eq(deliverables.kind, 'keys'),
        or(isNull(deliverables.removedAt), hasLicenses),
      ),
    )
    .orderBy(asc(deliverables.name), asc(deliverables.id));
}
