import { AsyncLocalStorage } from 'node:async_hooks';

import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

import type { ChangeListener, ChangeSubscription } from './change-listener.ts';
import type { DbHealth } from './db-health.ts';
import type { SchemaState } from './migrations.ts';

/** Handle of the database or of one transaction; queries accept either. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export type Database = {
  db: Db;
  /** The same database over separate connections, so that urgent queries do not wait behind others. */
  reserved: Db;
  /** Availability of the database. */
  dbHealth: DbHealth;
  embedded: boolean;
  /** Brings the schema up to date; several processes may call it at once. */
  migrate: () => Promise<SchemaState>;
  /** Subscribes to page changes of all processes. */
  listen: (listener: ChangeListener) => ChangeSubscription;
  /** Connection counts of each pool; null for the embedded database. */
  pools: (() => { shared: PoolStats; reserved: PoolStats }) | null;
  close: () => Promise<void>;
};

/** `waiting`: queries that wait for a connection. */
export type PoolStats = { open: number; idle: number; waiting: number };

const inTransaction = new AsyncLocalStorage<true>();

const GUARDED_METHODS = new Set<PropertyKey>([
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
export function guardTransactions(db: Db): Db {
  return new Proxy(db, {
    get(target, property, receiver) {
      if (!GUARDED_METHODS.has(property)) return Reflect.get(target, property, receiver) as unknown;
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
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(current.code))
      return current.code;
  }
  return null;
}

export const isUniqueViolation = (error: unknown): boolean => sqlStateOf(error) === '23505';
