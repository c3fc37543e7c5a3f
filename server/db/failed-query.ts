import { DrizzleQueryError } from 'drizzle-orm';

import { sqlStateOf } from './client.ts';

/** Loggable form of an error: a failed query without its values, which may be addresses or hashes. */
export function forLog(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error;
  return { name: error.name, query: error.query, sqlState: sqlStateOf(error), reason: error.cause?.message };
}
