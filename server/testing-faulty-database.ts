/** Used by tests only. */
import { DatabaseAway } from './db/away.ts';
import type { Database } from './db/client.ts';
import type { Ears } from './db/page-changes.ts';
import type { Pulse } from './db/pulse.ts';
import { openTestDatabase } from './testing-database.ts';

/** A database that can become unavailable as a whole; `listener` is its current change listener. */
export async function openDatabaseThatGoes() {
  const database = await openTestDatabase();
  const state = { away: false, ears: null as Ears | null };
  const db = new Proxy(database.db, {
    get(target, property) {
      if (state.away) throw new DatabaseAway('The database is away');
      return Reflect.get(target, property, target) as unknown;
    },
  });
  const pulse: Pulse = { state: () => (state.away ? 'away' : 'here'), doubt: () => undefined };
  const listen: Database['listen'] = (ears) => {
    state.ears = ears;
    return database.listen(ears);
  };
  return { database: { ...database, db, reserved: db, pulse, listen }, state };
}

/** A database that can become unavailable, and that counts the select queries whose first table is `countedTable`. */
export async function openFaultyDatabase(counted: unknown) {
  const database = await openTestDatabase();
  const state = { away: false, reads: 0, ears: null as Ears | null };
  const db = new Proxy(database.db, {
    get(target, property) {
      if (property !== 'select') return Reflect.get(target, property, target) as unknown;
      if (state.away) throw new Error('The database is away');
      return (...columns: Parameters<typeof target.select>) =>
        new Proxy(target.select(...columns), {
          get(builder, name) {
            const of: unknown = Reflect.get(builder, name, builder);
            if (name !== 'from' || typeof of !== 'function') return of;
            return (table: unknown) => {
              if (table === counted) state.reads += 1;
              return of.call(builder, table) as unknown;
            };
          },
        });
    },
  });
  const listen: Database['listen'] = (ears) => {
    state.ears = ears;
    return database.listen(ears);
  };
  return { database: { ...database, db, listen }, state };
}
