import { z } from 'zod';

import { licenseErrorMessages } from '#content/messages/licenses.ts';
import { ACTIVATION_LIMITS, MAX_KEYS, MAX_KEYS_PER_IMPORT } from '#domain/deliverable.ts';
import {
  CURRENT_LICENSE_STATES,
  getLicenseState,
  LICENSES_PER_PAGE,
  type LicenseActivation,
  type LicenseRow,
} from '#domain/entitlement.ts';
import { AppError } from '#domain/errors.ts';
import { formatLongDate } from '#domain/format-date.ts';
import { LICENSE_KEY_LENGTH } from '#domain/license-api.ts';
import { isKeyLength } from '#domain/license-key-list.ts';
import { MAX_SEARCH_LENGTH } from '#domain/order-filter.ts';
import { cleanLine } from '#domain/text.ts';
import { actorOf, recordAudit } from '#server/audit/record-audit.ts';
import type { Context } from '#server/core/context.ts';
import { insertMissing } from '#server/db/bulk-rows.ts';
import type { Db } from '#server/db/client.ts';
import { licenses } from '#server/db/schema-delivery.ts';
import { createSortedIds } from '#server/db/sorted-ids.ts';
import {
  getLicenseKeyEnding,
  listLicenseKeyHashes,
  sealLicenseKey,
  unsealLicenseKey,
} from '#server/delivery/license-keys.ts';
import { emitDeviceChange } from '#server/delivery/license-resource.ts';
import { makeMissingKeysDue, notifyKeyChange } from '#server/delivery/queries/due-entitlements.ts';
import {
  countKeys,
  countLicenses,
  countUnpaidUnits,
  countUnusedKeys,
  deleteUnusedKeys,
  endActivationRow,
  findActivationOfSeller,
  findKeyDeliverableForUpdate,
  findLicense,
  listActivations,
  listExistingHashes,
  listKeyDeliverables,
  listLicensePage,
  updateLicenseRow,
  updateWarnedAtKeys,
  type Activation,
  type Deliverable,
  type LicenseDetails,
} from '#server/delivery/queries/licenses.ts';
import { defineRpcFunction } from '#server/http/rpc-function.ts';

const LicenseIdBody = z.strictObject({ licenseId: z.uuid() });
const DeliverableIdBody = z.strictObject({ deliverableId: z.uuid() });

const toLicenseRow = ({ license, ...details }: LicenseDetails, now: Date): LicenseRow => ({
  id: license.id,
  deliverableId: license.deliverableId,
  deliverableName: details.deliverableName,
  pageId: details.pageId,
  ending: license.ending,
  state: getLicenseState(license, now),
  activations: details.activationCount,
  maxActivations: license.maxActivations,
  expiresAt: license.expiresAt?.toISOString() ?? null,
  orderId: details.orderId,
  orderNumber: details.orderNumber,
  buyerEmail: details.buyerEmail,
  createdAt: license.createdAt.toISOString(),
  assignedAt: license.assignedAt?.toISOString() ?? null,
});

const toLicenseActivation = ({ id, label, ipPrefix, createdAt, endedAt }: Activation): LicenseActivation => ({
  id,
  label,
  ipPrefix,
  createdAt: createdAt.toISOString(),
  endedAt: endedAt?.toISOString() ?? null,
});

/** Throws AppError 'not_found' for a license that is missing or of another seller. */
async function loadLicense({ mode }: Context, db: Db, sellerId: string, licenseId: string): Promise<LicenseDetails> {
  const details = await findLicense(db, sellerId, mode, licenseId);
  if (!details) throw new AppError('not_found');
  return details;
}

async function loadLicenseWithDevices(context: Context, sellerId: string, licenseId: string) {
  const details = await loadLicense(context, context.db, sellerId, licenseId);
  const devices = await listActivations(context.db, licenseId);
  return { license: toLicenseRow(details, context.now()), activations: devices.map(toLicenseActivation) };
}

