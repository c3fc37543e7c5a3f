import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { checkBackups } from '#server/ops/doctor/check-backups.ts';
import { createEmptyDatabase, createBackupFixture } from '#server/testing/backup-fixture.ts';
import { sharedByTests } from '#server/testing/cleanup.ts';

import { runBackup, describeBackups } from './backup-command.ts';
import { backupFolder, listBackups } from './backup-folder.ts';
import { makeBackupBeforeMigration, makeDueBackup } from './hourly-backups.ts';
import { restoreBackup } from './restore-backup.ts';
import { readLastTestRestore, runTestRestore } from './test-restore.ts';

const backupFixture = sharedByTests(createBackupFixture);

/** The app with its own backup folder and clock. */
function contextAt(time: string, folder: string) {
  const { app: shop, config } = backupFixture();
  const dataDir = path.join(backupFixture().folder, folder);
  return { ...shop.context, config: { ...config, dataDir }, realNow: () => new Date(time) };
}

test('makes a backup when the newest is an hour old', async () => {
  for (const time of ['09:00:00', '09:59:59', '10:00:00', '10:30:00'])
    await makeDueBackup(contextAt(`2026-11-21T${time}Z`, 'hourly'));
  const times = (await listBackups(contextAt('', 'hourly').config)).map((one) => one.at.toISOString());
  expect(times).toEqual(['2026-11-21T10:00:00.000Z', '2026-11-21T09:00:00.000Z']);
});

test('ignores a backup with a future time', async () => {
  for (const time of ['2036-01-01T00:00:00Z', '2026-11-21T09:00:00Z', '2026-11-21T09:30:00Z'])
    await makeDueBackup(contextAt(time, 'clock'));
  const { config } = contextAt('', 'clock');
  const times = (await listBackups(config)).map((one) => one.at.toISOString());
  expect(times).toEqual(['2036-01-01T00:00:00.000Z', '2026-11-21T09:00:00.000Z']);
  const [finding] = await checkBackups(config, new Date('2026-11-21T13:00:00Z'));
  expect(finding).toMatchObject({ state: 'later', says: 'the newest is 4.0 hours old' });
});

test('deletes an unfinished backup after a day', async () => {
  const context = contextAt('2026-11-21T09:00:00Z', 'killed');
  const folder = backupFolder(context.config);
  await mkdir(folder, { recursive: true });
  const [oldPart, recentPart] = ['tillwright-20261120T085959Z.backup.part', 'tillwright-20261121T085900Z.backup.part'];
  for (const name of [oldPart, recentPart]) await writeFile(path.join(folder, name), 'half of it');
  await makeDueBackup(context);
  expect((await readdir(folder)).toSorted()).toEqual([recentPart, 'tillwright-20261121T090000Z.backup']);
});

test('backs up the database before a migration, and only when there is one', async () => {
  const context = contextAt('2026-11-21T11:00:00Z', 'migrated');
  const database = await createEmptyDatabase();
  await restoreBackup(backupFixture().config, database, { file: backupFixture().plainFile });
  const olderContext = { ...context, db: database.db };
  await makeBackupBeforeMigration(olderContext);
  expect(await listBackups(context.config)).toEqual([]);
  await database.db.execute(sql`delete from drizzle.__drizzle_migrations
    where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
  await makeBackupBeforeMigration(olderContext);
  const [preMigrationBackup] = await listBackups(context.config);
  expect(preMigrationBackup?.label).toMatch(/^-before-\d{4}_/);
  // An older version on a newer schema has nothing to migrate and starts.
  await database.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`,
  );
  await makeBackupBeforeMigration(olderContext);
  expect(await listBackups(context.config)).toHaveLength(1);
});

test('reports whether the newest backup can be restored', async () => {
  const context = contextAt('2026-11-21T12:00:00Z', 'rehearsed');
  const { config } = context;
  expect([await runTestRestore(config), await readLastTestRestore(config)]).toMatchObject([{ good: false }, null]);
  await makeDueBackup(context);
  const { text, good } = await runTestRestore(config);
  expect(text).toMatch(/1 orders, each row as it was[^]*All \d+ invariants hold/);
  expect([good, (await readLastTestRestore(config))?.good]).toEqual([true, true]);
  const [newest] = await listBackups(config);
  await writeFile(newest?.file ?? '', (await readFile(newest?.file ?? '')).subarray(0, -100));
  expect(await runTestRestore(config)).toMatchObject({
    good: false,
    text: expect.stringContaining('broken') as string,
  });
  expect((await readLastTestRestore(config))?.good).toBe(false);
});

test('refuses to restore a backup with inconsistent rows', async () => {
  const context = contextAt('2026-11-21T14:00:00Z', 'unfit');
  const database = await createEmptyDatabase();
  await restoreBackup(backupFixture().config, database, { file: backupFixture().plainFile });
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update orders set version_id = gen_random_uuid()`);
  });
  await runBackup({ ...context, db: database.db }, []);
  const [newest] = await listBackups(context.config);
  const file = newest?.file ?? '';
  await expect(restoreBackup(context.config, await createEmptyDatabase(), { file })).rejects.toThrow('foreign key');
});

test('prints the content and path of a backup, and lists backups', async () => {
  const context = contextAt('2026-11-21T13:00:00Z', 'told');
  const { text, good } = await runBackup(context, []);
  expect(good).toBe(true);
  expect(text).toMatch(/told\/backups\/tillwright-20261121T130000Z\.backup\n.*1 orders.*\n {2}Sealed/);
  expect(await describeBackups(context.config)).toMatch(
    /^ {2}tillwright-20261121T130000Z\.backup.*sandbox, \d{4}_\w+, sealed$/,
  );
});

test('prints no control characters from a hostile backup file', async () => {
  const { config } = contextAt('', 'hostile');
  const folder = backupFolder(config);
  await mkdir(folder, { recursive: true });
  const open = (await readFile(backupFixture().plainFile)).toString('latin1');
  const { schema } = backupFixture().manifest;
  const hostile = open.replace(`"schema":"${schema}"`, String.raw`"schema":"\u001b[2J\u202e"`);
  await writeFile(path.join(folder, 'tillwright-20261121T150000Z.backup'), hostile, 'latin1');
  expect(await describeBackups(config)).toMatch(/^ {2}tillwright-20261121T150000Z[^\p{C}]* broken[^\p{C}]*$/u);
});
