/**
 * A proof-of-work challenge, cheap for one browser and expensive for bots: for each part, the client finds a number so
 * that the SHA-256 of `nonce.part.number` starts with `bits` zero bits.
 */
export type Puzzle = { question: string; parts: number; bits: number };

/** About 260,000 hashes in total; several parts keep the variance of the duration low. */
export const PUZZLE_PARTS = 16;
export const PUZZLE_BITS = 14;

/** Separators between the challenge's pieces, and between the numbers of a solution. */
const DOT = '.';
const BEFORE_NUMBERS = '~';

/** The hashed piece of the challenge. */
export const nonceOf = (question: string): string => question.split(DOT, 1)[0] ?? '';

export const textOfTry = (nonce: string, part: number, tried: number): string =>
  `${nonce}${DOT}${part}${DOT}${tried}`;

export const proofOf = (question: string, numbers: readonly number[]): string =>
  question + BEFORE_NUMBERS + numbers.join(DOT);

/** Splits a solution into challenge and numbers; null if it is malformed. */
export function readProof(proof: string): { question: string; numbers: number[] } | null {
  const [question = '', sent = '', ...more] = proof.split(BEFORE_NUMBERS);
  const numbers = sent.split(DOT);
  if (question === '' || more.length > 0 || !numbers.every((number) => /^\d{1,9}$/.test(number))) return null;
  return { question, numbers: numbers.map(Number) };
}
