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

/** A migrated database for one test, of the kind that the suite runs on. */
export const openTestDatabase = (): Promise<Database> => openTestDatabaseAt();

/** The same with its URL; null for the embedded database. */
export async function openTestDatabaseAt(): Promise<Database & { url: string | null }> {
  const server = inject('postgres');
  return server ? openPostgresCopy(server) : { ...(await openEmbeddedCopy(inject('template'))), url: null };
}

/** State of a reused database: its own tables, and how often it was emptied. */
type Used = { tables: string[]; emptied: number };
type Embedded = Used & { client: PGlite };

/** Databases opened by this process and free for reuse: opening one takes longer than most tests. */
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

/** A database is vacuumed after being emptied this many times. */
const VACUUM_INTERVAL = 20;

type Ask = (sql: string) => Promise<{ rows: unknown[] }>;

const tablesOf = async (ask: Ask): Promise<string[]> =>
  (
    (await ask(`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`)).rows as {
      name: string;
    }[]
  ).map(({ name }) => name);

/** Empties every table. Disables checks and triggers, so that nothing is notified; truncating takes ten times as long. */
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
  // Deleted rows cost space and time until they are vacuumed.
  used.emptied += 1;
  if (used.emptied % VACUUM_INTERVAL === 0) await ask('vacuum');
}

type Copy = Used & {
  url: string;
  /** Distinguishes its connections from those of a process that a test started. */
  applicationName: string;
  /** Null before the first test, and after a test that left a connection in use. */
  warm: Warm | null;
};

/** Connections reused by consecutive tests: a new one costs more than the queries of most tests. */
type Warm = { database: Database; listeners: Listeners; admin: pg.Client };

/** Copies on the PostgreSQL server; they are dropped with it. */
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
      // A process that a test killed may still hold locks.
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
  // The test run ends by dropping the database while this connection is open.
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

/** Time for work that a test left running to release its connection. */
const IDLE_TIMEOUT_MS = 1000;

/** Whether every connection is free and the database was never suspected to be unavailable. */
async function isIdle({ pools, pulse }: Database): Promise<boolean> {
  const isFree = () =>
    Object.values(pools?.() ?? {}).every(({ open, idle, waiting }) => open === idle && waiting === 0);
  const deadline = performance.now() + IDLE_TIMEOUT_MS;
  while (!isFree() && performance.now() < deadline) await wait(1);
  return isFree() && pulse.state() === 'here';
}

/** The connection that receives change notifications, shared by consecutive tests. */
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
