/** An app with data, backups of it, and empty databases to restore into. Used by tests only. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { inject, onTestFinished, expect } from 'vitest';

import { restoreBackup } from '#server/ops/backup/restore-backup.ts';
import { isViolated } from '#server/ops/invariants/check-invariants.ts';

import { newPostgresDatabase } from '../../scripts/test-postgres.ts';
import type { Config } from '../core/config.ts';
import type { Database } from '../db/client.ts';
import { openEmbedded } from '../db/open-embedded.ts';
import { openPostgres } from '../db/open-postgres.ts';
import { makeBackup } from '../ops/backup/make-backup.ts';
import type { Manifest } from '../ops/backup/manifest.ts';
import { onTestEnd } from './cleanup.ts';
import { buyPage } from './sold-orders.ts';
import { createTestApp, type TestApp } from './test-app.ts';

export const BACKUP_KEY = 'a key of backups, thirty-two long';
const AUTH_SECRET = 'a secret for tests, long enough for them';

export type BackupFixture = {
  folder: string;
  app: TestApp;
  /** Config of an app with the same secrets. */
  config: Config;
  plainFile: string;
  encryptedFile: string;
  manifest: Manifest;
};

/** An app with one sale, backed up unencrypted and encrypted. */
export async function createBackupFixture(): Promise<BackupFixture> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-backup-'));
  onTestEnd(() => rm(folder, { recursive: true, force: true }));
  const app = await createTestApp({ env: { DATA_DIR: folder, BACKUP_KEY, AUTH_SECRET } });
  const { config } = app.context;
  const seller = await app.signUpSeller();
  const productName = 'Tab\there, line\nthere, \\N and “quotes”';
  const { slug } = await seller.publishPage({ productName, requireTerms: false });
  await buyPage(app, slug);
  await app.context.db.execute(
    sql`insert into new_views (mode, seller_id, page_id, version, at, day, visitor)
      select 'live', seller_id, id, 1, now(), now(), '\\x00ff0a5c' from pages, generate_series(1, 3)`,
  );
  // Rows with database-generated numbers that no worker deletes.
  await app.context.db.execute(
    sql`insert into webhook_messages (id, mode, seller_id, key, type, body, sentence, created_at)
      select gen_random_uuid(), 'live', id, n, 'order.paid', '{}', 'Sold.', now() from sellers, generate_series(1, 3) as n`,
  );
  // Both backups must contain the same data: no worker may have pending work between them.
  await app.waitUntilIdle();
  const [plainFile, encryptedFile] = [path.join(folder, 'open.backup'), path.join(folder, 'sealed.backup')];
  await makeBackup(app.context, encryptedFile);
  const manifest = await makeBackup({ ...app.context, config: withoutBackupKey(config) }, plainFile);
  return { folder, app, config, plainFile, encryptedFile, manifest };
}

/** The config without a backup key. */
export const withoutBackupKey = (config: Config): Config => ({
  ...config,
  operations: { ...config.operations, backupKey: null },
});

export async function createEmptyEmbedded(): Promise<Database> {
  const database = await openEmbedded(null, 'drizzle');
  onTestFinished(() => database.close());
  return database;
}

/** An empty database of the kind that the suite runs on. */
export async function createEmptyDatabase(): Promise<Database> {
  const server = inject('postgres');
  if (!server) return createEmptyEmbedded();
  const { url, drop } = await newPostgresDatabase(server);
  const database = openPostgres(url, 'drizzle', () => undefined);
  onTestFinished(() => database.close().then(drop));
  return database;
}

export const queryRows = async ({ db }: Pick<Database, 'db'>, query: string): Promise<unknown[]> =>
  ((await db.execute(sql.raw(query))) as unknown as { rows: unknown[] }).rows;

/** Restores both backups and checks rows, sequences and constraints. */
export async function expectRestored(backedUp: BackupFixture, database: Database): Promise<void> {
  const { app: shop, config, manifest, plainFile: open, encryptedFile: sealed } = backedUp;
  for (const file of [open, sealed]) {
    const restored = await restoreBackup(config, database, { file, replace: file === sealed });
    expect(restored.manifest.tables).toEqual(manifest.tables);
    expect(restored.findings.filter(isViolated)).toEqual([]);
    const orders = 'select product_name, number, email, created_at from orders';
    expect(await queryRows(database, orders)).toEqual(await queryRows(shop.context, orders));
    expect(await queryRows(database, 'select act, subject from audit_entries')).toContainEqual({
      act: 'backup_restored',
      subject: path.basename(file),
    });
    const isSequenceAhead = `select nextval('webhook_messages_position_seq') > max(position) as behind from webhook_messages`;
    expect(await queryRows(database, isSequenceAhead)).toEqual([{ behind: true }]);
    await expect(database.db.execute(sql`delete from pages`)).rejects.toThrow();
  }
}
