import type { Db } from './client.ts';

/**
 * Returns a function that builds and prepares a query once for each database handle and these arguments. For queries of
 * every page view or checkout request: building and planning one takes longer than running it.
 */
export function prepareOnce<Args extends readonly (string | number)[], Query>(
  prepare: (db: Db, ...args: Args) => Query,
): (db: Db, ...args: Args) => Query {
  const preparedQueries = new WeakMap<Db, Map<string, Query>>();
  return (db, ...args) => {
    const queries = preparedQueries.get(db) ?? new Map<string, Query>();
    preparedQueries.set(db, queries);
    const key = args.join(' ');
    const query = queries.get(key) ?? prepare(db, ...args);
    queries.set(key, query);
    return query;
  };
}
