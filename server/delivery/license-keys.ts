import { randomInt } from 'node:crypto';

import type { Context } from '#server/core/context.ts';
import { SEALED_CELLS } from '#server/core/secrets.ts';
import type { licenses } from '#server/db/schema-delivery.ts';

/** Crockford's base 32, which has no I, L, O and U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const GROUPS = 5;
const GROUP_LENGTH = 5;
const ENDING_LENGTH = 5;

const generateGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');

/** Generates a key of 125 random bits, after a prefix that may be empty. */
export const generateLicenseKey = (prefix: string): string =>
  [prefix, ...Array.from({ length: GROUPS }, generateGroup)].filter(Boolean).join('-');

/** Removes what people change when they type a key: case, blanks, hyphens, and letters that look like digits. */
export const normalizeLicenseKey = (text: string): string =>
  text
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0');

/** Last characters of a key, which lists show. */
export const getLicenseKeyEnding = (key: string): string => normalizeLicenseKey(key).slice(-ENDING_LENGTH);

type SecretsContext = Pick<Context, 'secrets'>;

/** What `hashLicenseKey` hashes: `npm run reseal` hashes it again. */
export const toHashedKeyText = (deliverableId: string, key: string): string =>
  `license ${deliverableId} ${normalizeLicenseKey(key)}`;

/** Keyed hash with which a key is found. */
export const hashLicenseKey = ({ secrets }: SecretsContext, deliverableId: string, key: string): string =>
  secrets.hash(toHashedKeyText(deliverableId, key));

/** All hashes under which a key may be stored: see `Secrets.candidateHashes`. */
export const listLicenseKeyHashes = ({ secrets }: SecretsContext, deliverableId: string, key: string): string[] =>
  secrets.candidateHashes(toHashedKeyText(deliverableId, key));

type LicenseRow = typeof licenses.$inferSelect;

/** The columns of a license that come from its key. */
export const sealLicenseKey = (
  context: SecretsContext,
  { id, deliverableId }: Pick<LicenseRow, 'id' | 'deliverableId'>,
  key: string,
): Pick<LicenseRow, 'keyHash' | 'sealedKey' | 'ending'> => ({
  keyHash: hashLicenseKey(context, deliverableId, key),
  sealedKey: context.secrets.seal(key, SEALED_CELLS.licenseKey(id)),
  ending: getLicenseKeyEnding(key),
});

export const unsealLicenseKey = (
  { secrets }: SecretsContext,
  { id, sealedKey }: Pick<LicenseRow, 'id' | 'sealedKey'>,
): string => secrets.unseal(sealedKey, SEALED_CELLS.licenseKey(id));
