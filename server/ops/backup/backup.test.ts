import { cp, mkdtemp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';

import { sql } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';

import { parseConfig } from '#server/core/config.ts';
import { createFileStore } from '#server/delivery/file-store.ts';
import { isViolated } from '#server/invariants/check-invariants.ts';
import { checkBackups } from '#server/ops/doctor/check-backups.ts';
import { checkFiles } from '#server/ops/doctor/check-files.ts';
import { createBackupFixture, onEmptyDatabase, queryRows, withBackupKey } from '#server/testing/backup-fixture.ts';
import { sharedByTests } from '#server/testing/cleanup.ts';
import { createContent, sha256Of, uploadFile } from '#server/testing/file-delivery.ts';
import { sellableConfig } from '#server/testing/test-app.ts';

import { missingBackupTools } from '../../../scripts/test-postgres.ts';
import { describeBackups, runBackup } from './backup-command.ts';
import { backupFolder, deleteOldBackups, listBackups, newBackupFolder } from './backup-folder.ts';
import { makeBackup } from './make-backup.ts';
import { assertTools, withClient } from './postgres-tools.ts';
import { restoreBackup, restoreMissingFiles } from './restore-backup.ts';
import { readLastTestRestore, runTestRestore, testDatabaseUrlOf } from './test-restore.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-backups-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A copy of a backup, which the test may damage. */
async function copyOf(backup: string): Promise<string> {
  const copy = path.join(await newFolder(), path.basename(backup));
  await cp(backup, copy, { recursive: true });
  return copy;
}

async function edit(file: string, change: (content: Buffer) => Buffer): Promise<void> {
  await writeFile(file, change(await readFile(file)));
}

test('deletes an unfinished backup after a day', async () => {
  const config = parseConfig({ DATA_DIR: await newFolder() });
  const [old, recent] = ['tillwright-20261120T085959Z.backup.part', 'tillwright-20261121T085900Z.backup.part'];
  for (const name of [old, recent]) await mkdir(path.join(backupFolder(config), name), { recursive: true });
  await deleteOldBackups(config, new Date('2026-11-21T09:00:00Z'));
  expect(await readdir(backupFolder(config))).toEqual([recent]);
});

test('says how the embedded database is backed up', async () => {
  const config = parseConfig({ DATA_DIR: await newFolder() });
  await expect(makeBackup({ config } as never, path.join(config.dataDir, 'x'))).rejects.toThrow(
    /stop the server.*cp -a/,
  );
  expect((await runTestRestore(config)).text).toMatch(/cp -a/);
});

const missing = missingBackupTools();

describe.skipIf(missing !== null)(missing === null ? 'on PostgreSQL' : `on PostgreSQL (skipped: ${missing})`, () => {
  const fixture = sharedByTests(createBackupFixture);

  test('restores every row, sequences and constraints, from a plain and from an encrypted backup', async () => {
    const { plain, encrypted, config, manifest } = fixture();
    const empty = await onEmptyDatabase(fixture());
    const { databaseUrl } = empty;
    for (const folder of [plain, encrypted]) {
      const restored = await restoreBackup(empty, { folder, replace: folder === encrypted });
      expect(restored.manifest.tables).toEqual(manifest.tables);
      expect(restored.findings.filter(isViolated)).toEqual([]);
      const orders = 'select product_name, number, email, created_at from orders';
      expect(await queryRows(databaseUrl, orders)).toEqual(await queryRows(config.databaseUrl, orders));
      expect(await queryRows(databaseUrl, 'select action, subject from audit_entries')).toContainEqual({
        action: 'backup_restored',
        subject: path.basename(folder),
      });
      const isSequenceAhead = `select nextval('webhook_messages_position_seq') > max(position) as ahead from webhook_events`;
      expect(await queryRows(databaseUrl, isSequenceAhead)).toEqual([{ ahead: true }]);
      await expect(queryRows(databaseUrl, 'delete from pages')).rejects.toThrow(/foreign key/);
      await expect(queryRows(databaseUrl, 'delete from audit_entries')).rejects.toThrow();
    }
  });

  test('reads one snapshot while rows are written', async () => {
    const { app, config } = fixture();
    const writes = { isOver: false };
    const write = async () => {
      for (let day = 1; !writes.isOver; day++)
        await app.context.db.execute(
          sql`insert into visitor_salts (day, salt) values (date '1990-01-01' + ${day}::int, 'x'::bytea)`,
        );
    };
    const writing = write();
    const folder = path.join(await newFolder(), 'busy.backup');
    await makeBackup({ ...app.context, config }, folder).finally(() => (writes.isOver = true));
    await writing;
    await expect(restoreBackup(await onEmptyDatabase(fixture()), { folder })).resolves.toBeTruthy();
    await app.context.db.execute(sql`delete from visitor_salts where day < '2000-01-01'`);
  });

  test('refuses a damaged, incomplete, foreign or newer backup and keeps the existing data', async () => {
    const { plain, encrypted, config } = fixture();
    const target = await onEmptyDatabase(fixture());
    await restoreBackup(target, { folder: plain });
    const before = await queryRows(target.databaseUrl, 'select count(*) from audit_entries');
    const manifestOf = (folder: string) => path.join(folder, 'manifest.json');
    const dumpOf = (folder: string) => path.join(folder, 'database.dump');
    const replaceText = (from: RegExp, to: string) => (content: Buffer) =>
      Buffer.from(content.toString().replace(from, to));
    const flipByte = (content: Buffer) => {
      const at = Math.floor(content.length / 2);
      content.writeUInt8(content.readUInt8(at) ^ 1, at);
      return content;
    };
    const cases: [string, (folder: string) => Promise<void>, RegExp][] = [
      [encrypted, (folder) => edit(dumpOf(folder), flipByte), /damaged/],
      [encrypted, async (folder) => truncate(dumpOf(folder), (await stat(dumpOf(folder))).size - 5), /damaged/],
      [encrypted, (folder) => edit(manifestOf(folder), replaceText(/"rows": \d+/, '"rows": 7')), /damaged/],
      [plain, async (folder) => truncate(dumpOf(folder), (await stat(dumpOf(folder))).size - 2000), /pg_restore/],
      [plain, (folder) => edit(manifestOf(folder), replaceText(/"rows": 1,/, '"rows": 2,')), /differs from the backup/],
      [
        plain,
        (folder) => edit(manifestOf(folder), replaceText(/"sum": "[1-9]/, '"sum": "9999')),
        /differs from the backup/,
      ],
      [
        plain,
        (folder) => edit(manifestOf(folder), replaceText(/"schemaAt": \d+/, '"schemaAt": 9999999999999')),
        /newer version of Tillwright/,
      ],
      [plain, (folder) => edit(manifestOf(folder), replaceText(/"mode": "sandbox"/, '"mode": "live"')), /live mode/],
      [
        plain,
        (folder) => edit(manifestOf(folder), replaceText(/"secretMark": "../, '"secretMark": "')),
        /another AUTH_SECRET/,
      ],
      [plain, (folder) => rm(dumpOf(folder)), /incomplete/],
      [plain, (folder) => rm(manifestOf(folder)), /manifest.json/],
    ];
    for (const [backup, damage, message] of cases) {
      const folder = await copyOf(backup);
      await damage(folder);
      await expect(restoreBackup(target, { folder, replace: true }), String(message)).rejects.toThrow(message);
    }
    for (const key of [null, 'another key of backups, 32 characters'])
      await expect(restoreBackup(withBackupKey(target, key), { folder: encrypted, replace: true })).rejects.toThrow(
        /BACKUP_KEY/,
      );
    await expect(restoreBackup(target, { folder: 'package.json' })).rejects.toThrow(/earlier version/);
    await expect(restoreBackup(target, { folder: plain })).rejects.toThrow(/not empty/);
    expect(await queryRows(target.databaseUrl, 'select count(*) from audit_entries')).toEqual(before);
    const other = { ...config, authSecret: 'another secret that is long enough for it' };
    await restoreBackup(
      { ...other, databaseUrl: target.databaseUrl },
      { folder: plain, replace: true, ignoreSecrets: true },
    );
  }, 180_000);

  test('refuses tables of another application', async () => {
    const { plain } = fixture();
    const target = await onEmptyDatabase(fixture());
    await queryRows(target.databaseUrl, 'create table notes as select 42 as answer');
    for (const replace of [false, true])
      await expect(restoreBackup(target, { folder: plain, replace })).rejects.toThrow(/of another application/);
    expect(await queryRows(target.databaseUrl, 'select answer from notes')).toEqual([{ answer: 42 }]);
  });

  test('makes backups readable by the owner only, and encrypts each one differently', async () => {
    const { app, config, plain, encrypted, folder } = fixture();
    for (const backup of [plain, encrypted]) {
      expect((await stat(backup)).mode & 0o777).toBe(0o700);
      for (const name of await readdir(backup)) expect((await stat(path.join(backup, name))).mode & 0o777).toBe(0o600);
    }
    const other = path.join(folder, 'other.backup');
    await makeBackup({ ...app.context, config }, other);
    const dumps = await Promise.all([encrypted, other].map((backup) => readFile(path.join(backup, 'database.dump'))));
    expect(dumps[0]?.subarray(20, 200).equals(dumps[1]?.subarray(20, 200) ?? Buffer.alloc(0))).toBe(false);
    for (const dump of dumps) expect(dump.includes('PGDMP')).toBe(false);
  });

  test('includes the state of the sandbox', async () => {
    const { app, config } = fixture();
    const [from, to, folder] = [await newFolder(), await newFolder(), path.join(await newFolder(), 'sandbox.backup')];
    const state = new DatabaseSync(path.join(from, 'sandbox.sqlite'));
    state.exec("create table objects (id text); insert into objects values ('acct_1')");
    await makeBackup({ ...app.context, config: { ...config, dataDir: from } }, folder);
    state.close();
    await restoreBackup({ ...(await onEmptyDatabase(fixture())), dataDir: to }, { folder });
    const restored = new DatabaseSync(path.join(to, 'sandbox.sqlite'));
    expect(restored.prepare('select id from objects').all()).toEqual([{ id: 'acct_1' }]);
    restored.close();
  });

  test('reports whether the newest backup can be restored, and leaves no copy of it', async () => {
    const { app, config, server } = fixture();
    const context = { ...app.context, config: { ...config, dataDir: await newFolder() }, wake: () => undefined };
    expect(await readLastTestRestore(context.config)).toBe(null);
    expect((await runBackup(context)).text).toMatch(/orders: 1,.*\n.*pages deliver: 0, .*\n {2}Encrypted/);
    expect(await describeBackups(context.config)).toMatch(
      /^ {2}tillwright-\d+T\d+Z\.backup.*sandbox, \d{4}_\w+, encrypted$/,
    );
    expect(await runTestRestore(context.config)).toMatchObject({
      good: false,
      text: expect.stringContaining('create database') as string,
    });
    const testDatabaseUrl = testDatabaseUrlOf(config.databaseUrl ?? '');
    await queryRows(server, `create database ${new URL(testDatabaseUrl).pathname.slice(1)}`);
    const { text, good } = await runTestRestore(context.config);
    expect(text).toMatch(/Restored completely: .* Orders: 1\.[^]*All \d+ invariants hold/);
    expect([good, (await readLastTestRestore(context.config))?.good]).toEqual([true, true]);
    expect(
      await queryRows(testDatabaseUrl, `select relname from pg_class where relnamespace = 'public'::regnamespace`),
    ).toEqual([]);
    const findings = await checkBackups(context.config, new Date());
    expect(findings.filter(({ state }) => state !== 'ok').map(({ says }) => says)).toEqual([
      expect.stringContaining('backups are in') as string,
    ]);
    const [newest] = await listBackups(context.config);
    await truncate(path.join(newest?.folder ?? '', 'database.dump'), 100);
    expect(await runTestRestore(context.config)).toMatchObject({
      good: false,
      text: expect.stringContaining('damaged') as string,
    });
    expect((await readLastTestRestore(context.config))?.good).toBe(false);
  });

  test('copies each file once, restores those that are missing, and refuses damaged ones', async () => {
    const { app, config } = fixture();
    const seller = await app.signUpSeller();
    await seller.givePlan();
    const { pageId } = (await seller.rpc('save-draft', { config: sellableConfig() })).body;
    const contents = [createContent(5000, 1), createContent(6000, 2)];
    const [first = Buffer.alloc(0), second = Buffer.alloc(0)] = contents;
    const context = { ...app.context, config: { ...config, dataDir: await newFolder() } };
    const backUp = (day: string, options = {}) =>
      makeBackup(context, newBackupFolder(context.config, new Date(`2026-11-${day}T00:00:00Z`)), options);
    const folderOf = (day: string) => newBackupFolder(context.config, new Date(`2026-11-${day}T00:00:00Z`));
    const filesIn = async (folder: string) => {
      const entries = await readdir(path.join(folder, 'files'), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
    };
    await uploadFile(app, seller, { pageId, content: first });
    expect((await backUp('20')).delivery).toEqual({ files: 1, bytes: 5000, lacking: 0 });
    await uploadFile(app, seller, { pageId, content: second });
    expect((await backUp('21')).delivery).toEqual({ files: 2, bytes: 11_000, lacking: 0 });
    const [copy = ''] = await filesIn(folderOf('20'));
    const linked = (await filesIn(folderOf('21'))).find((file) => path.basename(file) === path.basename(copy)) ?? '';
    expect([(await stat(linked)).ino, (await stat(linked)).mode & 0o777]).toEqual([(await stat(copy)).ino, 0o600]);
    expect((await readFile(copy)).includes(first.subarray(0, 100))).toBe(false);

    const target = { ...(await onEmptyDatabase(fixture())), files: { ...config.files, folder: await newFolder() } };
    const damaged = await copyOf(folderOf('21'));
    const [damagedFile = ''] = await filesIn(damaged);
    await edit(damagedFile, (content) =>
      Buffer.concat([content.subarray(0, -1), Buffer.from([~(content.at(-1) ?? 0)])]),
    );
    await expect(restoreBackup(target, { folder: damaged })).rejects.toThrow(/damaged/);
    await rm(damagedFile);
    await expect(restoreBackup(target, { folder: damaged })).rejects.toThrow(/1 of its 2 files are missing/);
    const restored = await restoreBackup(target, { folder: folderOf('21') });
    expect(restored).toMatchObject({ restoredFiles: 2, missingFiles: 0 });
    const store = createFileStore(target);
    const storedContents = await Promise.all(
      contents.map(async (content) => {
        const stored = await store.open(sha256Of(content));
        return stored && (await buffer(stored)).equals(content);
      }),
    );
    expect(storedContents).toEqual([true, true]);

    await store.remove(sha256Of(second));
    const findings = async () => (await checkFiles(target)).map(({ state, says }) => `${state}: ${says}`);
    expect(await findings()).toContainEqual(
      expect.stringMatching(/^wrong: 1 file is missing: “Guide.bin” \(version 1, page .*, 0 buyers\)$/),
    );
    expect(await restoreMissingFiles(target, target.databaseUrl, folderOf('21'))).toEqual({
      restoredFiles: 1,
      missingFiles: 0,
    });
    expect(await findings()).toContain('ok: 2 files are complete');

    expect((await backUp('22', { withFiles: false })).delivery).toEqual({ files: 0, bytes: 0, lacking: 2 });
    const empty = { ...target, files: { ...config.files, folder: await newFolder() } };
    const withoutFiles = await restoreBackup(empty, { folder: folderOf('22'), replace: true });
    expect(withoutFiles).toMatchObject({ restoredFiles: 0, missingFiles: 2 });
    const summary = await runBackup({ ...context, wake: () => undefined }, { withFiles: false });
    expect(summary.text).toContain('left out (--without-files): 2');
  }, 120_000);

  test('refuses inconsistent rows', async () => {
    const { app, config, plain } = fixture();
    const target = await onEmptyDatabase(fixture());
    await restoreBackup(target, { folder: plain });
    await queryRows(
      target.databaseUrl,
      `set session_replication_role = replica; update orders set version_id = gen_random_uuid()`,
    );
    const folder = path.join(await newFolder(), 'unfit.backup');
    await makeBackup({ ...app.context, config: { ...config, databaseUrl: target.databaseUrl } }, folder);
    await expect(restoreBackup(await onEmptyDatabase(fixture()), { folder })).rejects.toThrow(/foreign key/);
  });

  test('names a client program that is missing, and where to get it', async () => {
    const { PATH } = process.env;
    process.env.PATH = '/nowhere';
    onTestFinished(() => void (process.env.PATH = PATH));
    const refused = withClient(fixture().config.databaseUrl ?? '', assertTools);
    await expect(refused).rejects.toThrow(/^pg_dump was not found\. Install the client programs of PostgreSQL \d+/);
  });
});
