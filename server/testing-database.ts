import { readFile } from 'node:fs/promises';

import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import pg from 'pg';
import { inject } from 'vitest';

import { guarded, type Database } from './db/client.ts';
import { listenEmbedded } from './db/open-embedded.ts';
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

type Embedded = { client: PGlite; tables: string[] };

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
  return {
    db: guarded(drizzle(client)),
    embedded: true,
    migrate: () => Promise.resolve(),
    listen: (ears) => listenEmbedded(embedded.client, ears),
    close: async () => {
      if (!open) return;
      open = false;
      await empty(embedded);
      free.push(embedded);
    },
  };
}

async function newEmbedded(template: string): Promise<Embedded> {
  const client = await PGlite.create({
    loadDataDir: new Blob([await readFile(template)]),
    postgresqlconf: ['shared_buffers=16MB'],
  });
  return { client, tables: await tablesOf(client) };
}

const tablesOf = async (client: PGlite): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    )
  ).rows.map(({ name }) => name);

/** As it was when it was new. */
async function empty({ client, tables }: Embedded): Promise<void> {
  const added = (await tablesOf(client)).filter((name) => !tables.includes(name));
  for (const name of added) await client.exec(`drop table ${name} cascade`);
  await client.exec(`truncate ${tables.join(', ')} restart identity cascade`);
}

async function openPostgresCopy(server: string): Promise<Database> {
  const { url, drop } = await newPostgresDatabase(server, 'tillwright_template');
  const database = openPostgres(url, 'drizzle', () => undefined);
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

/** A database of its own on the server: a copy of `template`, or an empty one. */
export async function newPostgresDatabase(
  server: string,
  template = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  await onServer(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `drop database if exists ${name} with (force)`) };
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}
