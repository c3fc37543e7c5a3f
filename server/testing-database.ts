import { readFile } from 'node:fs/promises';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import pg from 'pg';
import { inject } from 'vitest';

import { newPostgresDatabase } from '../scripts/test-postgres.ts';

import { guarded, type Database } from './db/client.ts';
import { listenEmbedded } from './db/open-embedded.ts';
import { ALWAYS_HERE } from './db/pulse.ts';
import { openPostgres } from './db/open-postgres.ts';

/** A migrated database of its own for one test, on whatever the suite runs on. */
export async function openTestDatabase(): Promise<Database> {
  const server = inject('postgres');
  return server ? openPostgresCopy(server) : openEmbeddedCopy(inject('template'));
}

/** What a database has that is used again: its own tables, and how often it has been emptied. */
type Used = { tables: string[]; emptied: number };
type Embedded = Used & { client: PGlite };

/** Opened by this process and free again: to open one takes longer than most tests. */
const free: Embedded[] = [];

async function openEmbeddedCopy(template: string): Promise<Database> {
  const embedded = free.pop() ?? (await newEmbedded(template));
  let open = true;
  const client = new Proxy(embedded.client, {
    get(target, property) {
      if (!open) throw new Error('The database is closed');
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const db = guarded(drizzle(client));
  return {
    db,
    reserved: db,
    pulse: ALWAYS_HERE,
    embedded: true,
    migrate: () => Promise.resolve('current'),
    listen: (ears) => listenEmbedded(embedded.client, ears),
    pools: null,
    close: async () => {
      if (!open) return;
      open = false;
      await empty(async (sql) => ({ rows: (await embedded.client.exec(sql)).at(-1)?.rows ?? [] }), embedded);
      free.push(embedded);
    },
  };
}

async function newEmbedded(template: string): Promise<Embedded> {
  const client = await PGlite.create({
    loadDataDir: new Blob([await readFile(template)]),
    postgresqlconf: ['shared_buffers=16MB'],
  });
  return { client, tables: await tablesOf((sql) => client.query(sql)), emptied: 0 };
}

/** A database is vacuumed each time it was emptied so often. */
const VACUUM_INTERVAL = 20;

type Ask = (sql: string) => Promise<{ rows: unknown[] }>;

const tablesOf = async (ask: Ask): Promise<string[]> =>
  (
    (await ask(`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`)).rows as {
      name: string;
    }[]
  ).map(({ name }) => name);

/** Empties every table. Without checks and triggers: nobody is notified, and truncating takes ten times as long. */
async function empty(ask: Ask, used: Used): Promise<void> {
  const { tables } = used;
  const added = (await tablesOf(ask)).filter((name) => !tables.includes(name));
  const statements = [
    ...added.map((name) => `drop table ${name} cascade`),
    'set session_replication_role = replica',
    ...tables.map((name) => `delete from ${name}`),
    'set session_replication_role = default',
  ];
  await ask(statements.join(';'));
  // Deleted rows take space and time until they are vacuumed.
  used.emptied += 1;
  if (used.emptied % VACUUM_INTERVAL === 0) await ask('vacuum');
}

type Copy = Used & { url: string };

/** The same on the server; they go with it. */
const freeCopies: Copy[] = [];

async function openPostgresCopy(server: string): Promise<Database> {
  const copy = freeCopies.pop() ?? (await newCopy(server));
  const database = openPostgres(copy.url, 'drizzle', () => undefined);
  let open = true;
  return {
    ...database,
    close: async () => {
      if (!open) return;
      open = false;
      await database.close();
      await onServer(copy.url, async (ask) => {
        // Whoever else is still in it, such as a process that was to be killed, is gone now.
        await ask(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`);
        await empty(ask, copy);
      });
      freeCopies.push(copy);
    },
  };
}

async function newCopy(server: string): Promise<Copy> {
  const { url } = await newPostgresDatabase(server, inject('postgresTemplate'));
  return { url, tables: await onServer(url, tablesOf), emptied: 0 };
}

async function onServer<T>(url: string, act: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await act((sql) => client.query(sql));
  } finally {
    await client.end();
  }
}
