import { nonceOf, proofOf, textOfTry, type Puzzle } from '#domain/puzzle.ts';

import { hashBegin } from './sha256.ts';

/** The page goes on moving: so long at a time is looked for answers, in ms. */
const SLICE = 12;

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** The proof of a puzzle: a few hundred milliseconds of a usual machine. */
export async function solve({ question, parts, bits }: Puzzle): Promise<string> {
  const nonce = nonceOf(question);
  const numbers: number[] = [];
  let tried = 0;
  let rested = performance.now();
  while (numbers.length < parts) {
    if (hashBegin(textOfTry(nonce, numbers.length, tried)) >>> (32 - bits)) {
      tried++;
    } else {
      numbers.push(tried);
      tried = 0;
    }
    if (tried % 256 || performance.now() - rested < SLICE) continue;
    await pause();
    rested = performance.now();
  }
  return proofOf(question, numbers);
}
