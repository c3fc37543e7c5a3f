import { readFile } from 'node:fs/promises';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import pg from 'pg';
import { inject } from 'vitest';

import { guarded, type Database } from './db/client.ts';
import { listenEmbedded } from './db/open-embedded.ts';
import { ALWAYS_HERE } from './db/pulse.ts';
import { openPostgres } from './db/open-postgres.ts';

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  export interface ProvidedContext {
    /** A dump of a migrated embedded database. */
    template: string;
    /** A PostgreSQL server with the database `tillwright_template`; empty: tests run on the embedded one. */
    postgres: string;
  }
}

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
      await empty((sql) => embedded.client.query(sql), embedded);
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

/** Emptied so often, a database is swept. */
const SWEEP_EACH = 20;

type Ask = (sql: string) => Promise<{ rows: unknown[] }>;

const tablesOf = async (ask: Ask): Promise<string[]> =>
  (
    (await ask(`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`)).rows as {
      name: string;
    }[]
  ).map(({ name }) => name);

/** As it was when it was new. Without checks and triggers: nobody is to hear of it, and truncating takes ten times as long. */
async function empty(ask: Ask, used: Used): Promise<void> {
  const { tables } = used;
  const added = (await tablesOf(ask)).filter((name) => !tables.includes(name));
  for (const name of added) await ask(`drop table ${name} cascade`);
  await ask(`set session_replication_role = replica`);
  for (const name of tables) await ask(`delete from ${name}`);
  await ask(`set session_replication_role = default`);
  // Rows that are deleted go on taking space, and time, until they are swept.
  used.emptied += 1;
  if (used.emptied % SWEEP_EACH === 0) await ask('vacuum');
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
  const { url } = await newPostgresDatabase(server, 'tillwright_template');
  return { url, tables: await onServer(url, tablesOf), emptied: 0 };
}

/** A database of its own on the server: a copy of `template`, or an empty one. */
export async function newPostgresDatabase(
  server: string,
  template = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await onServer(server, (ask) => ask(`create database ${name} template ${template}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = () =>
    onServer(server, async (ask) => void (await ask(`drop database if exists ${name} with (force)`)));
  return { url: url.href, drop };
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
