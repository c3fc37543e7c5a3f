/**
 * A puzzle that costs a browser a moment and a program that presses often a lot: for each part a number is looked for
 * with which the SHA-256 of `nonce.part.number` begins with so many zero bits.
 */
export type Puzzle = { question: string; parts: number; bits: number };

/** Together some 260,000 hashes, of several parts so that none takes much longer than another. */
export const PUZZLE_PARTS = 16;
export const PUZZLE_BITS = 14;

/** Between a question's pieces, and between the numbers that answer it. */
const DOT = '.';
const BEFORE_NUMBERS = '~';

/** The piece of a question that is hashed. */
export const nonceOf = (question: string): string => question.split(DOT, 1)[0] ?? '';

export const textOfTry = (nonce: string, part: number, tried: number): string =>
  `${nonce}${DOT}${part}${DOT}${tried}`;

export const proofOf = (question: string, numbers: readonly number[]): string =>
  question + BEFORE_NUMBERS + numbers.join(DOT);

/** Question and numbers of a proof, as they were sent; null for anything else. */
export function readProof(proof: string): { question: string; numbers: number[] } | null {
  const [question = '', sent = '', ...more] = proof.split(BEFORE_NUMBERS);
  const numbers = sent.split(DOT);
  if (question === '' || more.length > 0 || !numbers.every((number) => /^\d{1,9}$/.test(number))) return null;
  return { question, numbers: numbers.map(Number) };
}
