import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';

import pg from 'pg';

import { postgresToolEnvironment } from '#server/core/config.ts';

import { BackupError } from './manifest.ts';

// Runs PostgreSQL's own client programs, which come with the server or with the package postgresql-client.

const TOOLS = ['pg_dump', 'pg_restore', 'psql'] as const;
type Tool = (typeof TOOLS)[number];

const CONNECT_TIMEOUT_MS = 5000;

/** Opens a connection without statement timeouts, runs the work and closes it. Throws BackupError without a database. */
export async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (cause) {
    const { host, pathname } = new URL(databaseUrl);
    throw new BackupError(`The database ${host}${pathname} can’t be reached: ${(cause as Error).message}`, { cause });
  }
  return work(client).finally(() => client.end());
}

/** Throws BackupError when a program is missing or older than the server, whose data it could not read. */
export async function assertTools(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ major: number }>(
    `select current_setting('server_version_num')::int / 10000 as major`,
  );
  const serverMajor = rows[0]?.major ?? 0;
  const source = `Install the client programs of PostgreSQL ${serverMajor} (postgresql-client-${serverMajor} from https://www.postgresql.org/download/) and put them on PATH.`;
  for (const tool of TOOLS) {
    const major = await readMajorVersion(tool);
    if (major === null) throw new BackupError(`${tool} was not found. ${source}`);
    if (major < serverMajor)
      throw new BackupError(`${tool} has version ${major}, but the server has version ${serverMajor}. ${source}`);
  }
}

/** Major version of a program; null when it is not on PATH. */
async function readMajorVersion(tool: Tool): Promise<number | null> {
  const child = spawn(tool, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'], env: postgresToolEnvironment() });
  const [output, code] = await Promise.all([text(child.stdout), exitCode(child)]);
  const major = Number(/ (\d+)/.exec(output)?.[1]);
  return code === 0 && major > 0 ? major : null;
}

/** Null when the program was killed or could not be started. */
const exitCode = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => child.once('error', () => resolve(null)).once('close', resolve));

/** A running program. `ended` throws BackupError with what it printed unless it ends with 0. */
type ToolProcess = { input: Writable; output: Readable; ended: Promise<void>; kill: () => void };

/** Starts a program that works on a database. The password is passed in the environment, where no other user sees it. */
export function startTool(tool: Tool, args: readonly string[], databaseUrl?: string): ToolProcess {
  const { url, password } = databaseUrl === undefined ? { url: null, password: null } : toLibpqUrl(databaseUrl);
  const child = spawn(tool, [...args, ...(url === null ? [] : ['--dbname', url])], {
    env: { ...postgresToolEnvironment(), ...(password && { PGPASSWORD: password }) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A program that ends early says why on its error output.
  child.stdin.on('error', () => undefined);
  const ended = Promise.all([exitCode(child), text(child.stderr)]).then(([code, errors]) => {
    if (code !== 0) throw new BackupError(errors.trim().slice(-2000) || `${tool} ended with ${code ?? 'a signal'}`);
  });
  // The caller awaits it after the streams have ended.
  ended.catch(() => undefined);
  return { input: child.stdin, output: child.stdout, ended, kill: () => void child.kill('SIGKILL') };
}

/** Without the password and with the TLS parameters as libpq writes them: node-postgres has some of its own. */
function toLibpqUrl(databaseUrl: string): { url: string; password: string } {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const isTls = url.searchParams.get('ssl') === 'true' || url.searchParams.get('sslmode') === 'no-verify';
  if (isTls) url.searchParams.set('sslmode', 'require');
  for (const name of ['ssl', 'uselibpqcompat']) url.searchParams.delete(name);
  return { url: url.href, password };
}
