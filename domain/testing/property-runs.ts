import { inject } from 'vitest';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  export interface ProvidedContext {
    /** Maximum runs of one property test: `FAST_CHECK_RUNS` (default 100), unlimited in `npm run test:full`. */
    maxPropertyRuns: number;
  }
}

/** Number of runs of a property test: all in `npm run test:full`, otherwise at most `FAST_CHECK_RUNS`. */
export const propertyRuns = (full: number): number => Math.min(full, inject('maxPropertyRuns'));
