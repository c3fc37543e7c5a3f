import { z } from 'zod';

import {
  DeletedLicenseKeys,
  ImportedLicenseKeys,
  License,
  LicenseChange,
  LicenseCheck,
  LicenseDevice,
  LicenseKey,
  LicensePublicKeys,
  LicenseStatus,
  LicenseWithDevices,
  NewLicenseDevice,
  NewLicenseKeys,
} from '#domain/api-resources/license-resources.ts';
import { Deleted } from '#domain/api-resources/shared-resources.ts';
import { CURRENT_LICENSE_STATES } from '#domain/entitlement.ts';
import { AppError } from '#domain/errors.ts';
import { LICENSE_API_LIMITS } from '#domain/license-api.ts';
import { listPublicKeys } from '#server/delivery/license-proofs.ts';
import { activateLicense, checkLicense, deactivateLicense } from '#server/delivery/license-requests.ts';
import { toActivationResource, toLicenseResource } from '#server/delivery/license-resource.ts';
import { findLicense, listActivations, listLicensesBefore } from '#server/delivery/queries/licenses.ts';
import {
  endActivation,
  getLicense,
  importLicenseKeys,
  listLicenses,
  removeUnusedKeys,
  showLicenseKey,
  updateLicense,
} from '#server/delivery/rpc/manage-licenses.ts';

import { parseSortKey, toSortKey } from '../cursors.ts';
import {
  defineEndpoint,
  defineGroup,
  defineListEndpoint,
  definePublicEndpoint,
  type EndpointContext,
} from '../define-endpoint.ts';

async function loadLicense({ context, sellerId }: EndpointContext, licenseId: string) {
  const details = await findLicense(context.db, sellerId, context.mode, licenseId);
  if (!details) throw new AppError('not_found');
  return toLicenseResource(details, context.now());
}

async function loadLicenseWithDevices(input: EndpointContext, licenseId: string) {
  const license = await loadLicense(input, licenseId);
  const devices = await listActivations(input.context.db, licenseId);
  return { ...license, devices: devices.map(toActivationResource) };
}

const { key, address, unknownKeys } = LICENSE_API_LIMITS;

const PUBLIC_DESCRIPTION = `For apps on buyers’ devices: needs no API key. Limit: ${key.limit} per minute for each license key, ${address.limit} per minute from one IP address. After ${unknownKeys.limit} unknown keys in an hour, an IP address is blocked for an hour.`;

const ELSEWHERE = 'A paused, ended, replaced, or expired key is `valid: false` with its `state`, not an error.';

