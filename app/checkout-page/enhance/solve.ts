import { getNonce, formatSolution, getHashInput, type ProofOfWorkChallenge } from '#domain/puzzle.ts';

import { hashPrefix } from './sha256.ts';

/** Maximum time in ms before the solver yields to the browser. */
const SLICE_MS = 12;

const yieldToBrowser = () => new Promise((resolve) => setTimeout(resolve));

/** Solves a proof-of-work challenge; takes a few hundred milliseconds on a usual machine. */
export async function solveChallenge({ question, parts, bits }: ProofOfWorkChallenge): Promise<string> {
  const nonce = getNonce(question);
  const numbers: number[] = [];
  let counter = 0;
  let sliceStart = performance.now();
  while (numbers.length < parts) {
    if (hashPrefix(getHashInput(nonce, numbers.length, counter)) >>> (32 - bits)) {
      counter++;
    } else {
      numbers.push(counter);
      counter = 0;
    }
    if (counter % 256 || performance.now() - sliceStart < SLICE_MS) continue;
    await yieldToBrowser();
    sliceStart = performance.now();
  }
  return formatSolution(question, numbers);
}
