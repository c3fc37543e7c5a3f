import { createHmac, randomUUID } from 'node:crypto';

import type { LicenseStatus } from '#domain/api-resources/license-resources.ts';
import { getLicenseState } from '#domain/entitlement.ts';
import { AppError, isAppError } from '#domain/errors.ts';
import { LICENSE_API_LIMITS } from '#domain/license-api.ts';
import { cleanLine } from '#domain/text.ts';
import { constantTimeResponse } from '#server/core/constant-time-response.ts';
import type { Context } from '#server/core/context.ts';
import type { Db } from '#server/db/client.ts';
import {
  endActivationRow,
  findActivation,
  findSoldLicense,
  findSoldLicenseForUpdate,
  insertActivation,
  type LicenseDetails,
  type LicenseName,
} from '#server/delivery/queries/licenses.ts';
import { assertNotBlocked, countFailure, enforceRateLimits } from '#server/http/rate-limits.ts';
import { currentRequest } from '#server/http/request-context.ts';

import { hashLicenseKey, listLicenseKeyHashes, normalizeLicenseKey } from './license-keys.ts';
import { createLicenseProof } from './license-proofs.ts';
import { emitDeviceChange, type DeviceChange } from './license-resource.ts';

// Requests of programs on buyers' devices, which know a license key and nothing else (decision 178). `address`: of the client,
// as rate limits count it.

type LicenseRequest = { key: string; deliverableId: string; fingerprint?: string | undefined };
type DeviceRequest = LicenseRequest & { fingerprint: string };
type NewDeviceRequest = DeviceRequest & { label?: string | undefined };

/** Reports the state of a key and changes nothing. Throws AppError 'license_unknown'. */
export const checkLicense = (context: Context, address: string, request: LicenseRequest): Promise<LicenseStatus> =>
  respond(context, address, request, async () =>
    toStatus(context, assertKnown(await findSoldLicense(context.db, toName(context, request))), request),
  );

/** Activates a key on a device, once per fingerprint. Throws AppError 'license_unknown', 'license_used_up'. */
export const activateLicense = (
  context: Context,
  address: string,
  { label = '', ...request }: NewDeviceRequest,
): Promise<LicenseStatus> =>
  changeDevices(context, address, request, async (tx, { license, activationCount }, fingerprintHash) => {
    const now = context.now();
    if (getLicenseState(license, now) !== 'active') return null;
    if (await findActivation(tx, license.id, fingerprintHash)) return null;
    if (license.maxActivations !== null && activationCount >= license.maxActivations)
      throw new AppError('license_used_up');
    const ipPrefix = currentRequest()?.network ?? '';
    const device = { licenseId: license.id, fingerprintHash, label: cleanLine(label), ipPrefix };
    const activation = { id: randomUUID(), ...device, createdAt: now, endedAt: null };
    await insertActivation(tx, activation);
    return { type: 'license.activated', activation };
  });

/** Frees the device of a fingerprint, whatever the state of the key. Throws AppError 'license_unknown'. */
export const deactivateLicense = (context: Context, address: string, request: DeviceRequest): Promise<LicenseStatus> =>
  changeDevices(context, address, request, async (tx, { license }, fingerprintHash) => {
    const active = await findActivation(tx, license.id, fingerprintHash);
    const activation = active && (await endActivationRow(tx, active.id, context.now()));
    return activation && { type: 'license.deactivated', activation };
  });

/** Changes the devices of a license under its row lock, so that concurrent requests cannot exceed its limit together. */
const changeDevices = (
  context: Context,
  address: string,
  request: DeviceRequest,
  change: (tx: Db, details: LicenseDetails, fingerprintHash: string) => Promise<DeviceChange | null>,
): Promise<LicenseStatus> =>
  respond(context, address, request, async () => {
    const name = toName(context, request);
    const { details, hasDeliveries } = await context.db.transaction(async (tx) => {
      const before = assertKnown(await findSoldLicenseForUpdate(tx, name));
      const changed = await change(tx, before, hashFingerprint(request.key, request.fingerprint));
      if (!changed) return { details: before, hasDeliveries: false };
      const after = assertKnown(await findSoldLicense(tx, name));
      return { details: after, hasDeliveries: await emitDeviceChange(context, tx, after, changed) };
    });
    if (hasDeliveries) context.wake('deliveries');
    return toStatus(context, details, request);
  });

/**
 * Hash of a program's name for a device. Its key is the license key: such names are easy to guess, and the hash stays valid
 * when AUTH_SECRET changes.
 */
const hashFingerprint = (key: string, fingerprint: string): string =>
  createHmac('sha256', normalizeLicenseKey(key)).update(fingerprint).digest('base64url');

const toName = (context: Context, { key, deliverableId }: LicenseRequest): LicenseName => ({
  mode: context.mode,
  deliverableId,
  hashes: listLicenseKeyHashes(context, deliverableId, key),
});

function assertKnown(details: LicenseDetails | null): LicenseDetails {
  if (!details) throw new AppError('license_unknown');
  return details;
}

/** Applies the limits, counts unknown keys, and takes the same time for any key. */
async function respond(
  context: Context,
  address: string,
  { key, deliverableId }: LicenseRequest,
  work: () => Promise<LicenseStatus>,
): Promise<LicenseStatus> {
  const unknownKeys = { key: `license-unknown:${address}`, ...LICENSE_API_LIMITS.unknownKeys };
  await assertNotBlocked(context, unknownKeys);
  const keyHash = hashLicenseKey(context, deliverableId, key);
  await enforceRateLimits(context, [{ key: `license-key:${keyHash}`, ...LICENSE_API_LIMITS.key }]);
  const countUnknownKey = async (error: unknown): Promise<never> => {
    if (isAppError(error) && error.code === 'license_unknown') await countFailure(context, unknownKeys);
    throw error;
  };
  return constantTimeResponse(work().catch(countUnknownKey));
}

async function toStatus(
  context: Context,
  { license, activationCount, orderState }: LicenseDetails,
  request: LicenseRequest,
): Promise<LicenseStatus> {
  const { fingerprint } = request;
  const state = getLicenseState(license, context.now());
  if (state === 'unused' || orderState === null) throw new Error('A sold license has no order');
  const isOnDevice =
    fingerprint === undefined ||
    (await findActivation(context.db, license.id, hashFingerprint(request.key, fingerprint))) !== null;
  const valid = state === 'active' && isOnDevice;
  return {
    valid,
    state,
    activations: { used: activationCount, max: license.maxActivations },
    expiresAt: license.expiresAt?.toISOString() ?? null,
    orderState,
    proof: valid ? await createLicenseProof(context, { ...request, expiresAt: license.expiresAt }) : null,
  };
}
