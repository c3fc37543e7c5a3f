import { randomInt, randomUUID } from 'node:crypto';

import { RECOVERY_CODES } from '#domain/account.ts';

import type { Context } from '#server/context.ts';
import type { RecoveryCodeRow } from '#server/db/recovery-codes.ts';

/** Excludes characters that look alike on paper: 0 and o; 1, l and i; 5 and s; 2 and z; u and v. */
const ALPHABET = 'abcdefghjkmnpqrtwxy346789';
const GROUPS = 6;
const GROUP = 5;

const group = (): string =>
  Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');

/**
 * 139 random bits, such as 'k4m9x-7qpa8-wcd3r-tj6ge-x9hmn-b3yfw'. OWASP ASVS 11.5.1 asks for 128; from 112 on a keyed
 * hash suffices (6.5.2). Older codes have five groups.
 */
const newCode = (): string => Array.from({ length: GROUPS }, group).join('-');

/** Generates a set of codes, to be shown once, and the rows that store their hashes. */
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

/** Normalizes a code: ignores case, spaces and dashes. */
const writtenAs = (code: string): string =>
  `recovery-code:${code.toLowerCase().replaceAll(/[\s\u2010-\u2015-]/g, '')}`;

export const recoveryCodeHashes = ({ secrets }: Context, code: string): string[] =>
  secrets.hashes(writtenAs(code));
