import { AsyncLocalStorage } from 'node:async_hooks';

import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

import type { Ears, Listening } from './page-changes.ts';
import type { Pulse } from './pulse.ts';
import type { SchemaAge } from './schema-age.ts';

/** Handle of the database or of one transaction; queries accept either. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export type Database = {
  db: Db;
  /** The same database over separate connections, so that urgent queries do not wait behind others. */
  reserved: Db;
  /** Availability of the database. */
  pulse: Pulse;
  embedded: boolean;
  /** Brings the schema up to date; several processes may call it at once. */
  migrate: () => Promise<SchemaAge>;
  /** Subscribes to page changes of all processes. */
  listen: (ears: Ears) => Listening;
  /** Connection counts of each pool; null for the embedded database. */
  pools: (() => { shared: PoolFigures; reserved: PoolFigures }) | null;
  close: () => Promise<void>;
};

/** `waiting`: queries that wait for a connection. */
export type PoolFigures = { open: number; idle: number; waiting: number };

const inTransaction = new AsyncLocalStorage<true>();

const GUARDED = new Set<PropertyKey>([
  'select',
  'selectDistinct',
  'selectDistinctOn',
  'insert',
  'update',
  'delete',
  'execute',
  'transaction',
  '$count',
  'with',
]);

/**
 * Guard of the outer handle: throws when it is used inside a transaction. On the embedded database such a query would wait
 * forever for its own transaction.
 */
export function guarded(db: Db): Db {
  return new Proxy(db, {
    get(target, property, receiver) {
      if (!GUARDED.has(property)) return Reflect.get(target, property, receiver) as unknown;
      if (inTransaction.getStore()) {
        throw new Error(
          `The outer database handle was asked (${String(property)}) inside a transaction: use the transaction's own handle`,
        );
      }
      if (property !== 'transaction') return Reflect.get(target, property, target) as unknown;
      const transaction: Db['transaction'] = (run, settings) =>
        target.transaction((tx) => inTransaction.run(true, () => run(tx)), settings);
      return transaction;
    },
  });
}

/** SQLSTATE of a failed query, also when the query builder wraps the driver's error; null for other errors. */
export function sqlStateOf(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(at.code)) return at.code;
  }
  return null;
}

export const isUniqueViolation = (error: unknown): boolean => sqlStateOf(error) === '23505';
