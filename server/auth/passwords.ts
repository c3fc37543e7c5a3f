import { hash, verify } from '@node-rs/argon2';
import PQueue from 'p-queue';

import { authDetailMessages } from '#content/messages/auth-details.ts';
import { SITE } from '#content/site.ts';
import { MAX_PASSWORD_LENGTH } from '#domain/account.ts';
import { countCharacters } from '#domain/text.ts';
import type { Config } from '#server/core/config.ts';

import { AuthError } from './auth-error.ts';

/** Shorter local parts are ignored: they occur in too many words. */
const MIN_LOCAL_PART_LENGTH = 4;
const SITE_TERMS = [SITE.name.toLowerCase(), 'checkout', 'password'];

/**
 * Throws AuthError 'weak_password' for one of the 49,000 passwords that occur most often in leaks, or for little more
 * than the name of this site or the local part of the email address. `config.knownPasswords` can turn the check off.
 */
export async function assertPasswordNotCommon(
  config: Pick<Config, 'commonPasswords'>,
  password: string,
  email: string,
): Promise<void> {
  if (config.commonPasswords === 'allowed') return;
  const normalized = password.normalize('NFC').toLowerCase();
  if (!(await loadCommonPasswords()).has(normalized) && !isDerivedFromName(normalized, email)) return;
  throw new AuthError('weak_password', {
    message: authDetailMessages.passwordGuessable,
    facts: { weak_password: { reasons: ['pwned'] } },
  });
}

/** Ignores digits and punctuation around the word. */
function isDerivedFromName(normalized: string, email: string): boolean {
  const stripped = normalized.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const [local = ''] = email.toLowerCase().split('@');
  return (
    SITE_TERMS.includes(stripped) ||
    (local.length >= MIN_LOCAL_PART_LENGTH && (normalized === local || stripped === local))
  );
}

let commonPasswordsPromise: Promise<ReadonlySet<string>> | null = null;

/** Loads the list (several megabytes) on first use, so that installations without the check do not hold it. */
function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  commonPasswordsPromise ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  );
  return commonPasswordsPromise;
}

/** Argon2id parameters: `full` follows the OWASP password storage guide, `cheap` is for tests (memory in KiB). */
const COST = {
  full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  cheap: { memoryCost: 8, timeCost: 1, parallelism: 1 },
};

export type PasswordHashing = keyof typeof COST;

/** A hash that no password matches, so that an unknown email address costs as much work as a known one. */
const createUnmatchableHash = (hashing: PasswordHashing): string => {
  const { memoryCost, timeCost, parallelism } = COST[hashing];
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
};

const MAX_CONCURRENT_HASHES = 2;
const MAX_QUEUED_HASHES = 50;

/** Checks only the length, in code points. Throws AuthError 'weak_password'. */
export function assertPasswordLength(password: string, minLength: number): void {
  const length = countCharacters(password);
  if (length >= minLength && length <= MAX_PASSWORD_LENGTH) return;
  throw new AuthError('weak_password', {
    message:
      length < minLength
        ? authDetailMessages.passwordTooShort({ min: minLength })
        : authDetailMessages.passwordTooLong({ max: MAX_PASSWORD_LENGTH }),
    facts: { weak_password: { reasons: ['length'] } },
  });
}

/** Throws AuthError 'over_request_rate_limit' when too many hashes are waiting. */
export const hashPassword = (password: string, hashing: PasswordHashing): Promise<string> =>
  withHashSlot(() => hash(normalizePassword(password), COST[hashing]));

/** Returns false when there is no hash, after the same work. */
export async function verifyPassword(
  password: string,
  passwordHash: string | null,
  hashing: PasswordHashing,
): Promise<boolean> {
  const matches = await withHashSlot(() =>
    verify(passwordHash ?? createUnmatchableHash(hashing), normalizePassword(password)),
  );
  return matches && passwordHash !== null;
}

/** Number of hashes that this process has started. Tests use it to measure the cost of a guessing attack. */
export const getHashCount = (): number => hashCount;

/** Operating systems enter the same letter as one code point or as two. */
const normalizePassword = (password: string): string => password.normalize('NFC');

let hashCount = 0;
const hashQueue = new PQueue({ concurrency: MAX_CONCURRENT_HASHES });

/** A hash takes 19 MiB and one core. A few run at once, some wait in a queue, and the rest are refused. */
async function withHashSlot<T>(task: () => Promise<T>): Promise<T> {
  if (hashQueue.size >= MAX_QUEUED_HASHES) throw new AuthError('over_request_rate_limit', { retryAfterS: 5 });
  return hashQueue.add(() => {
    hashCount += 1;
    return task();
  });
}
