// Shops as processes that can be stopped, killed and started again, with a provider and a database of their own.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { openOwnPostgres, type OwnPostgres } from '../../scripts/test-postgres.ts';
import { findFreePort } from './pinned-processes.ts';
import { builtFolder, node, NODE_FLAGS } from '../../set-up.mjs';

const ROOT = path.join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 120_000;

/** One process of the built shop; its data folder and its port stay the same however often it is started. */
export type AppProcess = {
  url: string;
  port: number;
  dataDir: string;
  pid: () => number;
  /** Everything that its terminal showed so far, over all its lives. */
  output: () => string;
  isRunning: () => boolean;
  /** Sends the signal and waits for the end; gives the exit code, null where the signal ended it. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
  /**
   * Starts it again; resolves when it serves, with the milliseconds that took. Throws what it printed when it ends instead.
   * `root`: another checkout of the shop, which `env` then names the built pages of.
   */
  start: (env?: Record<string, string>, root?: string) => Promise<number>;
};

export type TestEnv = {
  appProcesses: readonly AppProcess[];
  /** The first of them. */
  appProcess: AppProcess;
  sandboxUrl: string;
  /** Null with the embedded database. */
  postgres: OwnPostgres | null;
  /** What the shops are told by their environment, but for port and folder. */
  env: Readonly<Record<string, string>>;
  folder: string;
  stop: () => Promise<void>;
};

export type TestEnvOptions = {
  database: 'embedded' | 'postgres';
  /** How many processes; more than one needs PostgreSQL. */
  processCount?: number;
  /** Added to each shop's environment. */
  env?: Record<string, string>;
  /** Another way to the database or the provider than the straight one, such as through a fault proxy. */
  openProxies?: (straight: { databaseUrl: string | null; sandboxUrl: string }) => Promise<{
    databaseUrl?: string;
    sandboxUrl?: string;
    close: () => Promise<void>;
  }>;
  /** The address that people know, where something stands in front of the shops; left out: the first shop's. */
  appUrl?: string;
  /** Of a PostgreSQL of its own, such as 'fsync=on'. */
  postgresSettings?: readonly string[];
  /** Left out: they are started. */
  started?: boolean;
};

/** Sellers, buyers and their helpers of e2e/support/seller.ts and qa/lib/sandbox-stripe.ts work with `{ url, sandboxUrl }` of it. */
export async function createTestEnv(options: TestEnvOptions): Promise<TestEnv> {
  const build = process.env.BUILD_DIR ?? (await builtFolder());
  if (!build) throw new Error('The pages could not be built');
  const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-world-'));
  const postgres = options.database === 'postgres' ? await openOwnPostgres(options.postgresSettings) : null;
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
  if (!appProcess) throw new Error('A world has at least one shop');
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

/** A script that says `sign` when it serves. */
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
