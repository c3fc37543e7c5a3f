import { createRandom } from './payment-activity.ts';

/** A random number generator that depends only on the seed. */
export type FuzzRandom = {
  /** From 0 up to but excluding 1. */
  next: () => number;
  /** An integer from 0 up to but excluding `below`. */
  below: (below: number) => number;
  pick: <T>(from: readonly T[]) => T;
  is: (probability: number) => boolean;
};

export function createFuzzRandom(seed: number): FuzzRandom {
  const next = createRandom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new Error('There is nothing to pick from');
    return from[below(from.length)] as T;
  };
  return { next, below, pick, is: (probability) => next() < probability };
}
