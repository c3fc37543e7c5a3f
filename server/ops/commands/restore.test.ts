import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';

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

test('says how a copy of the embedded database is put back', async () => {
  expect(await restore({ DATA_DIR: await newFolder() })).toMatch(/replace the folder with the copy/);
}, 120_000);

test('refuses a PostgreSQL database while others are connected, and names them', async () => {
  const server = inject('postgres');
  if (!server) return;
  const { url, drop } = await newPostgresDatabase(server);
  onTestFinished(drop);
  const env = { DATABASE_URL: url, AUTH_SECRET: 'x'.repeat(40), DATA_DIR: await newFolder() };
  const otherClient = new pg.Client({ connectionString: url, application_name: 'a shop of yesterday' });
  await otherClient.connect();
  const rejection = await restore(env);
  expect(rejection).toMatch(/1 other connection .*a shop of yesterday.*Stop every server process/);
  await otherClient.end();
  expect(await restore(env)).toMatch(/an earlier version made it/);
}, 120_000);
