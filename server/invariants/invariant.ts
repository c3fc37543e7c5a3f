import type { SQL } from 'drizzle-orm';

import type { Mode } from '#domain/payment-mode.ts';

/** Input of a check. `since`: older rows may be skipped where a full check would be slow. */
export type InvariantScope = {
  mode: Mode;
  since: Date;
  /** Business time. */
  now: Date;
  realNow: Date;
};

/** A condition that always holds; `broken` selects the `id` of each row that violates it, as text. */
export type Invariant = {
  name: string;
  description: string;
  selectViolations: (scope: InvariantScope) => SQL;
};

/** An earlier time, as a parameter of raw SQL. */
export const timeBefore = (time: Date, ms: number): string => new Date(time.getTime() - ms).toISOString();
