import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

import { apiErrorMessages } from '#content/messages/api-errors.ts';
import { MODES, type Mode } from '#domain/payment-mode.ts';

// Format: twk_<mode>_<43 characters encoding 32 random bytes><6 checksum characters>

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_BYTES = 32;
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
/** Number of random characters that lists show. */
const SHOWN_LENGTH = 6;

/** Matches an API key anywhere in a text. `docs/api-keys.md` gives this pattern to secret scanners. */
export const API_KEY_PATTERN = /twk_[a-z]+_[0-9A-Za-z]{8,}/g;

const COMPLETE_KEY_PATTERN = new RegExp(`^twk_(${MODES.join('|')})_([0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}})$`);

function encodeBase62(value: bigint, length: number): string {
  let [text, rest] = ['', value];
  while (rest > 0n) [text, rest] = [ALPHABET.charAt(Number(rest % 62n)) + text, rest / 62n];
  return text.padStart(length, '0');
}

const computeChecksum = (text: string): string => encodeBase62(BigInt(crc32(text)), CHECKSUM_LENGTH);

/** Creates a key. `start` is its visible beginning, which distinguishes it from others. */
export function generateApiKey(mode: Mode): { secret: string; start: string } {
  const random = encodeBase62(BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`), RANDOM_LENGTH);
  const text = `twk_${mode}_${random}`;
  return { secret: text + computeChecksum(text), start: `twk_${mode}_${random.slice(0, SHOWN_LENGTH)}` };
}

/** Returns the mode of a complete key, known to us or not; otherwise explains what is wrong with it. */
export function parseApiKey(text: string): { mode: Mode } | { problem: string } {
  const mode = MODES.find((one) => one === COMPLETE_KEY_PATTERN.exec(text)?.[1]);
  if (!mode) return { problem: apiErrorMessages.notApiKey };
  const payload = text.slice(0, -CHECKSUM_LENGTH);
  return computeChecksum(payload) === text.slice(-CHECKSUM_LENGTH)
    ? { mode }
    : { problem: apiErrorMessages.wrongChecksum };
}

export const redactApiKeys = (text: string): string => text.replaceAll(API_KEY_PATTERN, 'twk_…');
