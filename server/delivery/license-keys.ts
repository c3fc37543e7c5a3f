import { createHash, createHmac, randomInt } from 'node:crypto';

import type { Context } from '#server/core/context.ts';

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
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replace(/[IL]/g, '1')
    .replaceAll('O', '0');

/** Last characters of a key, which lists show. */
export const getLicenseKeyEnding = (key: string): string => normalizeLicenseKey(key).slice(-ENDING_LENGTH);

type HashContext = Pick<Context, 'secrets'>;

/** What `hashLicenseKey` hashes: `npm run reseal` hashes it again. */
export const toHashedKeyText = (deliverableId: string, key: string): string =>
  `license ${deliverableId} ${normalizeLicenseKey(key)}`;

/** Keyed hash with which a key is found. */
export const hashLicenseKey = ({ secrets }: HashContext, deliverableId: string, key: string): string =>
  secrets.hash(toHashedKeyText(deliverableId, key));

/** All hashes under which a key may be stored: see `Secrets.candidateHashes`. */
export const listLicenseKeyHashes = ({ secrets }: HashContext, deliverableId: string, key: string): string[] =>
  secrets.candidateHashes(toHashedKeyText(deliverableId, key));

/** Hash of a key that programs can compute as well, for proofs. */
export const hashKeyForProof = (key: string): string =>
  createHash('sha256').update(normalizeLicenseKey(key)).digest('hex');

/**
 * Hash of a program's name for a device. The license key is its key: such names are easy to guess, and the hash stays valid
 * when AUTH_SECRET changes.
 */
export const hashFingerprint = (key: string, fingerprint: string): string =>
  createHmac('sha256', normalizeLicenseKey(key)).update(fingerprint).digest('base64url');
