import { DrizzleQueryError } from 'drizzle-orm';

import { sqlStateOf } from './client.ts';

/** What the log may know of an error: of a failed query its text, never its values (addresses, hashes). */
export function forLog(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error;
  return { name: error.name, query: error.query, sqlState: sqlStateOf(error), reason: error.cause?.message };
}
