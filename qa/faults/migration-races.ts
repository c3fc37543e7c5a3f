/** Processes that start concurrently on an empty database: all get one schema, and none gets an error. */
import { readdirSync } from 'node:fs';

import pg from 'pg';

import { openPostgres } from '#server/db/open-postgres.ts';

import { mapConcurrently, listFaults, type Fault } from './race-test-env.ts';

const MIGRATIONS = 'drizzle';
const MIGRATORS = 2;

async function queryRows<T extends pg.QueryResultRow>(url: string, query: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(query)).rows;
  } finally {
    await client.end();
  }
}

/** A digest of the whole schema. */
const SHAPE = `select md5(string_agg(what, ';' order by what)) as shape, (
    select count(*)::int from drizzle.__drizzle_migrations) as migrations
  from (
    select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as what
    from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal) as all_of_it`;

type Shape = { shape: string; migrations: number };

/** Empties a database, because creating a new one each time takes longer than migrating it. */
const EMPTY = 'drop schema if exists public cascade; drop schema if exists drizzle cascade; create schema public';

async function raceForSchema(url: string, round: number): Promise<{ faults: Fault[]; shape: string }> {
  await queryRows(url, EMPTY);
  const migrators = Array.from({ length: MIGRATORS }, () => openPostgres(url, MIGRATIONS, () => undefined));
  const ends = await Promise.allSettled(migrators.map((one) => one.migrate()));
  await Promise.all(migrators.map((one) => one.close()));
  const [made] = await queryRows<Shape>(url, SHAPE);
  const all = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql')).length;
  const faults = listFaults('migration', `round ${round}`, {
    'every process succeeds': ends.every(({ status }) => status === 'fulfilled'),
    'each migration runs once': made?.migrations === all,
  });
  return { faults, shape: made?.shape ?? '' };
}

/** Uses this many databases of the server concurrently. */
export async function raceForMigrations(server: string, rounds: number, atOnce: number): Promise<Fault[]> {
  const places = Array.from({ length: rounds }, (_, place) => place);
  const lanes = Array.from({ length: atOnce }, (_, lane) => places.filter((place) => place % atOnce === lane));
  const all = await mapConcurrently(lanes, atOnce, async (rounds, lane) => {
    const url = new URL(server);
    url.pathname = `/race_${lane}`;
    await queryRows(server, `create database race_${lane}`);
    const made: Awaited<ReturnType<typeof raceForSchema>>[] = [];
    for (const round of rounds) made.push(await raceForSchema(url.href, round));
    return made;
  });
  const shapes = new Set(all.flat().map(({ shape }) => shape));
  return [
    ...all.flat().flatMap(({ faults }) => faults),
    ...listFaults('migration', 'all', { 'there is one schema': shapes.size === 1 }),
  ];
}
