import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { newPostgresDatabase } from '../../scripts/test-postgres.ts';
import { node, NODE_FLAGS } from '../../set-up.mjs';
import { startStripeProxy, type StripeProxy } from './stripe-proxy.ts';
import { startTlsProxy } from './tls-proxy.ts';

/** Returns a free loopback port below the range that the system uses for outgoing connections. */
export async function findFreePort(): Promise<number> {
  // Browsers block port 10080.
  const port = randomInt(10_081, 32_000);
  const probe = createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
  return isFree ? port : findFreePort();
}

/** A running app and the origin of its sandbox. */
export type RunningApp = {
  url: string;
  sandboxUrl: string;
  /** Everything that its processes have printed so far. */
  output: () => string;
  stop: () => Promise<void>;
};

/** Runs an operator command, as `npm run pages` does, and returns its output. */
type RunCommand = (file: string, ...args: string[]) => Promise<string>;

const ROOT = path.join(import.meta.dirname, '../..');
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;

/** Starts the built server on a free port, with its own data folder and the sandbox inside. `env` adds variables. */
export async function startAppProcess(
  env: Record<string, string> = {},
): Promise<RunningApp & { runCommand: RunCommand }> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const server = await startServer(port, url, env);
  return { url, sandboxUrl: url, ...server };
}

/** Starts the app behind a proxy that terminates TLS. `internalUrl` leads past the proxy. */
export async function startAppBehindTls(): Promise<RunningApp & { internalUrl: string }> {
  const [port, tlsPort] = [await findFreePort(), await findFreePort()];
  const url = `https://localhost:${tlsPort}`;
  const server = await startServer(port, url, {});
  const proxy = await startTlsProxy(tlsPort, port);
  const stop = async () => {
    proxy.closeAllConnections();
    proxy.close();
    await server.stop();
  };
  return { url, sandboxUrl: url, output: server.output, stop, internalUrl: `http://127.0.0.1:${port}` };
}

/** Starts the app with the sandbox on another origin and host name, as Stripe is. */
export async function startAppWithRemoteSandbox(): Promise<RunningApp & { stripeProxy: StripeProxy }> {
  const [port, proxyPort] = [await findFreePort(), await findFreePort()];
  const url = `http://127.0.0.1:${port}`;
  const { sandbox, sandboxUrl, sandboxPort, env } = await startSandbox(url);
  const stripeProxy = await startStripeProxy(proxyPort, sandboxPort);
  const server = await startServer(port, url, { ...env, SANDBOX_URL: `http://127.0.0.1:${proxyPort}` });
  const stop = async () => {
    await server.stop();
    stripeProxy.server.closeAllConnections();
    stripeProxy.server.close();
    await sandbox.stop();
  };
  return { url, sandboxUrl, output: server.output, stop, stripeProxy };
}

/** Starts the sandbox on its own origin, and returns the variables that the server needs for it. */
async function startSandbox(appUrl: string) {
  const secrets = {
    STRIPE_WEBHOOK_SECRET_PLATFORM: `whsec_${randomBytes(16).toString('hex')}`,
    STRIPE_WEBHOOK_SECRET_CONNECT: `whsec_${randomBytes(16).toString('hex')}`,
  };
  const sandboxPort = await findFreePort();
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  const sandbox = await startProcess('server/ops/commands/sandbox.ts', 'Sandbox: ', {
    ...secrets,
    PORT: String(sandboxPort),
    APP_URL: appUrl,
  });
  return { sandbox, sandboxUrl, sandboxPort, env: { ...secrets, SANDBOX_URL: sandboxUrl } };
}

