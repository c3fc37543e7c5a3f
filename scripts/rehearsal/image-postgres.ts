import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pg from 'pg';

import { openOwnPostgres, type OwnPostgres } from '../test-postgres.ts';
import type { Compose } from './compose.ts';

/** `url`: as the superuser; `shopUrl`: as the app. */
export type ImagePostgres = Pick<OwnPostgres, 'url' | 'close'> & { shopUrl: string };

const INIT_FOLDER = '/docker-entrypoint-initdb.d/';
/** Password-free access for the superuser; all others need a password, like in the image. */
const ACCESS = 'host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n';

/** A PostgreSQL server initialized like its image: the database, then the service's scripts. */
export async function openImagePostgres(
  { services, configs }: Compose,
  settings: readonly string[] = [],
): Promise<ImagePostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-access-'));
  chmodSync(folder, 0o755);
  const access = path.join(folder, 'pg_hba.conf');
  writeFileSync(access, ACCESS);
  const { url, close } = await openOwnPostgres([...settings, `hba_file=${access}`]);
  const { POSTGRES_DB = '' } = services.database.environment;
  await runSql(url, `create database "${POSTGRES_DB}"`);
  const inside = new URL(url);
  inside.pathname = `/${POSTGRES_DB}`;
  for (const { source, target } of services.database.configs) {
    if (!target.startsWith(INIT_FOLDER) || !target.endsWith('.sql'))
      throw new Error(`The rehearsal does not know how to run ${target}`);
    await runSql(inside.href, configs[source]?.content ?? '');
  }
  const appUrl = new URL(services.shop.environment.DATABASE_URL ?? '');
  appUrl.host = inside.host;
  return {
    url: inside.href,
    shopUrl: appUrl.href,
    close: async () => {
      await close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function runSql(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
