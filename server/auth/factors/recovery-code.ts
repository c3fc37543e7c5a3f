import { randomInt, randomUUID } from 'node:crypto';

import { RECOVERY_CODES } from '#domain/account.ts';

import type { Context } from '#server/context.ts';
import type { RecoveryCodeRow } from '#server/db/recovery-codes.ts';

/** Without those that look alike on paper: 0 and o, 1 and l and i, 5 and s, 2 and z, u and v. */
const ALPHABET = 'abcdefghjkmnpqrtwxy346789';
const GROUPS = 6;
const GROUP = 5;

const group = (): string =>
  Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');

/**
 * 139 random bits, as 'k4m9x-7qpa8-wcd3r-tj6ge-x9hmn-b3yfw': nobody guesses 128 (OWASP ASVS 11.5.1), and from 112 on a
 * keyed hash is enough (6.5.2). Older ones have five groups.
 */
const newCode = (): string => Array.from({ length: GROUPS }, group).join('-');

/** A set to be shown once, and what is kept of it. */
export function newRecoveryCodes(
  context: Context,
  userId: string,
): { codes: string[]; rows: RecoveryCodeRow[] } {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODES) codes.add(newCode());
  const createdAt = context.realNow();
  const rows = [...codes].map((code) => ({
    id: randomUUID(),
    userId,
    codeHash: context.secrets.hash(writtenAs(code)),
    createdAt,
    usedAt: null,
  }));
  return { codes: [...codes], rows };
}

/** The same for every way of writing a code: case, blanks and dashes do not count. */
const writtenAs = (code: string): string =>
  `recovery-code:${code.toLowerCase().replaceAll(/[\s\u2010-\u2015-]/g, '')}`;

export const recoveryCodeHashes = ({ secrets }: Context, code: string): string[] =>
  secrets.hashes(writtenAs(code));
