import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import pg from 'pg';
import { inject } from 'vitest';

import { newPostgresDatabase } from '../scripts/test-postgres.ts';

import { DatabaseAway } from './db/away.ts';
import { guarded, type Database } from './db/client.ts';
import { listenEmbedded } from './db/open-embedded.ts';
import type { Ears, Listening } from './db/page-changes.ts';
import { ALWAYS_HERE } from './db/pulse.ts';
import { openPostgres } from './db/open-postgres.ts';

/** A migrated database of its own for one test, on whatever the suite runs on. */
export const openTestDatabase = (): Promise<Database> => openTestDatabaseAt();

/** The same with its address; null: the database is embedded and has none. */
export async function openTestDatabaseAt(): Promise<Database & { url: string | null }> {
  const server = inject('postgres');
  return server ? openPostgresCopy(server) : { ...(await openEmbeddedCopy(inject('template'))), url: null };
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

type Copy = Used & {
  url: string;
  /** Distinguishes its connections from those of a process that a test has started. */
  applicationName: string;
  /** Null until the first test, and after one that left a connection in use. */
  warm: Warm | null;
};

/** Connections that tests after each other use: a new one costs more than what most tests ask. */
type Warm = { database: Database; listeners: Listeners; admin: pg.Client };

/** The same on the server; they go with it. */
const freeCopies: Copy[] = [];

async function openPostgresCopy(server: string): Promise<Database & { url: string }> {
  const copy = freeCopies.pop() ?? (await newCopy(server));
  const warm = (copy.warm ??= await openWarm(copy.url));
  const { database, listeners } = warm;
  let open = true;
  const whileOpen = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, property) {
        if (!open) throw new DatabaseAway('The database is closed');
        return Reflect.get(target, property, target) as unknown;
      },
    });
  return {
    ...database,
    url: copy.url,
    db: whileOpen(database.db),
    reserved: whileOpen(database.reserved),
    listen: (ears) => listeners.add(ears),
    close: async () => {
      if (!open) return;
      open = false;
      const isHealthy = await isIdle(database);
      if (!isHealthy) await closeWarm(copy, warm);
      const { admin } = isHealthy ? warm : (copy.warm = await openWarm(copy.url));
      const ask: Ask = (sql) => admin.query(sql);
      // A process that a test has killed may still hold locks.
      await ask(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name <> '${copy.applicationName}'`);
      await empty(ask, copy);
      await listeners.caughtUp();
      freeCopies.push(copy);
    },
  };
}

async function newCopy(server: string): Promise<Copy> {
  const { url } = await newPostgresDatabase(server, inject('postgresTemplate'));
  const applicationName = `tests-${crypto.randomUUID()}`;
  const named = new URL(url);
  named.searchParams.set('application_name', applicationName);
  const copy = { url: named.href, applicationName, emptied: 0, warm: await openWarm(named.href) };
  return { ...copy, tables: await tablesOf((sql) => copy.warm.admin.query(sql)) };
}

async function openWarm(url: string): Promise<Warm> {
  const database = openPostgres(url, 'drizzle', () => undefined);
  const admin = new pg.Client({ connectionString: url });
  // The run ends by dropping the database under it.
  admin.on('error', () => undefined);
  await admin.connect();
  return { database, listeners: new Listeners(database), admin };
}

async function closeWarm(copy: Copy, { database, listeners, admin }: Warm): Promise<void> {
  copy.warm = null;
  await listeners.close();
  await database.close();
  await admin.end();
}

/** Time for what a test has left running to give its connection back. */
const IDLE_TIMEOUT_MS = 1000;

/** Whether every connection is free again and the database was never in doubt. */
async function isIdle({ pools, pulse }: Database): Promise<boolean> {
  const isFree = () =>
    Object.values(pools?.() ?? {}).every(({ open, idle, waiting }) => open === idle && waiting === 0);
  const deadline = performance.now() + IDLE_TIMEOUT_MS;
  while (!isFree() && performance.now() < deadline) await wait(1);
  return isFree() && pulse.state() === 'here';
}

/** The connection that hears of changes, shared by the tests after each other. */
class Listeners {
  readonly #all = new Set<Ears>();
  readonly #listening: Listening;
  #connected = false;

  constructor(database: Database) {
    this.#listening = database.listen({
      hear: (topic) => {
        for (const ears of this.#all) ears.hear(topic);
      },
      connected: () => {
        this.#connected = true;
        for (const ears of this.#all) ears.connected();
      },
      lost: () => {
        this.#connected = false;
        for (const ears of this.#all) ears.lost();
      },
    });
  }

  add(ears: Ears): Listening {
    this.#all.add(ears);
    queueMicrotask(() => {
      if (this.#connected && this.#all.has(ears)) ears.connected();
    });
    return {
      caughtUp: () => this.caughtUp(),
      close: async () => {
        if (this.#all.delete(ears)) ears.lost();
      },
    };
  }

  caughtUp(): Promise<void> {
    return this.#listening.caughtUp();
  }

  close(): Promise<void> {
    return this.#listening.close();
  }
}
