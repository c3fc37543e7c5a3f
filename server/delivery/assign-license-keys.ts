import type { KeySettings } from '#domain/deliverable.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import { insertMany, updateMany } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { entitlements, licenses } from '#server/db/schema-delivery.ts';
import { lockUnusedKeys, type EntitlementRow, type LicenseRow } from '#server/delivery/queries/assigned-keys.ts';
import { queueSellerMail } from '#server/sellers/seller-plans.ts';

import { generateLicenseKey, sealLicenseKey } from './license-keys.ts';
import { warnAboutKeys } from './warn-about-keys.ts';

/** An active entitlement that misses license keys. */
export type KeyEntitlement = {
  entitlement: EntitlementRow;
  /** The deliverable. */
  name: string;
  settings: KeySettings;
  order: { id: string; number: number };
};

/** Keys that the list lacks are looked for again after this time. */
const RETRY_MS = 10 * MINUTE_MS;

/**
 * Gives entitlements the keys that they miss, in the transaction that makes them active: newly made ones, or the oldest
 * unused ones of the seller's list. If the list has too few, access stays without, and the job of entitlements tries again.
 * Emails sellers whose lists run low; returns whether the caller must wake the `outbox` worker after the commit.
 */
export async function assignLicenseKeys(
  context: Context,
  tx: Db,
  granted: readonly KeyEntitlement[],
): Promise<boolean> {
  if (granted.length === 0) return false;
  const { generated = [], list = [] } = Object.groupBy(granted, ({ settings }) => settings.source);
  await insertMany(
    tx,
    licenses,
    generated.flatMap((one) => generateLicenses(context, one)),
  );
  const fromList = await takeFromLists(context, tx, list);
  const stillMissing = new Map(list.map((one) => [one, one.entitlement.missingKeys - (fromList.get(one) ?? 0)]));
  const now = context.now();
  const retryAt = new Date(now.getTime() + RETRY_MS);
  const updated = granted.map((one) => {
    const missingKeys = stillMissing.get(one) ?? 0;
    const recheckAt = missingKeys > 0 ? retryAt : one.entitlement.recheckAt;
    return { ...one.entitlement, missingKeys, recheckAt };
  });
  await updateMany(tx, entitlements, updated, new Set(['missingKeys', 'recheckAt']));
  for (const [one, count] of stillMissing) if (count > 0) await reportMissingKeys(context, tx, one);
  const listIds = new Set(list.map(({ entitlement }) => entitlement.deliverableId));
  if (listIds.size > 0) await warnAboutKeys(tx, [...listIds], now);
  return listIds.size > 0;
}

/** The columns of a key that a buyer gets with an entitlement. */
export const toAssignedColumns = (
  { id, mode, endsAt }: EntitlementRow,
  { maxActivations }: KeySettings,
  now: Date,
): Pick<LicenseRow, 'mode' | 'entitlementId' | 'state' | 'maxActivations' | 'expiresAt' | 'assignedAt'> => ({
  mode,
  entitlementId: id,
  state: 'active',
  maxActivations,
  expiresAt: endsAt,
  assignedAt: now,
});

const generateLicenses = (context: Context, { entitlement, settings }: KeyEntitlement): LicenseRow[] =>
  Array.from({ length: entitlement.missingKeys }, () => createLicense(context, entitlement, settings));

/** A new key of an entitlement, made on the spot. */
export function createLicense(context: Context, entitlement: EntitlementRow, settings: KeySettings): LicenseRow {
  const { sellerId, deliverableId } = entitlement;
  const now = context.now();
  const ids = { id: crypto.randomUUID(), sellerId, deliverableId };
  const key = generateLicenseKey(settings.prefix);
  return {
    ...ids,
    ...sealLicenseKey(context, ids, key),
    ...toAssignedColumns(entitlement, settings, now),
    createdAt: now,
  };
}

const ASSIGNED_COLUMNS = new Set(['mode', 'entitlementId', 'state', 'maxActivations', 'expiresAt', 'assignedAt']);

/** Returns how many keys each entitlement got. */
async function takeFromLists(
  context: Context,
  tx: Db,
  granted: readonly KeyEntitlement[],
): Promise<ReadonlyMap<KeyEntitlement, number>> {
  const counts = new Map<KeyEntitlement, number>();
  const byList = Map.groupBy(granted, ({ entitlement }) => entitlement.deliverableId);
  // A fixed order prevents deadlocks.
  for (const [deliverableId, ofList] of [...byList].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const needed = ofList.reduce((sum, { entitlement }) => sum + entitlement.missingKeys, 0);
    const unused = await lockUnusedKeys(tx, deliverableId, needed);
    const taken = ofList.flatMap((one) => {
      const keys = unused.splice(0, one.entitlement.missingKeys);
      counts.set(one, keys.length);
      return keys.map((key) => ({ ...key, ...toAssignedColumns(one.entitlement, one.settings, context.now()) }));
    });
    await updateMany(tx, licenses, taken, ASSIGNED_COLUMNS);
  }
  return counts;
}

/**
 * Checkouts reserve keys, so this happens only if keys are removed meanwhile, or if a payment is reported after its
 * reservation has ended. The seller is emailed once.
 */
async function reportMissingKeys(
  context: Context,
  tx: Db,
  { entitlement: { id, sellerId, deliverableId, attemptId }, name, order }: KeyEntitlement,
): Promise<void> {
  context.log.error({ entitlement: id, deliverable: deliverableId }, 'license_keys_missing');
  await queueSellerMail(tx, sellerId, {
    key: `license_keys_missing:${id}`,
    mail: { kind: 'license_keys_missing', orderId: order.id, number: order.number, name },
    now: context.now(),
    attemptId,
  });
}
