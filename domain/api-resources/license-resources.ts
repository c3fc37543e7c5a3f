import { z } from 'zod';

import { ACTIVATION_LIMITS, MAX_KEYS_PER_IMPORT } from '../deliverable.ts';
import { CURRENT_LICENSE_STATES } from '../entitlement.ts';
import {
  LICENSE_KEY_LENGTH,
  MAX_DEVICE_LABEL_LENGTH,
  MAX_FINGERPRINT_LENGTH,
  PROOF_LIFETIME_DAYS,
} from '../license-api.ts';
import { ORDER_STATES } from '../order.ts';
import { DateTime, objectSchema } from './base-schemas.ts';

// License keys, for sellers' programs and for programs on buyers' devices.

const Activations = z
  .strictObject({
    used: z.number().int().describe('Devices on which the key is active.'),
    max: z.number().int().nullable().describe('How many are allowed; null: no limit.'),
  })
  .describe('Devices of the key.');

const ExpiresAt = DateTime.nullable().describe('When the key stops being valid; null: never, or not known yet.');

export const License = objectSchema('License', 'License key, without the key itself.', {
  id: z.uuid().describe('ID of this object.'),
  deliverableId: z.uuid().describe('ID of the deliverable that the key is for.'),
  deliverableName: z.string().describe('Name of the deliverable.'),
  pageId: z.uuid().describe('ID of the page.'),
  ending: z.string().describe('Last characters of the key.'),
  state: z
    .enum(CURRENT_LICENSE_STATES)
    .describe(
      '`unused`: on your list and not sold yet. `paused`: the payment is disputed or overdue. `ended`: the buyer’s access has ended. `replaced`: the buyer got another key.',
    ),
  activations: Activations,
  expiresAt: ExpiresAt,
  orderId: z.uuid().nullable().describe('ID of the order; null while the key is unused.'),
  buyerEmail: z.string().nullable().describe('Email address of the buyer; null if there is none.'),
  createdAt: DateTime,
  assignedAt: DateTime.nullable().describe('When the buyer got the key.'),
});
export type License = z.infer<typeof License>;

export const LicenseActivation = objectSchema('LicenseActivation', 'Device on which a license key is used.', {
  id: z.uuid().describe('ID of this object.'),
  licenseId: z.uuid().describe('ID of the license.'),
  label: z.string().describe('Name that the app gave the device; may be empty.'),
  ipPrefix: z.string().meta({ description: 'Network of the device.', examples: ['203.0.113.0/24'] }),
  createdAt: DateTime,
  endedAt: DateTime.nullable().describe('When the device was removed; null while it is active.'),
});
export type LicenseActivation = z.infer<typeof LicenseActivation>;

export const LicenseWithDevices = objectSchema('LicenseWithDevices', 'License key with its devices.', {
  ...License.shape,
  devices: z.array(LicenseActivation).describe('Latest first, including devices that were removed.'),
});

export const LicenseKey = objectSchema('LicenseKey', 'The whole license key.', {
  licenseId: z.uuid().describe('ID of the license.'),
  key: z.string().describe('The key as the buyer sees it.'),
});

export const LicenseChange = z.strictObject({
  maxActivations: z
    .number()
    .int()
    .min(ACTIVATION_LIMITS.min)
    .max(ACTIVATION_LIMITS.max)
    .nullable()
    .optional()
    .describe('Devices per key; null: no limit. Active devices stay active.'),
  expiresAt: z.iso
    .datetime()
    .nullable()
    .optional()
    .describe(
      'When the key stops being valid; null: with the buyer’s access. A later day than the last one of the access is refused.',
    ),
});

export const NewLicenseKeys = z.strictObject({
  keys: z
    .array(z.string().max(LICENSE_KEY_LENGTH.max))
    .min(1)
    .max(MAX_KEYS_PER_IMPORT)
    .describe(`Each with ${LICENSE_KEY_LENGTH.min} to ${LICENSE_KEY_LENGTH.max} characters. Blank ones are ignored.`),
});

export const ImportedLicenseKeys = objectSchema('ImportedLicenseKeys', 'Result of adding license keys.', {
  added: z.number().int().describe('Keys that were added.'),
  duplicates: z
    .array(z.number().int())
    .describe('Positions, counted from 1, of keys that are in the request twice or were added before.'),
  unusedKeys: z.number().int().describe('Keys that can be sold now.'),
});

export const DeletedLicenseKeys = objectSchema('DeletedLicenseKeys', 'Result of deleting unused license keys.', {
  deletedCount: z.number().int().describe('Keys that were deleted.'),
});

const PROGRAM_STATES = ['active', 'paused', 'ended', 'replaced', 'expired'] as const;

export const LicenseStatus = objectSchema('LicenseStatus', 'What an app on a buyer’s device learns about a key.', {
  valid: z.boolean().describe('Whether the key is active. With a `fingerprint`: whether it is active on this device.'),
  state: z.enum(PROGRAM_STATES).describe('State of the key, whatever the device.'),
  activations: Activations,
  expiresAt: ExpiresAt,
  orderState: z.enum(ORDER_STATES).describe('State of the order.'),
  proof: z
    .string()
    .nullable()
    .describe(
      `Signed statement (JWS) that your app can verify offline for ${PROOF_LIFETIME_DAYS} days; null unless the key is valid.`,
    ),
});
export type LicenseStatus = z.infer<typeof LicenseStatus>;

const key = z
  .string()
  .min(1)
  .max(LICENSE_KEY_LENGTH.max)
  .describe('The license key. Case, spaces, and hyphens don’t matter.');
// The hash of a key contains it in lower case.
const deliverableId = z
  .uuid()
  .toLowerCase()
  .describe('ID of the deliverable, which the Delivery tab of the page shows.');
const fingerprint = z
  .string()
  .min(1)
  .max(MAX_FINGERPRINT_LENGTH)
  .describe('Your app’s identifier for the device, the same in each request. Only a hash is stored.');

export const LicenseCheck = z.strictObject({ key, deliverableId, fingerprint: fingerprint.optional() });
export const LicenseDevice = z.strictObject({ key, deliverableId, fingerprint });
export const NewLicenseDevice = LicenseDevice.extend({
  label: z
    .string()
    .max(MAX_DEVICE_LABEL_LENGTH)
    .optional()
    .describe('Name of the device that you and the buyer recognize.'),
});

const LicensePublicKey = objectSchema('LicensePublicKey', 'Public key that verifies proofs, as a JWK (RFC 8037).', {
  kty: z.literal('OKP').describe('Always `OKP`.'),
  crv: z.literal('Ed25519').describe('Always `Ed25519`.'),
  x: z.string().describe('The key, as base64url.'),
  kid: z.string().describe('ID of the key, which the header of a proof names.'),
  alg: z.literal('EdDSA').describe('Always `EdDSA`.'),
  use: z.literal('sig').describe('Always `sig`.'),
});
export type LicensePublicKey = z.infer<typeof LicensePublicKey>;

export const LicensePublicKeys = objectSchema('LicensePublicKeys', 'Public keys that verify proofs, as a JWK set.', {
  keys: z.array(LicensePublicKey).describe('Newest first. There are several for a while after a key was replaced.'),
});
