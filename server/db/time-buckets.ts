import { sql, type Column, type SQL } from 'drizzle-orm';

/** Parts of a time that follow each other; `end` is the moment after the last. */
export type Span = { starts: readonly Date[]; end: Date };

/** In which part a time falls, counted from 0. */
export const bucketOf = (column: Column, { starts }: Span): SQL<number> =>
  sql`width_bucket(${column}, ${arrayOf(starts)}::timestamptz[]) - 1`.mapWith(Number);

const arrayOf = (times: readonly Date[]): string => `{${times.map((time) => time.toISOString()).join(',')}}`;
