import type { KeySettings } from '#domain/deliverable.ts';
import { getLicenseState } from '#domain/entitlement.ts';
import { AppError } from '#domain/errors.ts';
import { actorOf, recordAudit, type Actor } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import { findRow } from '#server/db/rows.ts';
import { deliverables, entitlements, licenses } from '#server/db/schema-delivery.ts';
import { orders } from '#server/db/schema-orders.ts';
import { createLicense, toAssignedColumns } from '#server/delivery/assign-license-keys.ts';
import {
  insertLicense,
  lockUnusedKeys,
  updateLicense,
  type DeliverableRow,
  type EntitlementRow,
  type LicenseRow,
} from '#server/delivery/queries/assigned-keys.ts';
import { warnAboutKeys } from '#server/delivery/warn-about-keys.ts';
import { emitLicenseReplaced } from '#server/ledger/emit-entitlement-webhooks.ts';
import { countKeySupplies, isKeyList } from '#server/ledger/key-supply.ts';
import { lockAttempts } from '#server/ledger/queries/ledger-rows.ts';
import { insertOrderEvents } from '#server/ledger/queries/order-events.ts';
import { touchOrder } from '#server/ledger/queries/orders.ts';
import { lockPage, notifyStockChange } from '#server/ledger/queries/reservations.ts';

/**
 * Gives the buyer another license key with the limits of the old one, which is no longer valid. Returns the id of the order.
 * Throws AppError 'not_found', 'license_not_valid' unless the key is active, 'license_keys_missing'.
 */
export async function replaceLicenseKey(context: Context, actor: Actor, licenseId: string): Promise<string> {
  const { db, mode } = context;
  const { sellerId } = actor.caller;
  const orderId = await db.transaction(async (tx) => {
    const { entitlementId } = (await findRow(tx, licenses, { mode, sellerId, id: licenseId })) ?? {};
    const entitlement = entitlementId ? await findRow(tx, entitlements, { mode, sellerId, id: entitlementId }) : null;
    if (!entitlement) throw new AppError('not_found');
    const { attemptId, deliverableId } = entitlement;
    await lockAttempts(tx, mode, [attemptId]);
    const license = await findRow(tx, licenses, { mode, sellerId, id: licenseId });
    const deliverable = await findRow(tx, deliverables, { sellerId, id: deliverableId });
    const order = await findRow(tx, orders, { mode, sellerId, attemptId });
    if (!license || !deliverable || !order || deliverable.settings.kind !== 'keys') throw new AppError('not_found');
    const now = context.now();
    // The new key would expire with the old one.
    if (getLicenseState(license, now) !== 'active') throw new AppError('license_not_valid');
    await touchOrder(tx, { attemptId }, now);
    await updateLicense(tx, { ...license, state: 'replaced' });
    await assignNewKey(context, tx, { entitlement, deliverable, settings: deliverable.settings, license });
    const facts = { name: deliverable.name, by: 'seller' as const };
    const timelineEvent = { key: `license_replaced ${licenseId}`, kind: 'license_replaced' as const, facts, at: now };
    await insertOrderEvents(tx, [{ attemptId, ...timelineEvent }]);
    await emitLicenseReplaced(context, tx, { attemptId, entitlementId: entitlement.id, licenseId });
    await recordAudit(context, tx, {
      ...actorOf(actor),
      action: 'license_replaced',
      subject: licenseId,
      facts: { order: order.id, deliverable: deliverableId },
    });
    return order.id;
  });
  context.wake('deliveries');
  context.wake('outbox');
  return orderId;
}

type Replacement = {
  entitlement: EntitlementRow;
  deliverable: DeliverableRow;
  settings: KeySettings;
  /** The replaced one. */
  license: LicenseRow;
};

async function assignNewKey(
  context: Context,
  tx: Db,
  { entitlement, deliverable, settings, license }: Replacement,
): Promise<void> {
  const { maxActivations, expiresAt } = license;
  if (!isKeyList(deliverable)) {
    await insertLicense(tx, { ...createLicense(context, entitlement, settings), maxActivations, expiresAt });
    return;
  }
  await lockPage(tx, deliverable.pageId);
  const { left = 0, reserved = 0 } = (await countKeySupplies(tx, [deliverable])).get(deliverable.id) ?? {};
  // The last keys may be reserved by buyers who are about to pay.
  const [unused] = left > reserved ? await lockUnusedKeys(tx, deliverable.id, 1) : [];
  if (!unused) throw new AppError('license_keys_missing');
  const columns = toAssignedColumns(entitlement, settings, context.now());
  await updateLicense(tx, { ...unused, ...columns, maxActivations, expiresAt });
  await warnAboutKeys(tx, [deliverable.id], context.now());
  await notifyStockChange(tx, [deliverable.pageId]);
}
