import { SITE } from '#content/site.ts';

import type { Config } from '#server/config.ts';

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
    message: 'This password is easy to guess: many people use it, or it repeats a name. Choose another one.',
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
