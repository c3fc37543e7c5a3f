import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';

import { lockFolder } from '#server/db/folder-lock.ts';

import { newPostgresDatabase } from '../../../scripts/test-postgres.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-restore-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** Output of the command for an invalid backup file, which is read only when the database is free. */
async function restore(env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['server/ops/commands/restore.ts', 'package.json', '--replace', '--yes'], {
    env: { PATH: process.env['PATH'], ...env },
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  expect(code).toBe(1);
  return output + errors;
}

test('refuses an embedded database that is in use', async () => {
  const DATA_DIR = await newFolder();
  const folderLock = await lockFolder(DATA_DIR);
  onTestFinished(() => folderLock.release());
  expect(await restore({ DATA_DIR })).toMatch(/is running on .*\. Stop the shop first\./);
  expect(existsSync(path.join(DATA_DIR, 'db'))).toBe(false);
}, 60_000);

test('refuses a PostgreSQL database while others are connected, and names them', async () => {
  const server = inject('postgres');
  if (!server) return;
  const { url, drop } = await newPostgresDatabase(server);
  onTestFinished(drop);
  const env = { DATABASE_URL: url, AUTH_SECRET: 'x'.repeat(40), DATA_DIR: await newFolder() };
  const otherClient = new pg.Client({ connectionString: url, application_name: 'a shop of yesterday' });
  await otherClient.connect();
  const rejection = await restore(env);
  expect(rejection).toMatch(/1 other connection .*a shop of yesterday.*Stop every process of the shop/);
  await otherClient.end();
  expect(await restore(env)).toMatch(/broken|no backup/);
}, 60_000);
