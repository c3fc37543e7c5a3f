import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

import { MODES, type Mode } from '#domain/mode.ts';

// Format: twk_<mode>_<43 characters encoding 32 random bytes><6 checksum characters>

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_BYTES = 32;
const RANDOM_LETTERS = 43;
const CHECK_LETTERS = 6;
/** Number of random characters that lists show. */
const SHOWN_LETTERS = 6;

/** Matches an API key anywhere in a text. `docs/api-keys.md` gives this pattern to secret scanners. */
export const API_KEY_ANYWHERE = /twk_[a-z]+_[0-9A-Za-z]{8,}/g;

const WHOLE_KEY = new RegExp(`^twk_(${MODES.join('|')})_([0-9A-Za-z]{${RANDOM_LETTERS + CHECK_LETTERS}})$`);

function inLetters(value: bigint, length: number): string {
  let [text, rest] = ['', value];
  while (rest > 0n) [text, rest] = [LETTERS.charAt(Number(rest % 62n)) + text, rest / 62n];
  return text.padStart(length, '0');
}

const checkOf = (text: string): string => inLetters(BigInt(crc32(text)), CHECK_LETTERS);

/** Creates a key. `start` is its visible beginning, which distinguishes it from others. */
export function makeApiKey(mode: Mode): { secret: string; start: string } {
  const random = inLetters(BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`), RANDOM_LETTERS);
  const text = `twk_${mode}_${random}`;
  return { secret: text + checkOf(text), start: `twk_${mode}_${random.slice(0, SHOWN_LETTERS)}` };
}

/** Returns the mode of a complete key, known to us or not; otherwise explains what is wrong with it. */
export function readApiKey(text: string): { mode: Mode } | { problem: string } {
  const mode = MODES.find((one) => one === WHOLE_KEY.exec(text)?.[1]);
  if (!mode)
    return { problem: 'This is not a key of the API: those begin with twk_ and are made at Integrations.' };
  const whole = text.slice(0, -CHECK_LETTERS);
  return checkOf(whole) === text.slice(-CHECK_LETTERS)
    ? { mode }
    : { problem: 'This key was not copied whole, or with a letter changed.' };
}

/** Redacts every API key in a text. */
export const withoutApiKeys = (text: string): string => text.replaceAll(API_KEY_ANYWHERE, 'twk_…');