export const LICENSE_ENDPOINTS = defineGroup('Licenses', { read: 'orders:read', write: 'orders:write' }, [
  definePublicEndpoint('licenses.check', 'POST /licenses/check', {
    summary: 'Check a license key',
    description: `Changes nothing. ${ELSEWHERE} ${PUBLIC_DESCRIPTION}`,
    body: LicenseCheck,
    response: LicenseStatus,
    errors: ['license_unknown'],
    run: ({ context, visitor, body }) => checkLicense(context, visitor.address, body),
  }),
  definePublicEndpoint('licenses.activate', 'POST /licenses/activate', {
    summary: 'Activate a license key on a device',
    description: `Activating a device again changes nothing. ${ELSEWHERE} ${PUBLIC_DESCRIPTION}`,
    body: NewLicenseDevice,
    response: LicenseStatus,
    errors: ['license_unknown', 'license_used_up'],
    run: ({ context, visitor, body }) => activateLicense(context, visitor.address, body),
  }),
  definePublicEndpoint('licenses.deactivate', 'POST /licenses/deactivate', {
    summary: 'Deactivate a license key on a device',
    description: `Removes the device, so that the key can be used on another one. The response describes the key on this device, so it’s no longer valid here. ${PUBLIC_DESCRIPTION}`,
    body: LicenseDevice,
    response: LicenseStatus,
    errors: ['license_unknown'],
    run: ({ context, visitor, body }) => deactivateLicense(context, visitor.address, body),
  }),
  definePublicEndpoint('licenses.getPublicKeys', 'GET /licenses/public-key', {
    summary: 'Get the public keys that verify proofs',
    description: `Ship them with your app, and get them again when a proof has another \`kid\`. Needs no API key. Limit: ${address.limit} per minute from one IP address.`,
    response: LicensePublicKeys,
    run: async ({ context }) => ({ keys: await listPublicKeys(context) }),
  }),
  defineListEndpoint('licenses.list', '/licenses', {
    rpcFunctions: [listLicenses],
    summary: 'List license keys',
    description: 'Newest first, including unused keys of your lists. Full keys are not part of the list.',
    query: z.strictObject({
      deliverableId: z.uuid().optional().describe('Only keys for this deliverable.'),
      state: z.enum(CURRENT_LICENSE_STATES).optional().describe('Only keys in this state.'),
      email: z.string().max(254).optional().describe('The buyer’s full email address. Case doesn’t matter.'),
    }),
    item: License,
    findRows: ({ context, sellerId, query: filter, limit, after }) => {
      const licenseQuery = { sellerId, mode: context.mode, now: context.now(), filter };
      return listLicensesBefore(context.db, licenseQuery, parseSortKey(after), limit);
    },
    keyOf: ({ license }) => toSortKey(license),
    toItems: (rows, { context }) => rows.map((row) => toLicenseResource(row, context.now())),
  }),
  defineEndpoint('licenses.get', 'GET /licenses/{licenseId}', {
    rpcFunctions: [getLicense],
    summary: 'Get a license key with its devices',
    description: 'Without the full key.',
    response: LicenseWithDevices,
    run: (input) => loadLicenseWithDevices(input, input.params.licenseId),
  }),
  defineEndpoint('licenses.getKey', 'GET /licenses/{licenseId}/key', {
    scope: 'orders:write',
    rpcFunctions: [showLicenseKey],
    summary: 'Get a full license key',
    description: 'Each request is recorded in the audit log of the installation.',
    response: LicenseKey,
    run: async ({ call, params }) => ({ ...params, key: (await call(showLicenseKey, params)).key }),
  }),
  defineEndpoint('licenses.update', 'PATCH /licenses/{licenseId}', {
    rpcFunctions: [updateLicense],
    summary: 'Change the limits of a license key',
    body: LicenseChange,
    response: License,
    run: async (input) => {
      await input.call(updateLicense, { ...input.params, ...input.body });
      return loadLicense(input, input.params.licenseId);
    },
  }),
  defineEndpoint('licenses.devices.delete', 'DELETE /licenses/{licenseId}/devices/{activationId}', {
    rpcFunctions: [endActivation],
    summary: 'Remove a device of a license key',
    description: 'The key can then be used on another device. Removing a device again changes nothing.',
    response: Deleted,
    run: async (input) => {
      const { licenseId, activationId } = input.params;
      const { devices } = await loadLicenseWithDevices(input, licenseId);
      if (!devices.some(({ id }) => id === activationId)) throw new AppError('not_found');
      await input.call(endActivation, { activationId });
      return { id: activationId, deleted: true as const };
    },
  }),
  defineEndpoint('deliverables.licenseKeys.import', 'POST /deliverables/{deliverableId}/license-keys', {
    rpcFunctions: [importLicenseKeys],
    summary: 'Add license keys to a list',
    description: 'Keys that you added before are skipped, so repeating a request adds nothing twice.',
    body: NewLicenseKeys,
    response: ImportedLicenseKeys,
    status: 201,
    errors: ['license_keys_full'],
    run: ({ call, params, body }) => call(importLicenseKeys, { ...params, ...body }),
  }),
  defineEndpoint('deliverables.licenseKeys.deleteUnused', 'DELETE /deliverables/{deliverableId}/license-keys', {
    rpcFunctions: [removeUnusedKeys],
    summary: 'Delete the unused keys of a list',
    description: 'Keys reserved for buyers who are paying right now are kept.',
    response: DeletedLicenseKeys,
    run: async ({ call, params }) => ({ deletedCount: (await call(removeUnusedKeys, params)).removed }),
  }),
]);
