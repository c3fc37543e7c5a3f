/** Direct access to a run's PostgreSQL database, beside the app. */
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import type { Database, Db } from '#server/db/client.ts';
import { openPostgres } from '#server/db/open-postgres.ts';

/** Opens the database as the app does. */
export const openAppDatabase = (url: string): Database => openPostgres(url, 'drizzle', () => undefined);

/** A connected client that closes its connection at the end of the block. */
export async function openClient(url: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** The database for scripts whose statements take longer than the app's pool allows. */
export const openScriptDb = (client: pg.Client): Db => drizzle(client) as unknown as Db;

export async function queryRows<T extends pg.QueryResultRow>(
  url: string,
  query: string,
  params: unknown[] = [],
): Promise<T[]> {
  await using client = await openClient(url);
  return (await client.query<T>(query, params)).rows;
}
