// App processes that can be stopped, killed and restarted, with their own mock Stripe and database.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { createProcess, findFreePort, type RestartableProcess } from '../../e2e/support/app-process.ts';
import { openOwnPostgres, type OwnPostgres } from '../../scripts/test-postgres.ts';
import { builtFolder } from '../../set-up.mjs';

/** One process of the built app; its data folder and its port stay the same across restarts. */
export type AppProcess = RestartableProcess & { url: string; port: number; dataDir: string };

export type TestEnv = {
  appProcesses: readonly AppProcess[];
  /** The first app process. */
  appProcess: AppProcess;
  sandboxUrl: string;
  /** Null with the embedded database. */
  postgres: OwnPostgres | null;
  /** Environment of the app processes, without port and folder. */
  env: Readonly<Record<string, string>>;
  folder: string;
  stop: () => Promise<void>;
};

export type TestEnvOptions = {
  database: 'embedded' | 'postgres';
  /** The number of processes; more than one needs PostgreSQL. */
  processCount?: number;
  /** Additional environment variables of each process. */
  env?: Record<string, string>;
  /** Replaces the URL of the database or Stripe, for example with that of a fault proxy. */
  openProxies?: (direct: { databaseUrl: string | null; sandboxUrl: string }) => Promise<{
    databaseUrl?: string;
    sandboxUrl?: string;
    close: () => Promise<void>;
  }>;
  /** The public URL, if a proxy is in front of the processes; the first process's URL by default. */
  appUrl?: string;
  /** Options of a dedicated PostgreSQL server, such as 'fsync=on'. */
  postgresSettings?: readonly string[];
  /** The newest major version of that server. */
  postgresMajor?: number;
  /** By default, the processes are started. */
  started?: boolean;
};

/** The helpers of e2e/support/seller.ts and qa/lib/sandbox-stripe.ts work with its `{ url, sandboxUrl }`. */
export async function createTestEnv(options: TestEnvOptions): Promise<TestEnv> {
  const build = process.env.BUILD_DIR ?? (await builtFolder());
  if (!build) throw new Error('The pages could not be built');
  const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-qa-'));
  const postgres =
    options.database === 'postgres' ? await openOwnPostgres(options.postgresSettings, options.postgresMajor) : null;
  const ports = await Promise.all(Array.from({ length: options.processCount ?? 1 }, findFreePort));
  const appUrl = options.appUrl ?? `http://127.0.0.1:${ports[0]}`;
  const sandboxPort = await findFreePort();
  const secrets = {
    STRIPE_WEBHOOK_SECRET_PLATFORM: `whsec_${randomBytes(16).toString('hex')}`,
    STRIPE_WEBHOOK_SECRET_CONNECT: `whsec_${randomBytes(16).toString('hex')}`,
  };
  const sandbox = createProcess('server/ops/commands/sandbox.ts', 'Sandbox: ', {
    ...secrets,
    PORT: String(sandboxPort),
    APP_URL: appUrl,
    DATA_DIR: path.join(folder, 'sandbox'),
  });
  await sandbox.start();
  const direct = { databaseUrl: postgres?.url ?? null, sandboxUrl: `http://localhost:${sandboxPort}` };
  const proxies = await options.openProxies?.(direct);
  const databaseUrl = proxies?.databaseUrl ?? direct.databaseUrl;
  const env = {
    ...secrets,
    SANDBOX_URL: proxies?.sandboxUrl ?? direct.sandboxUrl,
    APP_URL: appUrl,
    BUILD_DIR: build,
    NODE_ENV: 'production',
    RATE_LIMITS: 'off',
    ...(databaseUrl && { DATABASE_URL: databaseUrl, AUTH_SECRET: randomBytes(32).toString('hex') }),
    ...options.env,
  };
  const appProcesses = ports.map((port, index) => createAppProcess(port, path.join(folder, `app-${index}`), env));
  const [appProcess] = appProcesses;
  if (!appProcess) throw new Error('A test environment needs at least one app process');
  if (options.started ?? true) for (const one of appProcesses) await one.start();
  const stop = async () => {
    await Promise.all(appProcesses.map((one) => one.end('SIGKILL')));
    await sandbox.end('SIGTERM');
    await proxies?.close();
    await postgres?.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { appProcesses, appProcess, sandboxUrl: direct.sandboxUrl, postgres, env, folder, stop };
}

function createAppProcess(port: number, dataDir: string, env: Record<string, string>): AppProcess {
  const running = createProcess('server.ts', 'Tillwright ', {
    ...env,
    PORT: String(port),
    DATA_DIR: dataDir,
  });
  return { ...running, url: `http://127.0.0.1:${port}`, port, dataDir };
}

/** Rejected requests of an overloaded machine, which clients retry. */
const SHED_REQUEST = /"status":503.*"msg":"request"/;

/** Log lines of errors. */
export const listErrorLines = (output: string): string[] =>
  output.split('\n').filter((line) => /"level":[56]0/.test(line) && !SHED_REQUEST.test(line));
