import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';

import { parseConfig, type Config } from '#server/core/config.ts';
import { openSecrets } from '#server/core/secrets.ts';
import { isViolated } from '#server/ops/invariants/check-invariants.ts';
import {
  BACKUP_KEY,
  createEmptyDatabase,
  createBackupFixture,
  withoutBackupKey,
  queryRows,
  expectRestored,
} from '#server/testing/backup-fixture.ts';
import { sharedByTests } from '#server/testing/cleanup.ts';

import { withSnapshot } from './database-snapshot.ts';
import { makeBackup } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { readBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';

const backupFixture = sharedByTests(createBackupFixture);

test('restores a backup row by row and continues its sequences', async () => {
  const database = await createEmptyDatabase();
  await expectRestored(backupFixture(), database);
});

test('produces the same backup after a restore, and still notifies page changes', async () => {
  const { app: shop, config, manifest, plainFile: open, folder } = backupFixture();
  const database = await createEmptyDatabase();
  await restoreBackup(config, database, { file: open });
  const repeated = await makeBackup({ ...shop.context, db: database.db }, path.join(folder, 'again.backup'));
  const sums = ({ tables }: Manifest) =>
    tables.filter(({ name }) => name !== 'audit_entries').map(({ name, sha256 }) => [name, sha256]);
  expect(sums(repeated)).toEqual(sums(manifest));
  const notified = Promise.withResolvers<string>();
  const subscription = database.listen({
    onChange: notified.resolve,
    onConnected: () => undefined,
    onDisconnected: () => undefined,
  });
  await subscription.waitForReplication();
  await database.db.execute(sql`update pages set unpublished_at = now()`);
  expect(await notified.promise).toMatch(/^[0-9a-f-]{36}$/);
  await subscription.close();
});

/** The same bytes with one bit flipped. */
function flipBit(bytes: Buffer, position: number): Buffer {
  const changed = Buffer.from(bytes);
  const index = Math.floor((bytes.length - 1) * position);
  changed[index] = (changed[index] ?? 0) ^ 1;
  return changed;
}

const truncate = (bytes: Buffer, fraction: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * fraction));

test('changes nothing when a backup is damaged, truncated, foreign, newer or encrypted with another key', async () => {
  const { config, folder, manifest, ...files } = backupFixture();
  const database = await createEmptyDatabase();
  const [open, sealed] = [await readFile(files.plainFile), await readFile(files.encryptedFile)];
  const newer = open.toString('latin1').replace(`"schema":"${manifest.schema}"`, '"schema":"9999_newer"');
  const cases: [string, Buffer, RegExp][] = [
    ['empty', Buffer.alloc(0), /no backup of Tillwright/],
    ['foreign', Buffer.from('PGDMP and more of another program\n'), /no backup of Tillwright/],
    ['a head of its own', Buffer.from(newer, 'latin1'), /broken/],
    ['a chunk too many', Buffer.concat([sealed, sealed.subarray(-2000)]), /broken/],
  ];
  for (const position of [0.2, 0.5, 0.9, 1]) {
    cases.push([`open, a bit at ${position}`, flipBit(open, position), /broken/]);
    cases.push([`sealed, a bit at ${position}`, flipBit(sealed, position), /broken/]);
  }
  for (const fraction of [0.01, 0.3, 0.99]) {
    cases.push([`open, cut at ${fraction}`, truncate(open, fraction), /broken|no backup/]);
    cases.push([`sealed, cut at ${fraction}`, truncate(sealed, fraction), /broken|no backup/]);
  }
  for (const [name, bytes, expectedMessage] of cases) {
    const file = path.join(folder, 'hostile.backup');
    await writeFile(file, bytes);
    await expect(restoreBackup(config, database, { file }), name).rejects.toThrow(expectedMessage);
  }
  const otherKey = { ...config.operations, backupKey: 'another key of at least 32 letters' };
  const mismatches: [Config, RegExp][] = [
    [withoutBackupKey(config), /set BACKUP_KEY/],
    [{ ...config, operations: otherKey }, /another BACKUP_KEY/],
    [{ ...config, authSecret: 'another secret, which is as long as it must be' }, /another AUTH_SECRET/],
    [{ ...config, mode: 'live' }, /in the sandbox, and this one runs in live mode/],
  ];
  for (const [mismatchedConfig, expectedMessage] of mismatches)
    await expect(restoreBackup(mismatchedConfig, database, { file: files.encryptedFile })).rejects.toThrow(
      expectedMessage,
    );
  expect(await queryRows(database, `select from pg_tables where schemaname in ('public', 'drizzle')`)).toEqual([]);
});

test('restores a backup from before a change of AUTH_SECRET when the old secret is also configured', async () => {
  const { config, plainFile: open } = backupFixture();
  const newSecret = 'the secret of today, as long as it must be';
  const changed = { ...config, authSecret: newSecret, alternateAuthSecret: config.authSecret };
  const { findings } = await restoreBackup(changed, await createEmptyDatabase(), { file: open });
  expect(findings.filter(isViolated)).toEqual([]);
});

