import { SITE } from '#content/site.ts';

import type { Config } from '#server/config.ts';

import { AuthError } from './auth-error.ts';

/** Shorter local parts are ignored: they occur in too many words. */
const TELLING = 4;
const OWN_WORDS = [SITE.name.toLowerCase(), 'checkout', 'password'];

/**
 * Throws AuthError 'weak_password' for one of the 49,000 passwords that occur most often in leaks, or for little more
 * than the name of this site or the local part of the email address. `config.knownPasswords` can turn the check off.
 */
export async function refuseKnownPassword(
  config: Pick<Config, 'knownPasswords'>,
  password: string,
  email: string,
): Promise<void> {
  if (config.knownPasswords === 'allowed') return;
  const plain = password.normalize('NFC').toLowerCase();
  if (!(await commonPasswords()).has(plain) && !isMadeOf(plain, email)) return;
  throw new AuthError('weak_password', {
    message: 'This password is easy to guess: many people use it, or it repeats a name. Choose another one.',
    facts: { weak_password: { reasons: ['pwned'] } },
  });
}

/** Ignores digits and punctuation around the word. */
function isMadeOf(plain: string, email: string): boolean {
  const bare = plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const [local = ''] = email.toLowerCase().split('@');
  return OWN_WORDS.includes(bare) || (local.length >= TELLING && (plain === local || bare === local));
}

let common: Promise<ReadonlySet<string>> | null = null;

/** Loads the list (several megabytes) on first use, so that installations without the check do not hold it. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  );
  return common;
}
