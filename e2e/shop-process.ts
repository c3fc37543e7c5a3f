import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import { newPostgresDatabase } from '../scripts/test-postgres.ts';
import { freePort } from './free-port.ts';
import { startProviderRoad, type ProviderRoad } from './provider-road.ts';
import { startTlsProxy } from './tls-proxy.ts';

/** A running app and the origin of its sandbox. */
export type Shop = {
  url: string;
  sandboxUrl: string;
  /** Everything that its processes have printed so far. */
  output: () => string;
  stop: () => Promise<void>;
};

/** Runs an operator command, as `npm run pages` does, and returns its output. */
type Command = (file: string, ...words: string[]) => Promise<string>;

const ROOT = path.join(import.meta.dirname, '..');
const OWN_NODE = path.join(ROOT, 'node_modules/.bin/node');
const NODE = existsSync(OWN_NODE) ? OWN_NODE : process.execPath;
const PATIENCE_MS = 60_000;

/** Starts the built server on a free port, with its own data folder and the sandbox inside. `env` adds variables. */
export async function startShop(env: Record<string, string> = {}): Promise<Shop & { command: Command }> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await startServer(port, url, env);
  return { url, sandboxUrl: url, ...server };
}

/** Starts the app behind a proxy that terminates TLS. `internalUrl` leads past the proxy. */
export async function startShopBehindTls(): Promise<Shop & { behindUrl: string }> {
  const [port, tlsPort] = [await freePort(), await freePort()];
  const url = `https://localhost:${tlsPort}`;
  const server = await startServer(port, url, {});
  const proxy = await startTlsProxy(tlsPort, port);
  const stop = async () => {
    proxy.closeAllConnections();
    proxy.close();
    await server.stop();
  };
  return { url, sandboxUrl: url, output: server.output, stop, behindUrl: `http://127.0.0.1:${port}` };
}

/** Starts the app with the sandbox on another origin and host name, as Stripe is. */
export async function startShopBesideSandbox(): Promise<Shop & { road: ProviderRoad }> {
  const [port, roadPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const { sandbox, sandboxUrl, sandboxPort, env } = await startSandbox(url);
  const road = await startProviderRoad(roadPort, sandboxPort);
  const server = await startServer(port, url, { ...env, SANDBOX_URL: `http://127.0.0.1:${roadPort}` });
  const stop = async () => {
    await server.stop();
    road.server.closeAllConnections();
    road.server.close();
    await sandbox.stop();
  };
  return { url, sandboxUrl, output: server.output, stop, road };
}

/** Starts two server processes on one PostgreSQL database and one sandbox. `secondUrl` is the URL of the second. */
export async function startShopTwice(databaseUrl: string): Promise<{ shop: Shop; otherUrl: string }> {
  const [port, otherPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${port}`;
  const { sandbox, sandboxUrl, env } = await startSandbox(url);
  const more = {
    ...env,
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    RATE_LIMITS: 'off',
  };
  const first = await startServer(port, url, more);
  const second = await startServer(otherPort, url, more);
  const stop = async () => {
    await Promise.all([first.stop(), second.stop()]);
    await sandbox.stop();
  };
  const output = () => first.output() + second.output();
  return { shop: { url, sandboxUrl, output, stop }, otherUrl: `http://127.0.0.1:${otherPort}` };
}

/** Starts the sandbox on its own origin, and returns the variables that the server needs for it. */
async function startSandbox(appUrl: string) {
  const secrets = {
    STRIPE_WEBHOOK_SECRET_PLATFORM: `whsec_${randomBytes(16).toString('hex')}`,
    STRIPE_WEBHOOK_SECRET_CONNECT: `whsec_${randomBytes(16).toString('hex')}`,
  };
  const sandboxPort = await freePort();
  const sandboxUrl = `http://localhost:${sandboxPort}`;
  const sandbox = await start('commands/sandbox.ts', 'Sandbox: ', {
    ...secrets,
    PORT: String(sandboxPort),
    APP_URL: appUrl,
  });
  return { sandbox, sandboxUrl, sandboxPort, env: { ...secrets, SANDBOX_URL: sandboxUrl } };
}

async function startServer(port: number, url: string, more: Record<string, string>) {
  const { BUILD_DIR } = process.env;
  if (!BUILD_DIR) throw new Error('BUILD_DIR is not set: see e2e/global-setup.ts');
  const database = more.DATABASE_URL ? null : await ownDatabase();
  const server = await start('server.ts', 'Tillwright ', {
    PASSWORD_HASHING: 'cheap',
    ...database?.env,
    ...more,
    BUILD_DIR,
    PORT: String(port),
    APP_URL: url,
    NODE_ENV: 'production',
  });
  const ready = await fetch(`http://127.0.0.1:${port}/readyz`);
  if (!ready.ok) throw new Error(`The shop is not ready: ${await ready.text()}`);
  return { ...server, stop: () => server.stop().finally(() => database?.drop()) };
}

/** Copies the template of `global-setup.ts`. Returns null without one: the server then uses its embedded database. */
async function ownDatabase() {
  const { TEST_DATABASE_URL, TEST_TEMPLATE } = process.env;
  if (!TEST_DATABASE_URL || !TEST_TEMPLATE) return null;
  const { url, drop } = await newPostgresDatabase(TEST_DATABASE_URL, TEST_TEMPLATE);
  return { env: { DATABASE_URL: url, AUTH_SECRET: randomBytes(32).toString('hex') }, drop };
}

/** Starts a process of the app and waits until it prints `readyText`. */
async function start(file: string, sign: string, env: Record<string, string>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tillwright-e2e-'));
  const { PATH = '', HOME = '' } = process.env;
  const surroundings = { cwd: ROOT, env: { PATH, HOME, DATA_DIR: folder, ...env } };
  const child = spawn(NODE, [file], { ...surroundings, stdio: ['ignore', 'pipe', 'pipe'] });
  const orphaned = () => child.kill('SIGKILL');
  process.once('exit', orphaned);
  let output = '';
  const served = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`${file} did not start:\n${output}`)), PATIENCE_MS);
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}:\n${output}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (!output.includes(sign)) return;
        clearTimeout(late);
        resolve();
      });
    }
  });
  const stop = async () => {
    process.off('exit', orphaned);
    await ended(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await served;
  } catch (error) {
    await stop();
    throw error;
  }
  const command: Command = async (name, ...words) => {
    const { stdout } = await promisify(execFile)(NODE, [name, ...words], surroundings);
    return stdout;
  };
  return { output: () => output, command, stop };
}

/** Ends a process, with SIGKILL after ten seconds. */
function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
    child.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    child.kill('SIGTERM');
  });
}
