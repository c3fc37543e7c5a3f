import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import pg from 'pg';
import { inject } from 'vitest';

import { newPostgresDatabase } from '../../scripts/test-postgres.ts';
import type { ChangeListener, ChangeSubscription } from '../db/change-listener.ts';
import { guardTransactions, type Database } from '../db/client.ts';
import { DatabaseUnavailable } from '../db/database-errors.ts';
import { ALWAYS_AVAILABLE } from '../db/db-health.ts';
import { listenEmbedded } from '../db/open-embedded.ts';
import { openPostgres } from '../db/open-postgres.ts';

/** A migrated database for one test, of the kind that the suite runs on. */
export const openTestDatabase = (): Promise<Database> => openTestDatabaseAt();

/** The same with its URL; null for the embedded database. */
export async function openTestDatabaseAt(): Promise<Database & { url: string | null }> {
  const server = inject('postgres');
  return server ? openPostgresCopy(server) : { ...(await openEmbeddedCopy(inject('template'))), url: null };
}

/** State of a reused database: its own tables, and how often it was emptied. */
type ReusedDatabase = { tables: string[]; timesEmptied: number };
type Embedded = ReusedDatabase & { client: PGlite };

/** Databases opened by this process and free for reuse: opening one takes longer than most tests. */
const freeEmbedded: Embedded[] = [];

