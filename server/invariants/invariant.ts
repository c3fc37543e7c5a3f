import type { SQL } from 'drizzle-orm';

import type { Mode } from '#domain/mode.ts';

/** What a question may depend on. `since`: older rows may be left out where all would take long. */
export type Scope = {
  mode: Mode;
  since: Date;
  /** The business clock's. */
  now: Date;
  realNow: Date;
};

/** Something that always holds of the rows; `broken` asks for the `id` of what contradicts it, as text. */
export type Invariant = { name: string; holds: string; broken: (scope: Scope) => SQL };

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** A moment before another one, as a parameter of raw SQL. */
export const before = (at: Date, ms: number): string => new Date(at.getTime() - ms).toISOString();