test('refuses a backup of a newer schema and keeps the existing data', async () => {
  const { app: shop, config, plainFile: open, folder } = backupFixture();
  const newerDatabase = await createEmptyDatabase();
  await restoreBackup(config, newerDatabase, { file: open });
  await newerDatabase.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`,
  );
  const file = path.join(folder, 'newer.backup');
  await makeBackup({ ...shop.context, db: newerDatabase.db }, file);
  await expect(restoreBackup(config, newerDatabase, { file, replace: true })).rejects.toThrow(/newer Tillwright/);
  expect(await queryRows(newerDatabase, 'select email from orders')).toEqual([{ email: 'buyer@example.com' }]);
});

test('refuses a database that is not empty, and replaces it only on request', async () => {
  const { config, plainFile: open } = backupFixture();
  const database = await createEmptyDatabase();
  await restoreBackup(config, database, { file: open });
  await database.db.execute(sql`update orders set email = 'kept@example.com'`);
  await expect(restoreBackup(config, database, { file: open })).rejects.toThrow(/not empty/);
  expect(await queryRows(database, 'select email from orders')).toEqual([{ email: 'kept@example.com' }]);
  await restoreBackup(config, database, { file: open, replace: true });
  expect(await queryRows(database, 'select email from orders')).toEqual([{ email: 'buyer@example.com' }]);
});

test('disables query timeouts within a snapshot', async () => {
  const { db } = await createEmptyDatabase();
  const limits = await withSnapshot(db, 'write', ({ query: ask }) =>
    ask(`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle`),
  );
  expect(limits).toEqual([{ statement: '0', idle: '0' }]);
});

test('refuses tables of another application', async () => {
  const { config, plainFile: open } = backupFixture();
  const database = await createEmptyDatabase();
  await database.db.execute(sql`create table notes as select 42 as answer`);
  for (const replace of [false, true])
    await expect(restoreBackup(config, database, { file: open, replace })).rejects.toThrow(/not Tillwright/);
  expect(await queryRows(database, 'select answer from notes')).toEqual([{ answer: 42 }]);
});

test('reads one snapshot despite concurrent writes', async () => {
  const { db } = backupFixture().app.context;
  const now = 'select count(*)::int as count from visit_salts';
  await withSnapshot(db, 'read', async ({ query: ask }) => {
    const before = await ask(now);
    const writing = db.execute(sql`insert into visit_salts (day, salt) values ('2020-01-01', 'x')`);
    // On the embedded database the write waits for the end of the transaction.
    if (inject('postgres')) await writing;
    expect(await ask(now)).toEqual(before);
    void writing.catch(() => undefined);
  });
});

test('makes backups readable by the owner only, and encrypts each one differently', async () => {
  const { app: shop, plainFile: open, encryptedFile: sealed, folder, manifest } = backupFixture();
  for (const file of [open, sealed]) expect((await stat(file)).mode & 0o777).toBe(0o600);
  const otherFile = path.join(folder, 'other.backup');
  await makeBackup(shop.context, otherFile);
  const [firstBytes, secondBytes] = [await readFile(sealed), await readFile(otherFile)];
  expect(firstBytes.subarray(300, 400).equals(secondBytes.subarray(300, 400))).toBe(false);
  expect((await readBackup(otherFile, BACKUP_KEY)).tables).toHaveLength(manifest.tables.length);
  expect(firstBytes.includes('buyer@example.com')).toBe(false);
});

test('includes the secrets of the data folder in encrypted backups only, and restores them', async () => {
  const { app: shop, folder } = backupFixture();
  const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')];
  const ownConfig = parseConfig({ DATA_DIR: from, BACKUP_KEY });
  const secrets = await openSecrets(ownConfig);
  const [full, plainFile] = [path.join(folder, 'full.backup'), path.join(folder, 'bare.backup')];
  const created = await makeBackup({ ...shop.context, config: ownConfig, secrets }, full);
  expect(created.files.map(({ name }) => name)).toEqual(['secrets.json']);
  await restoreBackup(parseConfig({ DATA_DIR: to, BACKUP_KEY }), await createEmptyDatabase(), { file: full });
  const secretsIn = (dataDir: string) => readFile(path.join(dataDir, 'secrets.json'), 'utf8');
  expect(await secretsIn(to)).toBe(await secretsIn(from));
  expect((await stat(path.join(to, 'secrets.json'))).mode & 0o777).toBe(0o600);
  expect(
    (await makeBackup({ ...shop.context, config: withoutBackupKey(ownConfig), secrets }, plainFile)).files,
  ).toEqual([]);
  const otherInstallation = parseConfig({ DATA_DIR: path.join(folder, 'elsewhere') });
  const database = await createEmptyDatabase();
  await expect(restoreBackup(otherInstallation, database, { file: plainFile })).rejects.toThrow(/Put the secrets.json/);
  await restoreBackup(otherInstallation, database, { file: plainFile, ignoreSecrets: true });
});
