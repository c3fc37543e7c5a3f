import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { migrationsIn } from '#server/backup/catalog.ts';
import { buildSchema } from '#server/backup/fresh-schema.ts';
import { inMoment } from '#server/backup/moment.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { holdFolder } from '#server/db/single-process.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-operator-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The embedded database of a version that had one migration less. */
async function leaveOlderDatabase(folder: string): Promise<void> {
  const migrations = migrationsIn('drizzle');
  const hold = await holdFolder(folder);
  const database = await openEmbedded(hold, 'drizzle');
  await inMoment(database.db, 'write', (moment) =>
    buildSchema(moment, migrations, migrations.at(-2)?.tag ?? ''),
  );
  await database.close();
  await hold.release();
}

test('a command that brings the embedded database up to date keeps it as it was before', async () => {
  const folder = await newFolder();
  await leaveOlderDatabase(folder);
  const { PATH = '', HOME = '' } = process.env;
  const done = spawnSync(process.execPath, ['commands/audit.ts'], {
    encoding: 'utf8',
    env: { PATH, HOME, DATA_DIR: folder },
  });
  expect([done.status, done.stdout]).toEqual([0, '0 entries.\n']);
  const newest = migrationsIn('drizzle').at(-1)?.tag ?? '';
  expect(await readdir(path.join(folder, 'backups'))).toEqual([
    expect.stringMatching(new RegExp(`-before-${newest}\\.backup$`)) as string,
  ]);
}, 120_000);

test('a command refuses settings that belong to no installation, and creates none', async () => {
  const folder = await newFolder();
  const { PATH = '', HOME = '' } = process.env;
  for (const command of [
    ['audit.ts'],
    ['events.ts', 'list'],
    ['backup.ts', '--list'],
    ['blog.ts', 'list'],
    ['rotate-keys.ts'],
  ]) {
    const [file = '', ...args] = command;
    const done = spawnSync(process.execPath, [path.join('commands', file), ...args], {
      encoding: 'utf8',
      env: { PATH, HOME, DATA_DIR: folder },
    });
    expect([command, done.status, done.stderr]).toEqual([
      command,
      1,
      expect.stringContaining(`There is no installation in ${folder}, and DATABASE_URL is not set.`),
    ]);
  }
  expect(await readdir(folder)).toEqual([]);
}, 120_000);
