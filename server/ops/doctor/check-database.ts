import { existsSync } from 'node:fs';
import path from 'node:path';

import pg from 'pg';

import { plural } from '#content/messages/plural.ts';
import type { Config } from '#server/core/config.ts';
import { REQUIRED_SETTINGS } from '#server/db/durability.ts';
import { MIGRATIONS_FOLDER, readMigrations } from '#server/db/migrations.ts';

import { findingsAbout, type Finding } from './finding.ts';

const { ok, later, warning, wrong } = findingsAbout('database');
const MIN_VERSION = 14;
const CHECK_TIMEOUT_MS = 5000;
/** Tolerated difference between the clocks of two machines. */
export const MAX_SKEW_MS = 2000;
/** Each process keeps one connection for LISTEN beside its pool. */
const LISTENER_CONNECTIONS = 1;

export async function checkDatabase(config: Config): Promise<Finding[]> {
  if (!config.databaseUrl) return checkEmbedded(config);
  const connect = async () => {
    const client = new pg.Client({
      connectionString: config.databaseUrl ?? '',
      connectionTimeoutMillis: CHECK_TIMEOUT_MS,
      query_timeout: CHECK_TIMEOUT_MS,
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  let client: pg.Client;
  try {
    client = await connect();
  } catch (error) {
    const { message } = error as Error;
    return [
      wrong(
        `can’t be reached: ${message}`,
        'Check that it is running, and that DATABASE_URL has the right host, database, user, and password',
      ),
    ];
  }
  try {
    return [
      ...(await checkSettings(client)),
      await checkSchema(client, config),
      await checkConnections(client, config.operations.poolSize),
      await checkListen(client, connect),
      await checkClock(client),
    ];
  } finally {
    await client.end();
  }
}

function checkEmbedded({ dataDir }: Config): Finding[] {
  const exists = existsSync(path.join(dataDir, 'db/PG_VERSION'));
  const message = exists ? 'embedded, in the data folder' : 'embedded, created by the first start';
  return [later(message, 'For a live key, use PostgreSQL: set DATABASE_URL and AUTH_SECRET')];
}

async function checkSettings(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name = any($1)`,
    [['server_version_num', 'server_version', ...REQUIRED_SETTINGS]],
  );
  const settingOf = (name: string) => rows.find((row) => row.name === name)?.setting ?? '';
  const major = Math.floor(Number(settingOf('server_version_num')) / 10_000);
  return [
    major >= MIN_VERSION
      ? ok(`PostgreSQL ${settingOf('server_version')}`)
      : wrong(`PostgreSQL ${settingOf('server_version')} is too old`, `Use PostgreSQL ${MIN_VERSION} or later`),
    ...REQUIRED_SETTINGS.filter((name) => settingOf(name) === 'off').map((name) =>
      wrong(`${name} is off, so a power outage can lose sales`, `Set ${name} = on and reload PostgreSQL`),
    ),
  ];
}

async function checkSchema(client: pg.Client, { operations }: Config): Promise<Finding> {
  const migrations = readMigrations(MIGRATIONS_FOLDER);
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!rows[0]?.there) return later('has no tables yet', 'The first start creates them');
  const { rows: last } = await client.query<{ at: string | null }>(
    'select max(created_at)::text as at from drizzle.__drizzle_migrations',
  );
  const appliedAt = Number(last[0]?.at);
  const pendingCount = migrations.filter(({ when }) => when > appliedAt).length;
  const newest = migrations.at(-1);
  if (pendingCount > 0)
    return warning(
      plural(pendingCount, { one: '1 migration is pending', other: `${pendingCount} migrations are pending` }),
      'Run npm run backup, then start the server, which runs them',
    );
  if (newest && appliedAt > newest.when)
    return operations.allowsNewerSchema
      ? warning('its schema is newer than this version', 'Update when you can')
      : wrong('its schema is newer than this version', 'Start the newer version. To go back, see docs/upgrading.md');
  return ok(`schema ${newest?.tag}`);
}

/** Only few roles see other connections in detail; a connection without a role belongs to the server itself. */
async function checkConnections(client: pg.Client, poolSize: number): Promise<Finding> {
  const { rows } = await client.query<{ most: number; taken: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
       (select count(*)::int from pg_stat_activity
         where usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend') as taken`,
  );
  const { most, taken } = rows[0] ?? { most: 0, taken: 0 };
  const perProcess = poolSize + LISTENER_CONNECTIONS;
  const message = `${taken} of ${most} connections in use, up to ${perProcess} per server process, so at most ${Math.floor(most / perProcess)} processes`;
  return most - taken > perProcess
    ? ok(message)
    : warning(message, 'Raise max_connections, lower DATABASE_POOL, or run fewer processes');
}

/** A pooler in transaction mode does not forward notifications. */
async function checkListen(client: pg.Client, connect: () => Promise<pg.Client>): Promise<Finding> {
  const listener = await connect();
  try {
    const received = new Promise<boolean>((resolve) => {
      listener.once('notification', () => resolve(true));
      setTimeout(() => resolve(false), CHECK_TIMEOUT_MS / 2).unref();
    });
    await listener.query('listen tillwright_doctor');
    await client.query('notify tillwright_doctor');
    if (await received) return ok('LISTEN works');
    return warning(
      'LISTEN doesn’t work, so changes appear on pages after a second instead of immediately',
      'Use session mode in the pooler, or set DATABASE_URL to PostgreSQL itself',
    );
  } finally {
    await listener.end();
  }
}

async function checkClock(client: pg.Client): Promise<Finding> {
  const before = Date.now();
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  const now = (before + Date.now()) / 2;
  const skew = (rows[0]?.at.getTime() ?? now) - now;
  const clock = findingsAbout('clock');
  const message = `differs from the database’s clock by ${Math.abs(skew / 1000).toFixed(1)} s`;
  return Math.abs(skew) <= MAX_SKEW_MS
    ? clock.ok(message)
    : clock.warning(message, 'Synchronize both machines with NTP');
}