async function startServer(port: number, url: string, extraEnv: Record<string, string>) {
  const { BUILD_DIR } = process.env;
  if (!BUILD_DIR) throw new Error('BUILD_DIR is not set: see e2e/support/global-setup.ts');
  const database = extraEnv.DATABASE_URL ? null : await createDatabase();
  const server = await startProcess('server.ts', 'Tillwright ', {
    PASSWORD_HASHING: 'cheap',
    ...database?.env,
    ...extraEnv,
    BUILD_DIR,
    PORT: String(port),
    APP_URL: url,
    NODE_ENV: 'production',
  });
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
  if (!ready.ok) throw new Error(`The app is not ready: ${await ready.text()}`);
  return { ...server, stop: () => server.stop().finally(() => database?.drop()) };
}

/** Copies the template of `global-setup.ts`. Returns null without one: the server then uses its embedded database. */
async function createDatabase() {
  const { TEST_DATABASE_URL, TEST_TEMPLATE } = process.env;
  if (!TEST_DATABASE_URL || !TEST_TEMPLATE) return null;
  const { url, drop } = await newPostgresDatabase(TEST_DATABASE_URL, TEST_TEMPLATE);
  return { env: { DATABASE_URL: url, AUTH_SECRET: randomBytes(32).toString('hex') }, drop };
}

/** Starts a process of the app with its own data folder and waits until it prints `readyText`. */
async function startProcess(file: string, readyText: string, extraEnv: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-e2e-'));
  const env = { DATA_DIR: folder, ...extraEnv };
  const child = createProcess(file, readyText, env);
  const stop = async () => {
    await child.end('SIGTERM');
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await child.start();
  } catch (error) {
    await stop();
    throw error;
  }
  const runCommand: RunCommand = async (name, ...args) => {
    const options = { cwd: ROOT, env: { ...baseEnv(), ...env } };
    const { stdout } = await promisify(execFile)(node(), [name, ...args], options);
    return stdout;
  };
  return { output: child.output, runCommand, stop };
}

const baseEnv = () => ({ PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' });

/** A process of the app that can be ended and started again. */
export type RestartableProcess = {
  pid: () => number;
  /** All terminal output so far, across restarts. */
  output: () => string;
  isRunning: () => boolean;
  /** Sends the signal and waits for the exit; returns the exit code, or null after a signal. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<number | null>;
  /**
   * Starts the process; resolves when it has printed the ready text, with the startup time in ms. Throws the output if
   * the process exits instead. `root`: another checkout of the app, whose built pages `env` must name.
   */
  start: (env?: Record<string, string>, root?: string) => Promise<number>;
};

/** A script that prints `readyText` when it serves. */
export function createProcess(file: string, readyText: string, env: Record<string, string>): RestartableProcess {
  let child: ChildProcess | null = null;
  let output = '';
  process.once('exit', () => child?.kill('SIGKILL'));
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;
  return {
    pid: () => child?.pid ?? 0,
    output: () => output,
    isRunning,
    end: async (signal) => {
      if (child && isRunning()) {
        const ended = once(child, 'exit');
        child.kill(signal);
        const killTimeout = setTimeout(() => child?.kill('SIGKILL'), STOP_TIMEOUT_MS);
        await ended;
        clearTimeout(killTimeout);
      }
      return child?.exitCode ?? null;
    },
    start: async (more = {}, root = ROOT) => {
      const started = performance.now();
      const current = spawn(node(), [...NODE_FLAGS, file], {
        cwd: root,
        env: { ...baseEnv(), ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = current;
      await waitForText(current, readyText, file, (text) => (output += text));
      return performance.now() - started;
    },
  };
}

/** Resolves when the process has printed this text. */
function waitForText(
  child: ChildProcess,
  readyText: string,
  file: string,
  onOutput: (text: string) => void,
): Promise<void> {
  let output = '';
  return new Promise((resolve, reject) => {
    const startTimeout = setTimeout(() => reject(new Error(`${file} did not start:\n${output}`)), START_TIMEOUT_MS);
    child.once('exit', (code, signal) => {
      clearTimeout(startTimeout);
      reject(new Error(`${file} ended with ${code ?? signal}:\n${output}`));
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        onOutput(text);
        if (!output.includes(readyText)) return;
        clearTimeout(startTimeout);
        resolve();
      });
  });
}
