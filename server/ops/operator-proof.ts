import { type Secrets, SEALED_TOKENS } from '#server/core/secrets.ts';

/** Validity of a proof. */
const VALID_MS = 30_000;
const PURPOSE = 'operator';

/** Proves to the running app that the caller can read its secrets. */
export const operatorProof = ({ seal }: Secrets, command: string, now: Date): string =>
  seal([PURPOSE, command, now.getTime()].join(' '), SEALED_TOKENS.operatorProof);

export function isOperatorProof({ unseal }: Secrets, command: string, proofToken: string, now: Date): boolean {
  try {
    const [purpose, name, at] = unseal(proofToken, SEALED_TOKENS.operatorProof).split(' ');
    return purpose === PURPOSE && name === command && Math.abs(now.getTime() - Number(at)) < VALID_MS;
  } catch {
    return false;
  }
}
