import { SITE } from '#content/site.ts';

import type { Config } from '#server/config.ts';

import { AuthError } from './auth-error.ts';

/** Shorter parts of an address stand in too many words to be held against a password. */
const TELLING = 4;
const OWN_WORDS = [SITE.name.toLowerCase(), 'checkout', 'password'];

/**
 * Throws AuthError 'weak_password' for what is among the 49,000 passwords that are found most often where some were
 * stolen, or is little more than the name of this shop or of the mailbox. Only where `config.knownPasswords` says so.
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

/** Digits and signs around a word hide nothing. */
function isMadeOf(plain: string, email: string): boolean {
  const bare = plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const [local = ''] = email.toLowerCase().split('@');
  return OWN_WORDS.includes(bare) || (local.length >= TELLING && (plain === local || bare === local));
}

let common: Promise<ReadonlySet<string>> | null = null;

/** Some megabytes, which only those shops have that need them. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String)),
  );
  return common;
}
