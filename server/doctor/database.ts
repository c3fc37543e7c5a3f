import { existsSync } from 'node:fs';
import path from 'node:path';

import pg from 'pg';

import { migrationsIn } from '#server/backup/catalog.ts';
import { MIGRATIONS } from '#server/backup/make-backup.ts';
import type { Config } from '#server/config.ts';

import { about, type Finding } from './finding.ts';

const { ok, later, warning, wrong } = about('database');
const OLDEST = 14;
const PATIENCE_MS = 5000;
/** Tolerated difference between the clocks of two machines. */
export const SKEW_MS = 2000;
const SAFE = { fsync: 'on', full_page_writes: 'on', synchronous_commit: 'on' } as const;
/** Each process keeps one connection for LISTEN beside its pool. */
const LISTENER = 1;

export async function databaseFindings(config: Config): Promise<Finding[]> {
  if (!config.databaseUrl) return embeddedFindings(config);
  const connect = async () => {
    const client = new pg.Client({
      connectionString: config.databaseUrl ?? '',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
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
        `cannot be reached: ${message}`,
        'Is it running, and does DATABASE_URL name it with a user who may?',
      ),
    ];
  }
  try {
    return [
      ...(await settingFindings(client)),
      await schemaFinding(client),
      await connectionFinding(client, config.operation.poolSize),
      await listenFinding(client, connect),
      await clockFinding(client),
    ];
  } finally {
    await client.end();
  }
}

function embeddedFindings({ dataDir, mode }: Config): Finding[] {
  const there = existsSync(path.join(dataDir, 'db/PG_VERSION'));
  const says = there ? 'embedded, in the data folder' : 'embedded; the first start makes it';
  const remedy =
    'It does not wait for the disk: for real money set DATABASE_URL and AUTH_SECRET (PostgreSQL)';
  return [mode === 'live' ? warning(says, remedy) : later(says, remedy)];
}

async function settingFindings(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name = any($1)`,
    [['server_version_num', 'server_version', ...Object.keys(SAFE)]],
  );
  const of = (name: string) => rows.find((row) => row.name === name)?.setting ?? '';
  const major = Math.floor(Number(of('server_version_num')) / 10_000);
  const unsafe = Object.entries(SAFE).filter(([name, safe]) =>
    name === 'synchronous_commit' ? of(name) === 'off' : of(name) !== safe,
  );
  return [
    major >= OLDEST
      ? ok(`PostgreSQL ${of('server_version')}`)
      : wrong(`PostgreSQL ${of('server_version')} is too old`, `It takes ${OLDEST} or newer`),
    ...unsafe.map(([name]) =>
      wrong(
        `${name} is ${of(name)}: a power cut loses what was sold`,
        `Set ${name} = on and reload the server`,
      ),
    ),
  ];
}

async function schemaFinding(client: pg.Client): Promise<Finding> {
  const migrations = migrationsIn(MIGRATIONS);
  const { rows } = await client.query<{ there: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!rows[0]?.there) return later('has no tables yet', 'the first start makes them');
  const { rows: last } = await client.query<{ at: string | null }>(
    'select max(created_at)::text as at from drizzle.__drizzle_migrations',
  );
  const at = Number(last[0]?.at);
  const behind = migrations.filter(({ when }) => when > at).length;
  const newest = migrations.at(-1);
  if (behind > 0)
    return warning(
      `is ${behind} migrations behind this code`,
      'npm run backup, then start the shop: it brings them',
    );
  if (newest && at > newest.when)
    return warning(
      'is newer than this code',
      'That is well for a while after going back; update when you can',
    );
  return ok(`schema ${newest?.tag}`);
}

/** Only few roles see other connections in detail; a connection without a role belongs to the server itself. */
async function connectionFinding(client: pg.Client, poolSize: number): Promise<Finding> {
  const { rows } = await client.query<{ most: number; taken: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most,
       (select count(*)::int from pg_stat_activity
         where usesysid is not null and coalesce(backend_type, 'client backend') = 'client backend') as taken`,
  );
  const { most, taken } = rows[0] ?? { most: 0, taken: 0 };
  const each = poolSize + LISTENER;
  const says = `${taken} of ${most} connections taken; a process of the shop takes up to ${each}, so that ${Math.floor(most / each)} fit`;
  return most - taken > each
    ? ok(says)
    : warning(says, 'Raise max_connections, lower DATABASE_POOL, or run fewer processes');
}

/** A pooler in transaction mode does not forward notifications. */
async function listenFinding(client: pg.Client, connect: () => Promise<pg.Client>): Promise<Finding> {
  const ears = await connect();
  try {
    const heard = new Promise<boolean>((resolve) => {
      ears.once('notification', () => resolve(true));
      setTimeout(() => resolve(false), PATIENCE_MS / 2).unref();
    });
    await ears.query('listen tillwright_doctor');
    await client.query('notify tillwright_doctor');
    if (await heard) return ok('tells of changes at once (LISTEN)');
    return warning(
      'does not pass on LISTEN: pages follow a change after a second instead of at once',
      'Let the pooler work in session mode, or name the server itself in DATABASE_URL',
    );
  } finally {
    await ears.end();
  }
}

async function clockFinding(client: pg.Client): Promise<Finding> {
  const before = Date.now();
  const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at');
  const now = (before + Date.now()) / 2;
  const skew = (rows[0]?.at.getTime() ?? now) - now;
  const clock = about('clock');
  const says = `${Math.abs(skew / 1000).toFixed(1)} s from the database’s`;
  return Math.abs(skew) <= SKEW_MS ? clock.ok(says) : clock.warning(says, 'Let both machines follow NTP');
}
