import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { lockFolder } from '#server/db/folder-lock.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-operator-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('uses the embedded database of a stopped server, and says to stop a running one', async () => {
  const folder = await newFolder();
  const folderLock = await lockFolder(folder);
  const database = await openEmbedded(folderLock, 'drizzle');
  await database.migrate();
  await database.close();
  const { PATH = '', HOME = '' } = process.env;
  const runAudit = () => {
    const env = { PATH, HOME, DATA_DIR: folder };
    return spawnSync(process.execPath, ['server/ops/commands/audit.ts'], { encoding: 'utf8', env });
  };
  const refused = runAudit();
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/^The server is using .* Stop the server, run this command/) as string,
  ]);
  await folderLock.release();
  const { status, stdout } = runAudit();
  expect([status, stdout]).toEqual([0, '0 entries.\n']);
}, 120_000);

test('refuses settings without an installation, and creates none', async () => {
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
    const result = spawnSync(process.execPath, [path.join('server/ops/commands', file), ...args], {
      encoding: 'utf8',
      env: { PATH, HOME, DATA_DIR: folder },
    });
    expect([command, result.status, result.stderr]).toEqual([
      command,
      1,
      expect.stringContaining(`There is no installation in ${folder}, and DATABASE_URL isn’t set.`),
    ]);
  }
  expect(await readdir(folder)).toEqual([]);
}, 120_000);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

test('creates files that only their owner can read', async () => {
  const folder = await newFolder();
  const { PATH = '', HOME = '' } = process.env;
  const secrets = {
    STRIPE_WEBHOOK_SECRET_PLATFORM: 'whsec_platform',
    STRIPE_WEBHOOK_SECRET_CONNECT: 'whsec_connect',
  };
  const env = { PATH, HOME, DATA_DIR: folder, PORT: String(await freePort()), ...secrets };
  const sandbox = spawn(process.execPath, ['server/ops/commands/sandbox.ts'], { env });
  onTestFinished(() => void sandbox.kill());
  await once(sandbox.stdout, 'data');
  const names = await readdir(folder);
  expect(names).toContain('sandbox.sqlite');
  for (const name of names) {
    const { mode } = await stat(path.join(folder, name));
    expect([name, mode & 0o077]).toEqual([name, 0]);
  }
});
