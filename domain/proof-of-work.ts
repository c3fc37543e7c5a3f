/**
 * A proof-of-work challenge, cheap for one browser and expensive for bots: for each part, the client finds a number so
 * that the SHA-256 of `nonce.part.number` starts with `bits` zero bits.
 */
export type ProofOfWorkChallenge = { question: string; parts: number; bits: number };

/** About 260,000 hashes in total; several parts keep the variance of the duration low. */
export const CHALLENGE_PARTS = 16;
export const CHALLENGE_BITS = 14;

/** Separators between the challenge's pieces, and between the numbers of a solution. */
const SEPARATOR = '.';
const SOLUTION_SEPARATOR = '~';

/** The hashed piece of the challenge. */
export const getNonce = (challenge: string): string => challenge.split(SEPARATOR, 1)[0] ?? '';

export const getHashInput = (nonce: string, part: number, candidate: number): string =>
  `${nonce}${SEPARATOR}${part}${SEPARATOR}${candidate}`;

export const formatSolution = (challenge: string, numbers: readonly number[]): string =>
  challenge + SOLUTION_SEPARATOR + numbers.join(SEPARATOR);

/** Splits a solution into challenge and numbers; null if it is malformed. */
export function parseSolution(solution: string): { challenge: string; numbers: number[] } | null {
  const [challenge = '', sentNumbers = '', ...extraParts] = solution.split(SOLUTION_SEPARATOR);
  const numbers = sentNumbers.split(SEPARATOR);
  if (challenge === '' || extraParts.length > 0 || !numbers.every((number) => /^\d{1,9}$/.test(number))) return null;
  return { challenge, numbers: numbers.map(Number) };
}
