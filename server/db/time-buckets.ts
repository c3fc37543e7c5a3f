import { sql, type Column, type SQL } from 'drizzle-orm';

/** Consecutive time buckets; `end` is the end of the last one. */
export type BucketSpan = { starts: readonly Date[]; end: Date };

/** Index of the bucket that contains a time, from 0. */
export const bucketOf = (column: Column, { starts }: BucketSpan): SQL<number> =>
  sql`width_bucket(${column}, ${toArrayLiteral(starts)}::timestamptz[]) - 1`.mapWith(Number);

const toArrayLiteral = (times: readonly Date[]): string => `{${times.map((time) => time.toISOString()).join(',')}}`;
