import { getNonce, formatSolution, getHashInput, type ProofOfWorkChallenge } from '#domain/proof-of-work.ts';

// SHA-256 (FIPS 180-4) of short texts: Web Crypto is missing without HTTPS and slower per call.

const primes: number[] = [];
for (let candidate = 2; primes.length < 64; candidate++)
  if (primes.every((prime) => candidate % prime)) primes.push(candidate);

/** The constants are the first 32 fractional bits of roots of the first primes. */
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
const INITIAL_HASH = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUND_CONSTANTS = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

const schedule = new Int32Array(64);
const readWord = (at: number) => schedule[at] ?? 0;
const rotateRight = (value: number, by: number) => (value >>> by) | (value << (32 - by));

/** Pads a text of at most 55 ASCII characters to one block and expands it to the message schedule. */
function prepareSchedule(text: string) {
  schedule.fill(0, 0, 16);
  for (let at = 0; at < text.length; at++)
    schedule[at >> 2] = readWord(at >> 2) | (text.charCodeAt(at) << (24 - (at % 4) * 8));
  const end = text.length;
  schedule[end >> 2] = readWord(end >> 2) | (0x80 << (24 - (end % 4) * 8));
  schedule[15] = end * 8;
  for (let at = 16; at < 64; at++) {
    const [near, far] = [readWord(at - 2), readWord(at - 15)];
    const sigma1 = rotateRight(near, 17) ^ rotateRight(near, 19) ^ (near >>> 10);
    const sigma0 = rotateRight(far, 7) ^ rotateRight(far, 18) ^ (far >>> 3);
    schedule[at] = sigma1 + readWord(at - 7) + sigma0 + readWord(at - 16);
  }
}

/** Returns the first 32 bits of the hash of at most 55 ASCII characters, as an unsigned number. */
export function hashPrefix(text: string): number {
  prepareSchedule(text);
  const [first = 0] = INITIAL_HASH;
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = INITIAL_HASH;
  for (let at = 0; at < 64; at++) {
    const choice = g ^ (e & (f ^ g));
    const temp1 =
      (h +
        (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
        choice +
        (ROUND_CONSTANTS[at] ?? 0) +
        readWord(at)) |
      0;
    const majority = (a & b) | (c & (a | b));
    const temp2 = (rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + majority;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + temp1) | 0, c, b, a, (temp1 + temp2) | 0];
  }
  return (a + first) >>> 0;
}

/** Maximum time in ms before the solver yields to the browser. */
const SLICE_MS = 12;

const yieldToBrowser = () => new Promise((resolve) => setTimeout(resolve));

/** Solves a proof-of-work challenge; takes a few hundred milliseconds on a usual machine. */
export async function solve({ question, parts, bits }: ProofOfWorkChallenge): Promise<string> {
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
