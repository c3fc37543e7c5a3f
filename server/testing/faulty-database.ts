import type { ChangeListener } from '../db/change-listener.ts';
import type { Database } from '../db/client.ts';
/** Used by tests only. */
import { DatabaseUnavailable } from '../db/database-errors.ts';
import type { DbHealth } from '../db/db-health.ts';
import { openTestDatabase } from './test-database.ts';

/** A database that can become unavailable as a whole; `listener` is its current change listener. */
export async function createUnavailableDatabase() {
  const database = await openTestDatabase();
  const state = { isUnavailable: false, listener: null as ChangeListener | null };
  const db = new Proxy(database.db, {
    get(target, property) {
      if (state.isUnavailable) throw new DatabaseUnavailable('The database is away');
      return Reflect.get(target, property, target) as unknown;
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
            return (table: unknown) => {
              if (table === countedTable) state.reads += 1;
              return method.call(builder, table) as unknown;
            };
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
