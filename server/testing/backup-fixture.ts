/** An app on PostgreSQL with data, backups of it, and empty databases to restore into. Used by tests only. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import pg from 'pg';
import { onTestFinished } from 'vitest';

import { newPostgresDatabase, openOwnPostgres, pgDumpMajor } from '../../scripts/test-postgres.ts';
import type { Config } from '../core/config.ts';
import { openPostgres } from '../db/open-postgres.ts';
import { makeBackup } from '../ops/backup/make-backup.ts';
import type { Manifest } from '../ops/backup/manifest.ts';
import { onTestEnd } from './cleanup.ts';
import { buyPage } from './sold-orders.ts';
import { createTestApp, type TestApp } from './test-app.ts';

export const BACKUP_KEY = 'a key of backups, thirty-two long';
const AUTH_SECRET = 'a secret for tests, long enough for them';

type BackupFixture = {
  folder: string;
  app: TestApp;
  server: string;
  /** Config of the app, with its database and a backup key. */
  config: Config;
  plain: string;
  encrypted: string;
  manifest: Manifest;
};

/** An app with one sale, backed up unencrypted and encrypted. The server is one that the installed pg_dump can read. */
export async function createBackupFixture(): Promise<BackupFixture> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-backup-'));
  onTestEnd(() => rm(folder, { recursive: true, force: true }));
  const server = await openOwnPostgres([], pgDumpMajor() ?? 0);
  onTestEnd(() => server.close());
  const { url } = await newPostgresDatabase(server.url);
  const database = openPostgres(url, 'drizzle', () => undefined);
  await database.migrate();
  const app = await createTestApp({ database, env: { DATA_DIR: folder, AUTH_SECRET } });
  const config = withBackupKey({ ...app.context.config, databaseUrl: url }, BACKUP_KEY);
  const seller = await app.signUpSeller();
  const productName = 'Tab\there, line\nthere, \\N and “quotes”';
  const { slug } = await seller.publishPage({ productName, requireTerms: false });
  await buyPage(app, slug);
  // Rows with binary values and with database-generated numbers, which no worker deletes.
  await app.context.db.execute(
    sql`insert into page_view_events (mode, seller_id, page_id, version, at, day, visitor)
      select 'live', seller_id, id, 1, now(), now(), '\\x00ff0a5c' from pages, generate_series(1, 3)`,
  );
  await app.context.db.execute(
    sql`insert into webhook_events (id, mode, seller_id, key, type, body, summary, created_at)
      select gen_random_uuid(), 'live', id, n, 'order.paid', '{}', 'Sold.', now() from sellers, generate_series(1, 3) as n`,
  );
  // Both backups must contain the same data: no worker may have pending work between them.
  await app.waitUntilIdle();
  const [plain, encrypted] = [path.join(folder, 'plain.backup'), path.join(folder, 'encrypted.backup')];
  await makeBackup({ ...app.context, config }, encrypted);
  const manifest = await makeBackup({ ...app.context, config: withBackupKey(config, null) }, plain);
  return { folder, app, server: server.url, config, plain, encrypted, manifest };
}

export const withBackupKey = (config: Config, backupKey: string | null): Config => ({
  ...config,
  operations: { ...config.operations, backupKey },
});

/** The config of the app on a new, empty database. */
export async function onEmptyDatabase({ server, config }: BackupFixture): Promise<Config & { databaseUrl: string }> {
  const { url, drop } = await newPostgresDatabase(server);
  onTestFinished(drop);
  return { ...config, databaseUrl: url };
}

export async function queryRows(databaseUrl: string | null, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl ?? '' });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(query).finally(() => client.end());
  return rows;
}
