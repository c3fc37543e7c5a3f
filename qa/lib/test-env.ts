// App processes that can be stopped, killed and restarted, with their own mock Stripe and database.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createProcess, findFreePort, type RestartableProcess } from '../../e2e/support/app-process.ts';
import { openOwnPostgres, type OwnPostgres } from '../../scripts/test-postgres.ts';
import { getBuildDir } from './built-app.ts';
import type { DatabaseKind } from './harness.ts';

/** One process of the built app; its data folder and its port stay the same across restarts. */
export type AppProcess = RestartableProcess & { url: string; port: number; dataDir: string };

/** The helpers of e2e/support/seller.ts and qa/lib/sandbox-stripe.ts work with its `{ url, sandboxUrl }`. */
export type TestEnv = AsyncDisposable & {
  appProcesses: readonly AppProcess[];
  /** The first app process. */
  appProcess: AppProcess;
  /** The URL of the first app process. */
  url: string;
  sandboxUrl: string;
  /** Null with the embedded database. */
  postgres: OwnPostgres | null;
  /** Leads to `postgres` past any proxy; empty with the embedded database. */
  databaseUrl: string;
  /** Environment of the app processes, without port and folder. */
  env: Readonly<Record<string, string>>;
  folder: string;
};

type TestEnvOptions = {
  database: DatabaseKind;
  /** The number of processes; more than one needs PostgreSQL. */
  processCount?: number;
  /** Additional environment variables of each process. */
  env?: Record<string, string>;
  /** Puts a proxy in front of PostgreSQL and returns its URL. */
  openDatabaseProxy?: (databaseUrl: string, cleanups: AsyncDisposableStack) => Promise<string>;
  /** The public URL, if a proxy is in front of the processes; the first process's URL by default. */
  appUrl?: string;
  /** Options of a dedicated PostgreSQL server, such as 'fsync=on'. */
  postgresSettings?: readonly string[];
  /** The newest major version of that server. */
  postgresMajor?: number;
  /** By default, the processes are started. */
  started?: boolean;
};

export async function createTestEnv(options: TestEnvOptions): Promise<TestEnv> {
  const BUILD_DIR = await getBuildDir();
  const cleanups = new AsyncDisposableStack();
  const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-qa-'));
  cleanups.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres =
    options.database === 'postgres' ? await openOwnPostgres(options.postgresSettings, options.postgresMajor) : null;
  cleanups.defer(() => postgres?.close());
  const databaseUrl = postgres?.url ?? '';
  const ports = await Promise.all(Array.from({ length: options.processCount ?? 1 }, findFreePort));
  const APP_URL = options.appUrl ?? `http://127.0.0.1:${ports[0]}`;
  const sandboxPort = await findFreePort();
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  const secrets = {
    STRIPE_WEBHOOK_SECRET_PLATFORM: `whsec_${randomBytes(16).toString('hex')}`,
    STRIPE_WEBHOOK_SECRET_CONNECT: `whsec_${randomBytes(16).toString('hex')}`,
  };
  const sandbox = createProcess('server/ops/commands/sandbox.ts', 'Sandbox: ', {
    ...secrets,
    PORT: String(sandboxPort),
    APP_URL,
    DATA_DIR: path.join(folder, 'sandbox'),
  });
  await sandbox.start();
  cleanups.defer(async () => void (await sandbox.end('SIGTERM')));
  const env = {
    ...secrets,
    SANDBOX_URL: sandboxUrl,
    APP_URL,
    BUILD_DIR,
    NODE_ENV: 'production',
    RATE_LIMITS: 'off',
    ...(databaseUrl && {
      DATABASE_URL: (await options.openDatabaseProxy?.(databaseUrl, cleanups)) ?? databaseUrl,
      AUTH_SECRET: randomBytes(32).toString('hex'),
    }),
    ...options.env,
  };
  const appProcesses = ports.map((port, index): AppProcess => {
    const dataDir = path.join(folder, `app-${index}`);
    const running = createProcess('server.ts', 'Tillwright ', { ...env, PORT: String(port), DATA_DIR: dataDir });
    cleanups.defer(async () => void (await running.end('SIGKILL')));
    return { ...running, url: `http://127.0.0.1:${port}`, port, dataDir };
  });
  const [appProcess] = appProcesses;
  if (!appProcess) throw new Error('A test environment needs at least one app process');
  if (options.started ?? true) for (const one of appProcesses) await one.start();
  const { url } = appProcess;
  const dispose = () => cleanups.disposeAsync();
  return {
    appProcesses,
    appProcess,
    url,
    sandboxUrl,
    postgres,
    databaseUrl,
    env,
    folder,
    [Symbol.asyncDispose]: dispose,
  };
}

/** Rejected requests of an overloaded machine, which clients retry. */
const SHED_REQUEST = /"status":503.*"msg":"request"/;

/** Log lines of errors. */
export const listErrorLines = (output: string): string[] =>
  output.split('\n').filter((line) => /"level":[56]0/.test(line) && !SHED_REQUEST.test(line));
