/** Used by tests only. */
import type { PGlite } from '@electric-sql/pglite';
import { getTableName, type Table } from 'drizzle-orm';
import { drizzle as drizzlePostgres } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import type { Pool } from 'pg';

import type { ChangeListener } from '../db/change-listener.ts';
import { guardTransactions, type Database, type Db } from '../db/client.ts';
import { DatabaseUnavailable } from '../db/database-errors.ts';
import type { DbHealth } from '../db/db-health.ts';
import { openTestDatabase } from './test-database.ts';

/** Methods of the drivers that run a query, or that a transaction begins with. */
const QUERY_METHODS = new Set<PropertyKey>(['query', 'connect', 'transaction']);

/** Empty where a connection is taken or a transaction begins. */
function getQueryText(query: unknown): string {
  if (typeof query === 'string') return query;
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : '';
}

/** Handle of the same database that calls `onQuery` with the SQL of each query, prepared ones included. */
function watchQueries({ db, embedded }: Database, onQuery: (text: string) => void): Db {
  const { $client } = db as Db & { $client: object };
  const client = new Proxy($client, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        if (QUERY_METHODS.has(property)) onQuery(getQueryText(args[0]));
        return member.apply(target, args) as unknown;
      };
    },
  });
  return guardTransactions(embedded ? drizzleEmbedded(client as PGlite) : drizzlePostgres(client as Pool));
}

/** A database that can become unavailable as a whole; `listener` is its current change listener. */
export async function createUnavailableDatabase() {
  const database = await openTestDatabase();
  const state = { isUnavailable: false, listener: null as ChangeListener | null };
  const db = watchQueries(database, () => {
    if (state.isUnavailable) throw new DatabaseUnavailable('The database is away');
  });
  const dbHealth: DbHealth = {
    state: () => (state.isUnavailable ? 'unavailable' : 'available'),
    markSuspect: () => undefined,
  };
  const listen: Database['listen'] = (listener) => {
    state.listener = listener;
    return database.listen(listener);
  };
  return { database: { ...database, db, reserved: db, dbHealth, listen }, state };
}

/** A database that can become unavailable, and that counts the select queries whose first table is `countedTable`. */
export async function createFaultyDatabase(countedTable: Table) {
  const database = await openTestDatabase();
  const state = { isUnavailable: false, reads: 0, listener: null as ChangeListener | null };
  const countedText = ` from "${getTableName(countedTable)}" `;
  const db = watchQueries(database, (text) => {
    if (state.isUnavailable) throw new Error('The database is away');
    if (text.startsWith('select') && text.includes(countedText)) state.reads += 1;
  });
  const listen: Database['listen'] = (listener) => {
    state.listener = listener;
    return database.listen(listener);
  };
  return { database: { ...database, db, listen }, state };
}