export const listLicenses = defineRpcFunction({
  name: 'list-licenses',
  access: 'reads',
  body: z.strictObject({
    deliverableId: z.uuid().optional(),
    search: z.string().max(MAX_SEARCH_LENGTH).optional(),
    state: z.enum(CURRENT_LICENSE_STATES).optional(),
    page: z.number().int().min(1).max(1_000_000).optional(),
  }),
  run: async (context, { caller: { sellerId } }, { search: searchText = '', page: wantedPage = 1, ...filter }) => {
    const { db, mode } = context;
    const now = context.now();
    const email = cleanLine(searchText);
    const search = email === '' ? undefined : { email, ending: getLicenseKeyEnding(email) };
    const query = { sellerId, mode, now, filter: { ...filter, search } };
    const count = await countLicenses(db, query);
    const pages = Math.max(1, Math.ceil(count / LICENSES_PER_PAGE));
    const page = Math.min(wantedPage, pages);
    const rows = await listLicensePage(db, query, page);
    const deliverables = await listKeyDeliverables(db, sellerId);
    return { licenses: rows.map((row) => toLicenseRow(row, now)), page, pages, count, deliverables };
  },
});

export const getLicense = defineRpcFunction({
  name: 'get-license',
  access: 'reads',
  body: LicenseIdBody,
  run: (context, { caller }, { licenseId }) => loadLicenseWithDevices(context, caller.sellerId, licenseId),
});

export const showLicenseKey = defineRpcFunction({
  name: 'show-license-key',
  access: 'step-up',
  body: LicenseIdBody,
  run: async (context, request, { licenseId }) => {
    const { license } = await loadLicense(context, context.db, request.caller.sellerId, licenseId);
    await recordAudit(context, context.db, { ...actorOf(request), action: 'license_key_shown', subject: licenseId });
    return { key: unsealLicenseKey(context, license) };
  },
});

/**
 * Returns when a key expires; null: never. Without a date, and on the last day of the buyer's access, it expires with the
 * access. Throws AppError for a later day.
 */
function getExpiry(expiresAt: string | null, accessEndsAt: Date | null): Date | null {
  if (accessEndsAt === null) return expiresAt === null ? null : new Date(expiresAt);
  const at = expiresAt === null ? accessEndsAt : new Date(expiresAt);
  if (at <= accessEndsAt) return at;
  if (formatLongDate(at) === formatLongDate(accessEndsAt)) return accessEndsAt;
  throw new AppError('invalid_request', {
    message: licenseErrorMessages.outlivesAccess({ date: formatLongDate(accessEndsAt) }),
  });
}

export const updateLicense = defineRpcFunction({
  name: 'update-license',
  access: 'writes',
  body: LicenseIdBody.extend({
    maxActivations: z.number().int().min(ACTIVATION_LIMITS.min).max(ACTIVATION_LIMITS.max).nullable().optional(),
    expiresAt: z.iso.datetime().nullable().optional(),
  }),
  run: async (context, { caller: { sellerId } }, { licenseId, maxActivations, expiresAt }) => {
    await context.db.transaction(async (tx) => {
      const { accessEndsAt } = await loadLicense(context, tx, sellerId, licenseId);
      const change = {
        ...(maxActivations !== undefined && { maxActivations }),
        ...(expiresAt !== undefined && { expiresAt: getExpiry(expiresAt, accessEndsAt) }),
      };
      if (Object.keys(change).length > 0) await updateLicenseRow(tx, licenseId, change);
    });
    const details = await loadLicense(context, context.db, sellerId, licenseId);
    return { license: toLicenseRow(details, context.now()) };
  },
});

export const endActivation = defineRpcFunction({
  name: 'end-activation',
  access: 'writes',
  body: z.strictObject({ activationId: z.uuid() }),
  run: async (context, { caller: { sellerId } }, { activationId }) => {
    const { licenseId, hasDeliveries } = await context.db.transaction(async (tx) => {
      const found = await findActivationOfSeller(tx, sellerId, context.mode, activationId);
      if (!found) throw new AppError('not_found');
      const activation = await endActivationRow(tx, activationId, context.now());
      if (!activation) return { licenseId: found.licenseId, hasDeliveries: false };
      const details = await loadLicense(context, tx, sellerId, found.licenseId);
      const change = { type: 'license.deactivated', activation } as const;
      return { licenseId: found.licenseId, hasDeliveries: await emitDeviceChange(context, tx, details, change) };
    });
    if (hasDeliveries) context.wake('deliveries');
    return loadLicenseWithDevices(context, sellerId, licenseId);
  },
});

const MAX_IMPORT_BYTES = MAX_KEYS_PER_IMPORT * (LICENSE_KEY_LENGTH.max + 3);

