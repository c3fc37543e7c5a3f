// App processes that can be stopped, killed and restarted, with their own mock Stripe and database.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { openOwnPostgres, type OwnPostgres } from '../../scripts/test-postgres.ts';
import { builtFolder, node, NODE_FLAGS } from '../../set-up.mjs';
import { findFreePort } from './pinned-processes.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 120_000;

/** One process of the built app; its data folder and its port stay the same across restarts. */
export type AppProcess = {
  url: string;
  port: number;
  dataDir: string;
  pid: () => number;
  /** All terminal output so far, across restarts. */
  output: () => string;
  isRunning: () => boolean;
  /** Sends the signal and waits for the exit; returns the exit code, or null after a signal. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
  /**
   * Restarts the process; resolves when it serves, with the startup time in ms. Throws the output if the process
   * exits instead. `root`: another checkout of the app, whose built pages `env` must name.
   */
  start: (env?: Record<string, string>, root?: string) => Promise<number>;
};

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
  openProxies?: (straight: { databaseUrl: string | null; sandboxUrl: string }) => Promise<{
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
  const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-world-'));
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
  const straight = { databaseUrl: postgres?.url ?? null, sandboxUrl: `http://localhost:${sandboxPort}` };
  const proxies = await options.openProxies?.(straight);
  const databaseUrl = proxies?.databaseUrl ?? straight.databaseUrl;
  const env = {
    ...secrets,
    SANDBOX_URL: proxies?.sandboxUrl ?? straight.sandboxUrl,
    APP_URL: appUrl,
    BUILD_DIR: build,
    NODE_ENV: 'production',
    RATE_LIMITS: 'off',
    ...(databaseUrl && { DATABASE_URL: databaseUrl, AUTH_SECRET: randomBytes(32).toString('hex') }),
    ...options.env,
  };
  const appProcesses = ports.map((port, index) => createAppProcess(port, path.join(folder, `shop-${index}`), env));
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
  return { appProcesses, appProcess, sandboxUrl: straight.sandboxUrl, postgres, env, folder, stop };
}

function createAppProcess(port: number, dataDir: string, env: Record<string, string>): AppProcess {
  const running = createProcess('server.ts', 'Tillwright ', {
    ...env,
    PORT: String(port),
    DATA_DIR: dataDir,
  });
  return { ...running, url: `http://127.0.0.1:${port}`, port, dataDir };
}

type Process = Pick<AppProcess, 'pid' | 'output' | 'isRunning' | 'end' | 'start'>;

/** Starts a script that prints `sign` when it serves. */
function createProcess(file: string, readyText: string, env: Record<string, string>): Process {
  let child: ChildProcess | null = null;
  let output = '';
  process.once('exit', () => child?.kill('SIGKILL'));
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;
  return {
    pid: () => child?.pid ?? 0,
    output: () => output,
    isRunning,
    end: async (signal) => {
      if (!child) return null;
      if (isRunning()) {
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      }
      return child.exitCode;
    },
    start: async (more = {}, root = ROOT) => {
      const started = performance.now();
      const { PATH = '', HOME = '' } = process.env;
      const current = spawn(node(), [...NODE_FLAGS, file], {
        cwd: root,
        env: { PATH, HOME, ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = current;
      await waitForReadyText(file, readyText, current, (text) => (output += text));
      return performance.now() - started;
    },
  };
}

function waitForReadyText(
  file: string,
  readyText: string,
  child: ChildProcess,
  onOutput: (text: string) => void,
): Promise<void> {
  let ownOutput = '';
  return new Promise((resolve, reject) => {
    const startTimeout = setTimeout(() => reject(new Error(`${file} did not start:\n${ownOutput}`)), START_TIMEOUT_MS);
    child.once('exit', (code, signal) => {
      clearTimeout(startTimeout);
      reject(new Error(`${file} ended with ${code ?? signal}:\n${ownOutput}`));
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        ownOutput += text;
        onOutput(text);
        if (!ownOutput.includes(readyText)) return;
        clearTimeout(startTimeout);
        resolve();
      });
  });
}
