import type { Secrets } from '#server/secrets.ts';
import { SEALED_TOKENS } from '#server/sealed-cell.ts';

/** Validity of a proof. */
const VALID_MS = 30_000;
const MARK = 'operator';

/** Proves to the running app that the caller can read its secrets. */
export const operatorProof = ({ seal }: Secrets, act: string, now: Date): string =>
  seal([MARK, act, now.getTime()].join(' '), SEALED_TOKENS.operatorProof);

export function isOperatorProof({ unseal }: Secrets, act: string, proof: string, now: Date): boolean {
  try {
    const [mark, name, at] = unseal(proof, SEALED_TOKENS.operatorProof).split(' ');
    return mark === MARK && name === act && Math.abs(now.getTime() - Number(at)) < VALID_MS;
  } catch {
    return false;
  }
}
