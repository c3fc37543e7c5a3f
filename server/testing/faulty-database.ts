import type { ChangeListener } from '../db/change-listener.ts';
import type { Database } from '../db/client.ts';
/** Used by tests only. */
import { DatabaseUnavailable } from '../db/database-errors.ts';
import type { DbHealth } from '../db/db-health.ts';
import { openTestDatabase } from './test-database.ts';

/**
 * Calls `onRun` whenever the query runs, however it is built: awaited, or prepared once and executed later. The methods of
 * Drizzle's builders return the builder itself or another one.
 */
function observeRuns<Query extends object>(query: Query, onRun: () => void): Query {
  return new Proxy(query, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]) => {
        if (name === 'then' || name === 'execute') onRun();
        const result = value.apply(target, args) as unknown;
        const isQuery = typeof result === 'object' && result !== null && !(result instanceof Promise);
        return isQuery && name !== 'then' ? observeRuns(result, onRun) : result;
      };
    },
  });
}

/** A database that can become unavailable as a whole; `listener` is its current change listener. */
export async function createUnavailableDatabase() {
  const database = await openTestDatabase();
  const state = { isUnavailable: false, listener: null as ChangeListener | null };
  const db = new Proxy(database.db, {
    get(target, property) {
      const assertAvailable = () => {
        if (state.isUnavailable) throw new DatabaseUnavailable('The database is away');
      };
      assertAvailable();
      if (property !== 'select') return Reflect.get(target, property, target) as unknown;
      return (...columns: Parameters<typeof target.select>) => observeRuns(target.select(...columns), assertAvailable);
    },
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
export async function createFaultyDatabase(countedTable: unknown) {
  const database = await openTestDatabase();
  const state = { isUnavailable: false, reads: 0, listener: null as ChangeListener | null };
  const db = new Proxy(database.db, {
    get(target, property) {
      if (property !== 'select') return Reflect.get(target, property, target) as unknown;
      if (state.isUnavailable) throw new Error('The database is away');
      return (...columns: Parameters<typeof target.select>) =>
        new Proxy(target.select(...columns), {
          get(builder, name) {
            const method: unknown = Reflect.get(builder, name, builder);
            if (name !== 'from' || typeof method !== 'function') return method;
            return (table: unknown) =>
              observeRuns(method.call(builder, table) as object, () => {
                if (state.isUnavailable) throw new Error('The database is away');
                if (table === countedTable) state.reads += 1;
              });
          },
        });
    },
  });
  const listen: Database['listen'] = (listener) => {
    state.listener = listener;
    return database.listen(listener);
  };
  return { database: { ...database, db, listen }, state };
}
