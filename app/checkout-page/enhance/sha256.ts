// SHA-256 (FIPS 180-4) of short texts: Web Crypto is missing without HTTPS and slower per call.

const primes: number[] = [];
for (let candidate = 2; primes.length < 64; candidate++)
  if (primes.every((prime) => candidate % prime)) primes.push(candidate);

/** The constants are the first 32 fractional bits of roots of the first primes. */
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

const words = new Int32Array(64);
const word = (at: number) => words[at] ?? 0;
const turn = (value: number, by: number) => (value >>> by) | (value << (32 - by));

/** Pads a text of at most 55 ASCII characters to one block and expands it to the message schedule. */
function lay(text: string) {
  words.fill(0, 0, 16);
  for (let at = 0; at < text.length; at++)
    words[at >> 2] = word(at >> 2) | (text.charCodeAt(at) << (24 - (at % 4) * 8));
  const end = text.length;
  words[end >> 2] = word(end >> 2) | (0x80 << (24 - (end % 4) * 8));
  words[15] = end * 8;
  for (let at = 16; at < 64; at++) {
    const [near, far] = [word(at - 2), word(at - 15)];
    const one = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    const other = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    words[at] = one + word(at - 7) + other + word(at - 16);
  }
}

/** Returns the first 32 bits of the hash of at most 55 ASCII characters, as an unsigned number. */
export function hashBegin(text: string): number {
  lay(text);
  const [first = 0] = START;
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = START;
  for (let at = 0; at < 64; at++) {
    const picked = g ^ (e & (f ^ g));
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + picked + (ROUNDS[at] ?? 0) + word(at)) | 0;
    const most = (a & b) | (c & (a | b));
    const other = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + most;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + other) | 0];
  }
  return (a + first) >>> 0;
}
