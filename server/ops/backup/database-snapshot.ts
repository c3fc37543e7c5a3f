import { pipeline } from 'node:stream/promises';

import { PGlite, type Transaction } from '@electric-sql/pglite';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

import type { Db } from '#server/db/client.ts';
import { QueryPool } from '#server/db/postgres-pool.ts';

/** Regroups text into chunks of about `size` bytes that end with a line; a COPY row is one line. */
async function* regroupLines(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Buffer> {
  let buffered: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    buffered.push(piece);
    length += piece.length;
    if (length < size) continue;
    const all = Buffer.concat(buffered);
    const end = all.lastIndexOf('\n') + 1;
    if (end > 0) yield all.subarray(0, end);
    buffered = [all.subarray(end)];
    length = all.length - end;
  }
  if (length > 0) yield Buffer.concat(buffered);
}

/** A table and its stored columns, quoted for SQL. */
export type TableRows = { name: string; columns: readonly string[] };

/** A snapshot of the database in one transaction. Rows are exchanged in the COPY text format. */
export type DatabaseSnapshot = {
  query: <Row>(text: string, values?: unknown[]) => Promise<Row[]>;
  /** Runs several statements without results. */
  run: (text: string) => Promise<void>;
  copyOut: (table: TableRows) => AsyncIterable<Uint8Array>;
  copyIn: (table: TableRows, rows: AsyncIterable<Uint8Array>) => Promise<void>;
};

/** Makes exports independent of server settings; `synchronize_seqscans` keeps the order of the pages. */
const SETTINGS = `set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local synchronize_seqscans = off;
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/** Runs the work in one transaction. */
export function withSnapshot<T>(
  db: Db,
  access: 'read' | 'write',
  work: (snapshot: DatabaseSnapshot) => Promise<T>,
): Promise<T> {
  const client: unknown = '$client' in db ? db.$client : null;
  if (client instanceof QueryPool) return withServerSnapshot(client.pool, access, work);
  if (client instanceof PGlite) return client.transaction((tx) => withEmbeddedSnapshot(tx, work));
  throw new Error('Neither an embedded database nor PostgreSQL');
}

async function withServerSnapshot<T>(
  pool: pg.Pool,
  access: 'read' | 'write',
  work: (snapshot: DatabaseSnapshot) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let failed = true;
  try {
    await queryWithoutTimeout(client, access === 'read' ? 'begin isolation level repeatable read read only' : 'begin');
    await queryWithoutTimeout(client, SETTINGS);
    const result = await work(serverSnapshot(client));
    await queryWithoutTimeout(client, 'commit');
    failed = false;
    return result;
  } finally {
    // Closing the connection ends an unfinished transaction.
    client.release(failed);
  }
}

const queryWithoutTimeout = <Row>(client: pg.PoolClient, text: string, values?: unknown[]): Promise<Row[]> =>
  new Promise((resolve, reject) => {
    const query = new pg.Query(text, values);
    query.on('end', ({ rows }) => resolve(rows as Row[])).on('error', reject);
    client.query(query);
  });

const serverSnapshot = (client: pg.PoolClient): DatabaseSnapshot => ({
  query: (text, values) => queryWithoutTimeout(client, text, values),
  run: async (text) => void (await queryWithoutTimeout(client, text)),
  copyOut: (table) => client.query(copyTo(`copy ${copyTarget(table)} to stdout`)),
  copyIn: (table, rows) => pipeline(rows, client.query(copyFrom(`copy ${copyTarget(table)} from stdin`))),
});

const copyTarget = ({ name, columns }: TableRows): string => `${name} (${columns.join(', ')})`;

async function withEmbeddedSnapshot<T>(tx: Transaction, work: (snapshot: DatabaseSnapshot) => Promise<T>): Promise<T> {
  await tx.exec(SETTINGS);
  const query: DatabaseSnapshot['query'] = async <Row>(text: string, values?: unknown[]) =>
    (await tx.query<Row>(text, values)).rows;
  return work({
    query,
    run: async (text) => void (await tx.exec(text)),
    copyOut: (table) => copyOutOfEmbedded(tx, table),
    copyIn: async (table, rows) => {
      for await (const piece of regroupLines(rows, COPY_CHUNK_BYTES))
        await tx.query(`copy ${copyTarget(table)} from '/dev/blob'`, [], {
          blob: new Blob([new Uint8Array(piece)]),
        });
    },
  });
}

/** Bytes copied at once; nothing else runs meanwhile. */
const COPY_CHUNK_BYTES = 1024 * 1024;

/** Copies a table by ranges of its pages and yields to the event loop in between. */
async function* copyOutOfEmbedded(tx: Transaction, { name, columns }: TableRows): AsyncGenerator<Uint8Array> {
  const { rows } = await tx.query<{ pages: number; bytes: number }>(
    `select pg_relation_size('${name}') / current_setting('block_size')::int as pages, pg_table_size('${name}') as bytes`,
  );
  const { pages, bytes } = rows[0] ?? { pages: 0, bytes: 0 };
  const step = Math.max(1, Math.floor((COPY_CHUNK_BYTES * pages) / Math.max(1, bytes)));
  for (let page = 0; page < pages; page += step) {
    const range = `ctid >= '(${page},0)' and ctid < '(${page + step},0)'`;
    const { blob } = await tx.query(`copy (select ${columns.join(', ')} from ${name} where ${range}) to '/dev/blob'`);
    if (blob) yield new Uint8Array(await blob.arrayBuffer());
    await new Promise((resolve) => setImmediate(resolve));
  }
}