async function openEmbeddedCopy(template: string): Promise<Database> {
  const embedded = freeEmbedded.pop() ?? (await newEmbedded(template));
  let isOpen = true;
  const client = new Proxy(embedded.client, {
    get(target, property) {
      if (!isOpen) throw new Error('The database is closed');
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  const db = guardTransactions(drizzle(client));
  return {
    db,
    reserved: db,
    dbHealth: ALWAYS_AVAILABLE,
    embedded: true,
    migrate: () => Promise.resolve('current'),
    listen: (listener) => listenEmbedded(embedded.client, listener),
    pools: null,
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      await emptyDatabase(async (sql) => ({ rows: (await embedded.client.exec(sql)).at(-1)?.rows ?? [] }), embedded);
      freeEmbedded.push(embedded);
    },
  };
}

async function newEmbedded(template: string): Promise<Embedded> {
  const client = await PGlite.create({
    loadDataDir: new Blob([await readFile(template)]),
    postgresqlconf: ['shared_buffers=16MB'],
  });
  return { client, tables: await tablesOf((sql) => client.query(sql)), timesEmptied: 0 };
}

/** A database is vacuumed after being emptied this many times. */
const VACUUM_INTERVAL = 20;

type RunSql = (sql: string) => Promise<{ rows: unknown[] }>;

const tablesOf = async (runSql: RunSql): Promise<string[]> =>
  (
    (await runSql(`select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`)).rows as {
      name: string;
    }[]
  ).map(({ name }) => name);

/** Empties every table. Disables checks and triggers, so that nothing is notified; truncating takes ten times as long. */
async function emptyDatabase(runSql: RunSql, reused: ReusedDatabase): Promise<void> {
  const { tables } = reused;
  const addedTables = (await tablesOf(runSql)).filter((name) => !tables.includes(name));
  const statements = [
    ...addedTables.map((name) => `drop table ${name} cascade`),
    'set session_replication_role = replica',
    ...tables.map((name) => `delete from ${name}`),
    'set session_replication_role = default',
  ];
  await runSql(statements.join(';'));
  // Deleted rows cost space and time until they are vacuumed.
  reused.timesEmptied += 1;
  if (reused.timesEmptied % VACUUM_INTERVAL === 0) await runSql('vacuum');
}

type PostgresCopy = ReusedDatabase & {
  url: string;
  /** Distinguishes its connections from those of a process that a test started. */
  applicationName: string;
  /** Null before the first test, and after a test that left a connection in use. */
  connections: OpenConnections | null;
};

/** Connections reused by consecutive tests: a new one costs more than the queries of most tests. */
type OpenConnections = { database: Database; listeners: SharedListener; admin: pg.Client };

/** Copies on the PostgreSQL server; they are dropped with it. */
const freeCopies: PostgresCopy[] = [];

async function openPostgresCopy(server: string): Promise<Database & { url: string }> {
  const copy = freeCopies.pop() ?? (await newCopy(server));
  const connections = (copy.connections ??= await openConnections(copy.url));
  const { database, listeners } = connections;
  let isOpen = true;
  const guardOpen = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(_, property) {
        if (!isOpen) throw new DatabaseUnavailable('The database is closed');
        return Reflect.get(target, property, target) as unknown;
      },
    });
  return {
    ...database,
    url: copy.url,
    db: guardOpen(database.db),
    reserved: guardOpen(database.reserved),
    listen: (listener) => listeners.add(listener),
    close: async () => {
      if (!isOpen) return;
      isOpen = false;
      const isHealthy = await isIdle(database);
      if (!isHealthy) await closeConnections(copy, connections);
      const { admin } = isHealthy ? connections : (copy.connections = await openConnections(copy.url));
      const runSql: RunSql = (sql) => admin.query(sql);
      // A process that a test killed may still hold locks.
      await runSql(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name <> '${copy.applicationName}'`);
      await emptyDatabase(runSql, copy);
      await listeners.waitForReplication();
      freeCopies.push(copy);
    },
  };
}

async function newCopy(server: string): Promise<PostgresCopy> {
  const { url } = await newPostgresDatabase(server, inject('postgresTemplate'));
  const applicationName = `tests-${crypto.randomUUID()}`;
  const namedUrl = new URL(url);
  namedUrl.searchParams.set('application_name', applicationName);
  const copy = {
    url: namedUrl.href,
    applicationName,
    timesEmptied: 0,
    connections: await openConnections(namedUrl.href),
  };
  return { ...copy, tables: await tablesOf((sql) => copy.connections.admin.query(sql)) };
}

async function openConnections(url: string): Promise<OpenConnections> {
  const database = openPostgres(url, 'drizzle', () => undefined);
  const admin = new pg.Client({ connectionString: url });
  // The test run ends by dropping the database while this connection is open.
  admin.on('error', () => undefined);
  await admin.connect();
  return { database, listeners: new SharedListener(database), admin };
}

async function closeConnections(copy: PostgresCopy, { database, listeners, admin }: OpenConnections): Promise<void> {
  copy.connections = null;
  await listeners.close();
  await database.close();
  await admin.end();
}

/** Time for work that a test left running to release its connection. */
const IDLE_TIMEOUT_MS = 1000;

/** Whether every connection is free and the database was never suspected to be unavailable. */
async function isIdle({ pools, dbHealth }: Database): Promise<boolean> {
  const isFree = () =>
    Object.values(pools?.() ?? {}).every(({ open: isOpen, idle, waiting }) => isOpen === idle && waiting === 0);
  const deadline = performance.now() + IDLE_TIMEOUT_MS;
  while (!isFree() && performance.now() < deadline) await wait(1);
  return isFree() && dbHealth.state() === 'available';
}

/** The connection that receives change notifications, shared by consecutive tests. */
class SharedListener {
  readonly #listeners = new Set<ChangeListener>();
  readonly #subscription: ChangeSubscription;
  #connected = false;

  constructor(database: Database) {
    this.#subscription = database.listen({
      onChange: (topic) => {
        for (const listener of this.#listeners) listener.onChange(topic);
      },
      onConnected: () => {
        this.#connected = true;
        for (const listener of this.#listeners) listener.onConnected();
      },
      onDisconnected: () => {
        this.#connected = false;
        for (const listener of this.#listeners) listener.onDisconnected();
      },
    });
  }

  add(listener: ChangeListener): ChangeSubscription {
    this.#listeners.add(listener);
    queueMicrotask(() => {
      if (this.#connected && this.#listeners.has(listener)) listener.onConnected();
    });
    return {
      waitForReplication: () => this.waitForReplication(),
      close: async () => {
        if (this.#listeners.delete(listener)) listener.onDisconnected();
      },
    };
  }

  waitForReplication(): Promise<void> {
    return this.#subscription.waitForReplication();
  }

  close(): Promise<void> {
    return this.#subscription.close();
  }
}
