import { AsyncLocalStorage } from 'node:async_hooks';

import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

import type { ChangeListener, ChangeSubscription } from './change-listener.ts';
import type { DbHealth } from './db-health.ts';
import type { SchemaState } from './migrations.ts';
import { queryTimeoutMs } from './query-deadline.ts';

/** Handle of the database or of one transaction; queries accept either. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

export type Database = {
  db: Db;
  /** The same database over separate connections, so that urgent queries do not wait behind others. */
  reserved: Db;
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

/** SQLSTATEs of transactions that another one stopped: serialization failure, deadlock, lock timeout. */
const CONFLICT_SQL_STATES = new Set(['40001', '40P01', '55P03']);
const MAX_TRIES = 3;
/** Time that is left for the last try. */
const MIN_TRY_MS = 1000;

/** Repeats a transaction after a conflict while there is time. It may run twice: its only effects are those of its handle. */
async function retryConflicts<T>(runTransaction: () => Promise<T>): Promise<T> {
  const retryUntil = performance.now() + queryTimeoutMs() - MIN_TRY_MS;
  for (let tries = 1; ; tries++) {
    try {
      return await runTransaction();
    } catch (error) {
      const isConflict = CONFLICT_SQL_STATES.has(sqlStateOf(error) ?? '');
      if (!isConflict || tries === MAX_TRIES || performance.now() > retryUntil) throw error;
    }
  }
}

/**
 * Guard of the outer handle: throws when it is used inside a transaction. On the embedded database such a query would wait
 * forever for its own transaction. Transactions are repeated after a conflict.
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
        retryConflicts(() => target.transaction((tx) => inTransaction.run(true, () => run(tx)), settings));
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
