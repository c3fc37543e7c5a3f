import type { SQL } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

/** Input of a check. `since`: older rows may be skipped where a full check would be slow. */
export type Scope = {
  mode: Mode;
  since: Date;
  /** Business time. */
  now: Date;
  realNow: Date;
};

/** A condition that always holds; `broken` selects the `id` of each row that violates it, as text. */
export type Invariant = { name: string; holds: string; broken: (scope: Scope) => SQL };

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** An earlier time, as a parameter of raw SQL. */
export const before = (at: Date, ms: number): string => new Date(at.getTime() - ms).toISOString();
