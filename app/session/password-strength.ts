import { MIN_PASSWORD } from '#domain/account.ts';

/** 0: too short; 1 to 4: how hard the password is to guess. Only a hint, never a reason for refusal. */
export type Strength = 0 | 1 | 2 | 3 | 4;

const ADVICE: Record<Exclude<Strength, 0>, string> = {
  1: 'Weak. Another word or two would help a lot.',
  2: 'Fair. Another word would make it good.',
  3: 'Good. Two more words would make it very good.',
  4: 'Very good.',
};

const OBVIOUS = /password|passwort|qwert|azerty|letmein|welcome|admin|iloveyou|abc|1234|4321|0000|1111/i;
const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/];
const SIZES = [26, 26, 10, 33];

/** Rough entropy in bits. Repeated characters count half, and common patterns halve the result. */
function bitsOf(password: string): number {
  const alphabet = KINDS.reduce(
    (sum, kind, place) => sum + (kind.test(password) ? (SIZES[place] ?? 0) : 0),
    0,
  );
  const characters = Array.from(password);
  const different = new Set(characters).size;
  const weight = different + (characters.length - different) * 0.5;
  const bits = weight * Math.log2(Math.max(alphabet, 2));
  return OBVIOUS.test(password) ? bits * 0.5 : bits;
}

/** `minLength` is the minimum number of characters. */
export function strengthOf(password: string, least = MIN_PASSWORD): Strength {
  if (Array.from(password).length < least) return 0;
  const bits = bitsOf(password);
  if (bits < 32) return 1;
  if (bits < 48) return 2;
  return bits < 72 ? 3 : 4;
}

export const adviceOf = (strength: Strength, least = MIN_PASSWORD): string =>
  strength === 0 ? `At least ${least} characters.` : ADVICE[strength];
