import { hash, verify } from '@node-rs/argon2';

import { MAX_PASSWORD } from '#domain/account.ts';
import { lengthOf } from '#domain/text.ts';

import { AuthError } from './auth-error.ts';

/** Argon2id parameters: `full` follows the OWASP password storage guide, `cheap` is for tests (memory in KiB). */
const COST = {
  full: { memoryCost: 19_456, timeCost: 2, parallelism: 1 },
  cheap: { memoryCost: 8, timeCost: 1, parallelism: 1 },
};

export type PasswordHashing = keyof typeof COST;

/** A hash that no password matches, so that an unknown email address costs as much work as a known one. */
const unmatchableHash = (hashing: PasswordHashing): string => {
  const { memoryCost, timeCost, parallelism } = COST[hashing];
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;
};

const HASHES_AT_ONCE = 2;
const HASHES_QUEUED = 50;

/** Checks only the length, in code points. Throws AuthError 'weak_password'. */
export function refuseWeakPassword(password: string, shortest: number): void {
  const length = lengthOf(password);
  if (length >= shortest && length <= MAX_PASSWORD) return;
  const bound = length < shortest ? `at least ${shortest}` : `at most ${MAX_PASSWORD}`;
  throw new AuthError('weak_password', {
    message: `Password should be ${bound} characters.`,
    facts: { weak_password: { reasons: ['length'] } },
  });
}

/** Throws AuthError 'over_request_rate_limit' when too many hashes are waiting. */
export const hashPassword = (password: string, hashing: PasswordHashing): Promise<string> =>
  inTurn(() => hash(asTyped(password), COST[hashing]));

/** Returns false when there is no hash, after the same work. */
export async function isPassword(
  password: string,
  passwordHash: string | null,
  hashing: PasswordHashing,
): Promise<boolean> {
  const matches = await inTurn(() => verify(passwordHash ?? unmatchableHash(hashing), asTyped(password)));
  return matches && passwordHash !== null;
}

/** Number of hashes that this process has started. Tests use it to measure the cost of a guessing attack. */
export const hashesBegun = (): number => begun;

/** Operating systems enter the same letter as one code point or as two. */
const asTyped = (password: string): string => password.normalize('NFC');

let begun = 0;
let running = 0;
const waiting: (() => void)[] = [];

/** A hash takes 19 MiB and one core. A few run at once, some wait in a queue, and the rest are refused. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < HASHES_AT_ONCE) {
    running += 1;
  } else {
    if (waiting.length >= HASHES_QUEUED) throw new AuthError('over_request_rate_limit', { retryAfterS: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  begun += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
