import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, onTestFinished, test } from 'vitest';

import { parseConfig } from '#server/core/config.ts';

import { listAppFiles } from './app-files.ts';

test('copies a consistent snapshot of the sandbox while it is written to', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-kept-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const sandbox = new DatabaseSync(path.join(folder, 'sandbox.sqlite'));
  onTestFinished(() => sandbox.close());
  sandbox.exec('create table rows (text text)');
  for (let row = 0; row < 2000; row++) sandbox.exec(`insert into rows values ('${'x'.repeat(200)}')`);
  const [file] = listAppFiles(parseConfig({ DATA_DIR: folder }), false);
  expect(file?.name).toBe('sandbox.sqlite');
  const chunks: Uint8Array[] = [];
  for await (const chunk of file?.read() ?? []) {
    chunks.push(chunk);
    sandbox.exec(`insert into rows values ('later')`);
  }
  const copied = Buffer.concat(chunks);
  expect(copied.subarray(0, 15).toString()).toBe('SQLite format 3');
  expect(copied.length).toBeGreaterThan(2000 * 200);
});