export const importLicenseKeys = defineRpcFunction({
  name: 'import-license-keys',
  access: 'writes',
  maxBytes: MAX_IMPORT_BYTES,
  body: DeliverableIdBody.extend({ keys: z.array(z.string()).min(1).max(MAX_KEYS_PER_IMPORT) }),
  run: async (context, { caller: { sellerId } }, { deliverableId, keys }) => {
    const lines = parseKeys(keys);
    const imported = await context.db.transaction(async (tx) => {
      // The lock keeps concurrent imports from exceeding the limit together.
      const deliverable = await findKeyDeliverableForUpdate(tx, sellerId, deliverableId);
      if (!deliverable) throw new AppError('not_found');
      const result = await insertKeys(context, tx, deliverable, lines);
      if ((await countKeys(tx, deliverableId)) > MAX_KEYS) throw new AppError('license_keys_full');
      if (result.added > 0) await updateWarnedAtKeys(tx, deliverableId, null);
      await makeMissingKeysDue(tx, deliverableId, context.now());
      await notifyKeyChange(tx, sellerId);
      return { ...result, unusedKeys: await countUnusedKeys(tx, deliverableId) };
    });
    context.wake('entitlements');
    return imported;
  },
});

const MAX_PROBLEMS = 100;

/** `line` counts from 1. */
type KeyLine = { line: number; key: string };

/** Removes blank lines. Throws AppError 'invalid_request' with the lines that cannot be keys. */
function parseKeys(keys: readonly string[]): KeyLine[] {
  const lines = keys.map((text, index) => ({ line: index + 1, key: cleanLine(text) })).filter(({ key }) => key !== '');
  const problems = lines
    .filter(({ key }) => !isKeyLength(key))
    .slice(0, MAX_PROBLEMS)
    .map(({ line }) => ({
      path: `keys.${line - 1}`,
      code: 'invalid',
      message: licenseErrorMessages.keyLength(LICENSE_KEY_LENGTH),
    }));
  if (problems.length > 0) throw new AppError('invalid_request', { facts: { problems } });
  return lines;
}

/** Inserts the keys that the list does not have, in one statement. */
async function insertKeys(
  context: Context,
  tx: Db,
  { id: deliverableId, sellerId, settings }: Deliverable,
  lines: readonly KeyLine[],
): Promise<{ added: number; duplicates: number[] }> {
  const candidates = lines.map((one) => ({ ...one, hashes: listLicenseKeyHashes(context, deliverableId, one.key) }));
  const taken = await listExistingHashes(
    tx,
    deliverableId,
    candidates.flatMap(({ hashes }) => hashes),
  );
  const now = context.now();
  const isNew = ({ hashes }: { hashes: readonly string[] }): boolean => {
    if (hashes.some((hash) => taken.has(hash))) return false;
    for (const hash of hashes) taken.add(hash);
    return true;
  };
  const newKeys = candidates.filter(isNew);
  // Buyers get the keys in the order of the lines.
  const ids = createSortedIds(newKeys.length);
  const rows = newKeys.map(({ key }, index) => {
    const id = ids[index] ?? '';
    return {
      id,
      mode: null,
      sellerId,
      deliverableId,
      entitlementId: null,
      ...sealLicenseKey(context, { id, deliverableId }, key),
      state: 'unused' as const,
      maxActivations: settings.kind === 'keys' ? settings.maxActivations : null,
      expiresAt: null,
      createdAt: now,
      assignedAt: null,
    };
  });
  const insertedIds = await insertMissing(tx, licenses, rows);
  const addedLines = new Set(
    newKeys.filter((_, index) => insertedIds.has(rows[index]?.id ?? '')).map(({ line }) => line),
  );
  return { added: addedLines.size, duplicates: lines.map(({ line }) => line).filter((line) => !addedLines.has(line)) };
}

export const removeUnusedKeys = defineRpcFunction({
  name: 'remove-unused-keys',
  access: 'writes',
  body: DeliverableIdBody,
  run: (context, { caller: { sellerId } }, { deliverableId }) =>
    context.db.transaction(async (tx) => {
      const deliverable = await findKeyDeliverableForUpdate(tx, sellerId, deliverableId);
      if (!deliverable) throw new AppError('not_found');
      // Buyers who are paying must get their keys.
      const kept = await countUnpaidUnits(tx, deliverable);
      await notifyKeyChange(tx, sellerId);
      return { removed: await deleteUnusedKeys(tx, deliverableId, kept) };
    }),
});
