/** Direct access to a run's PostgreSQL database, beside the app. */
import pg from 'pg';

import type { Database } from '#server/db/client.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';

import { openTestPostgres } from '../../scripts/test-postgres.ts';

/** Opens the database as the app does. */
export const openAppDatabase = (url: string): Database => openPostgres(url, 'drizzle', () => undefined);

/** Connects a client for the duration of `work`. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const queryRows = <T extends pg.QueryResultRow>(
  url: string,
  query: string,
  params: unknown[] = [],
): Promise<T[]> => withClient(url, async (client) => (await client.query<T>(query, params)).rows);

/** The URL of another database on the same server. */
export const getDatabaseUrl = (serverUrl: string, name: string): string =>
  Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;

export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  await queryRows(serverUrl, `create database ${name}`);
  return getDatabaseUrl(serverUrl, name);
}

/** An empty database of a benchmark. `url` is null for the embedded one. */
export async function openBenchDatabase(
  kind: 'postgres' | 'embedded',
): Promise<{ database: Database; url: string | null; close: () => Promise<void> }> {
  if (kind === 'embedded')
    return { database: await openEmbedded(null, 'drizzle'), url: null, close: () => Promise.resolve() };
  const { url, close } = await openTestPostgres();
  return { database: openAppDatabase(url), url, close };
}
