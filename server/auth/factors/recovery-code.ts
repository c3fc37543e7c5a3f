import { randomInt, randomUUID } from 'node:crypto';

import { RECOVERY_CODE_COUNT } from '#domain/account.ts';

import type { Context } from '#server/context.ts';
import type { RecoveryCodeRow } from '#server/db/recovery-codes.ts';

/** Excludes characters that look alike on paper: 0 and o; 1, l and i; 5 and s; 2 and z; u and v. */
const ALPHABET = 'abcdefghjkmnpqrtwxy346789';
const GROUP_COUNT = 6;
const GROUP_LENGTH = 5;

const generateGroup = (): string =>
  Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '').join('');

/**
 * 139 random bits, such as 'k4m9x-7qpa8-wcd3r-tj6ge-x9hmn-b3yfw'. OWASP ASVS 11.5.1 asks for 128; from 112 on a keyed
 * hash suffices (6.5.2). Older codes have five groups.
 */
const generateCode = (): string => Array.from({ length: GROUP_COUNT }, generateGroup).join('-');

/** Generates a set of codes, to be shown once, and the rows that store their hashes. */
export function generateRecoveryCodes(context: Context, userId: string): { codes: string[]; rows: RecoveryCodeRow[] } {
  const codes = new Set<string>();
  while (codes.size < RECOVERY_CODE_COUNT) codes.add(generateCode());
  const createdAt = context.realNow();
  const rows = [...codes].map((code) => ({
    id: randomUUID(),
    userId,
    codeHash: context.secrets.hash(codeHashInput(code)),
    createdAt,
    usedAt: null,
  }));
  return { codes: [...codes], rows };
}

/** Normalizes a code: ignores case, spaces and dashes. */
const codeHashInput = (code: string): string =>
  `recovery-code:${code.toLowerCase().replaceAll(/[\s\u2010-\u2015-]/g, '')}`;

export const hashRecoveryCode = ({ secrets }: Context, code: string): string[] =>
  secrets.candidateHashes(codeHashInput(code));
