import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';

import { backupFindings } from '#server/doctor/backups.ts';
import { emptyDatabase, openBackedUp } from '#server/testing-backups.ts';
import { sharedByTests } from '#server/testing-ends.ts';

import { backupFolder, listBackups } from './backup-folder.ts';
import { backUpBeforeMigration, backUpWhenDue } from './hourly-backups.ts';
import { lastRehearsal, rehearse } from './rehearse.ts';
import { restoreBackup } from './restore-backup.ts';
import { tellBackup, tellBackups } from './tell-backup.ts';

const given = sharedByTests(openBackedUp);

/** The app with its own backup folder and clock. */
function at(time: string, folder: string) {
  const { shop, config } = given();
  const dataDir = path.join(given().folder, folder);
  return { ...shop.context, config: { ...config, dataDir }, realNow: () => new Date(time) };
}

test('makes a backup when the newest is an hour old', async () => {
  for (const time of ['09:00:00', '09:59:59', '10:00:00', '10:30:00'])
    await backUpWhenDue(at(`2026-11-21T${time}Z`, 'hourly'));
  const times = (await listBackups(at('', 'hourly').config)).map((one) => one.at.toISOString());
  expect(times).toEqual(['2026-11-21T10:00:00.000Z', '2026-11-21T09:00:00.000Z']);
});

test('ignores a backup with a future time', async () => {
  for (const time of ['2036-01-01T00:00:00Z', '2026-11-21T09:00:00Z', '2026-11-21T09:30:00Z'])
    await backUpWhenDue(at(time, 'clock'));
  const { config } = at('', 'clock');
  const times = (await listBackups(config)).map((one) => one.at.toISOString());
  expect(times).toEqual(['2036-01-01T00:00:00.000Z', '2026-11-21T09:00:00.000Z']);
  const [finding] = await backupFindings(config, new Date('2026-11-21T13:00:00Z'));
  expect(finding).toMatchObject({ state: 'later', says: 'the newest is 4.0 hours old' });
});

test('deletes an unfinished backup after a day', async () => {
  const context = at('2026-11-21T09:00:00Z', 'killed');
  const folder = backupFolder(context.config);
  await mkdir(folder, { recursive: true });
  const [old, young] = ['tillwright-20261120T085959Z.backup.part', 'tillwright-20261121T085900Z.backup.part'];
  for (const name of [old, young]) await writeFile(path.join(folder, name), 'half of it');
  await backUpWhenDue(context);
  expect((await readdir(folder)).toSorted()).toEqual([young, 'tillwright-20261121T090000Z.backup']);
});

test('backs up the database before a migration, and only when there is one', async () => {
  const context = at('2026-11-21T11:00:00Z', 'migrated');
  const database = await emptyDatabase();
  await restoreBackup(given().config, database, { file: given().open });
  const older = { ...context, db: database.db };
  await backUpBeforeMigration(older);
  expect(await listBackups(context.config)).toEqual([]);
  await database.db.execute(sql`delete from drizzle.__drizzle_migrations
    where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
  await backUpBeforeMigration(older);
  const [kept] = await listBackups(context.config);
  expect(kept?.label).toMatch(/^-before-\d{4}_/);
  // An older version on a newer schema has nothing to migrate and starts.
  await database.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)`,
  );
  await backUpBeforeMigration(older);
  expect(await listBackups(context.config)).toHaveLength(1);
});

test('reports whether the newest backup can be restored', async () => {
  const context = at('2026-11-21T12:00:00Z', 'rehearsed');
  const { config } = context;
  expect([await rehearse(config), await lastRehearsal(config)]).toMatchObject([{ good: false }, null]);
  await backUpWhenDue(context);
  const { text, good } = await rehearse(config);
  expect(text).toMatch(/1 orders, each row as it was[^]*All \d+ invariants hold/);
  expect([good, (await lastRehearsal(config))?.good]).toEqual([true, true]);
  const [newest] = await listBackups(config);
  await writeFile(newest?.file ?? '', (await readFile(newest?.file ?? '')).subarray(0, -100));
  expect(await rehearse(config)).toMatchObject({
    good: false,
    text: expect.stringContaining('broken') as string,
  });
  expect((await lastRehearsal(config))?.good).toBe(false);
});

test('refuses to restore a backup with inconsistent rows', async () => {
  const context = at('2026-11-21T14:00:00Z', 'unfit');
  const database = await emptyDatabase();
  await restoreBackup(given().config, database, { file: given().open });
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update orders set version_id = gen_random_uuid()`);
  });
  await tellBackup({ ...context, db: database.db }, []);
  const [newest] = await listBackups(context.config);
  const file = newest?.file ?? '';
  await expect(restoreBackup(context.config, await emptyDatabase(), { file })).rejects.toThrow('foreign key');
});

test('prints the content and path of a backup, and lists backups', async () => {
  const context = at('2026-11-21T13:00:00Z', 'told');
  const { text, good } = await tellBackup(context, []);
  expect(good).toBe(true);
  expect(text).toMatch(/told\/backups\/tillwright-20261121T130000Z\.backup\n.*1 orders.*\n {2}Sealed/);
  expect(await tellBackups(context.config)).toMatch(
    /^ {2}tillwright-20261121T130000Z\.backup.*sandbox, \d{4}_\w+, sealed$/,
  );
});

test('prints no control characters from a hostile backup file', async () => {
  const { config } = at('', 'hostile');
  const folder = backupFolder(config);
  await mkdir(folder, { recursive: true });
  const open = (await readFile(given().open)).toString('latin1');
  const { schema } = given().manifest;
  const hostile = open.replace(`"schema":"${schema}"`, String.raw`"schema":"\u001b[2J\u202e"`);
  await writeFile(path.join(folder, 'tillwright-20261121T150000Z.backup'), hostile, 'latin1');
  expect(await tellBackups(config)).toMatch(/^ {2}tillwright-20261121T150000Z[^\p{C}]* broken[^\p{C}]*$/u);
});
