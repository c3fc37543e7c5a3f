import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { FolderInUse, lockFolder } from './folder-lock.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-hold-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const LOCK_SCRIPT = `
  import { lockFolder } from './server/db/folder-lock.ts';
  try {
    await lockFolder(process.argv[1]);
    console.log('locked');
    setInterval(() => undefined, 1000);
  } catch (error) {
    console.log(error.message);
    process.exit(1);
  }`;

/** Starts a process that locks the folder; returns its first output. */
async function startLocking(folder: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', LOCK_SCRIPT, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const [output] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ended, output: output.toString().trim() };
}

test('ends a second process on the same folder with a clear message while the first continues', async () => {
  const folder = await newFolder();
  const first = await startLocking(folder);
  expect(first.output).toBe('locked');
  const second = await startLocking(folder);
  expect(second.output).toBe(
    `Another Tillwright server is using ${folder}. Stop it, or set a different DATA_DIR and PORT for this one.`,
  );
  expect(await second.ended).toEqual([1, null]);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
  expect(first.child.exitCode).toBeNull();
});

test('unlocks the folder when its process is killed', async () => {
  const folder = await newFolder();
  const first = await startLocking(folder);
  first.child.kill('SIGKILL');
  await first.ended;
  const nextLock = await lockFolder(folder);
  expect((await startLocking(folder)).output).toContain('Another Tillwright server is using');
  await nextLock.release();
  expect((await startLocking(folder)).output).toBe('locked');
});

test('gives the lock to exactly one of many concurrent callers', async () => {
  const folder = await newFolder();
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder)));
  const locks = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(locks).toHaveLength(1);
  await locks[0]?.release();
});

test('treats different paths of one folder as the same folder', async () => {
  const folder = await newFolder();
  const folderLock = await lockFolder(`${folder}/`);
  await expect(lockFolder(path.join(folder, '..', path.basename(folder)))).rejects.toThrow(FolderInUse);
  const otherLock = await lockFolder(await newFolder());
  await Promise.all([folderLock.release(), otherLock.release()]);
});

test('refuses to start the server on a folder in use before it opens anything', async () => {
  const folder = await newFolder();
  const folderLock = await lockFolder(folder);
  const child = spawn(process.execPath, ['server.ts'], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '39871' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(output).toContain('Another Tillwright server is using');
  expect(code).toBe(1);
  await folderLock.release();
});
