import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { FolderInUse, holdFolder } from './single-process.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-hold-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const HOLD = `
  import { holdFolder } from './server/db/single-process.ts';
  try {
    await holdFolder(process.argv[1]);
    console.log('held');
    setInterval(() => undefined, 1000);
  } catch (error) {
    console.log(error.message);
    process.exit(1);
  }`;

/** Starts a process that locks the folder; returns its first output. */
async function hold(folder: string) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', HOLD, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, ended, said: said.toString().trim() };
}

test('ends a second process on the same folder with a clear message while the first continues', async () => {
  const folder = await newFolder();
  const first = await hold(folder);
  expect(first.said).toBe('held');
  const second = await hold(folder);
  expect(second.said).toBe(
    `Another Tillwright is running on ${folder}. Stop it, or give this one its own DATA_DIR and PORT.`,
  );
  expect(await second.ended).toEqual([1, null]);
  await expect(holdFolder(folder)).rejects.toThrow(FolderInUse);
  expect(first.child.exitCode).toBeNull();
});

test('unlocks the folder when its process is killed', async () => {
  const folder = await newFolder();
  const first = await hold(folder);
  first.child.kill('SIGKILL');
  await first.ended;
  const next = await holdFolder(folder);
  expect((await hold(folder)).said).toContain('Another Tillwright is running');
  await next.release();
  expect((await hold(folder)).said).toBe('held');
});

test('gives the lock to exactly one of many concurrent callers', async () => {
  const folder = await newFolder();
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => holdFolder(folder)));
  const held = tries.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  expect(held).toHaveLength(1);
  await held[0]?.release();
});

test('treats different paths of one folder as the same folder', async () => {
  const folder = await newFolder();
  const held = await holdFolder(`${folder}/`);
  await expect(holdFolder(path.join(folder, '..', path.basename(folder)))).rejects.toThrow(FolderInUse);
  const other = await holdFolder(await newFolder());
  await Promise.all([held.release(), other.release()]);
});

test('refuses to start the server on a folder in use before it opens anything', async () => {
  const folder = await newFolder();
  const held = await holdFolder(folder);
  const child = spawn(process.execPath, ['server.ts'], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, PORT: '39871' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(said).toContain('Another Tillwright is running on');
  expect(code).toBe(1);
  await held.release();
});
