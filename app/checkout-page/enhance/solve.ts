import { nonceOf, proofOf, textOfTry, type Puzzle } from '#domain/puzzle.ts';

import { hashBegin } from './sha256.ts';

/** Maximum time in ms before the solver yields to the browser. */
const SLICE = 12;

const pause = () => new Promise((resolve) => setTimeout(resolve));

/** Solves a proof-of-work challenge; takes a few hundred milliseconds on a usual machine. */
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
