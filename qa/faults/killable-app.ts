import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { node } from '../../set-up.mjs';
import { findFreePort } from '../lib/pinned-processes.ts';

const ROOT = path.join(import.meta.dirname, '../..');

type Running = { child: ChildProcess; errors: () => string };

/** An app that can be killed, and its mock Stripe, which keeps running. */
export type StormTestEnv = {
  url: string;
  sandboxUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  /** The environment of both processes. */
  env: Record<string, string>;
  /** Kills the app with SIGKILL and restarts it. */
  kill: () => Promise<void>;
  /** Stops the app as an operator would. */
  stopApp: () => Promise<void>;
  stop: () => Promise<void>;
};

export async function createStormTestEnv(databaseUrl: string | null): Promise<StormTestEnv> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-storm-'));
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  const [url, sandboxUrl] = [`http://127.0.0.1:${port}`, `http://localhost:${sandboxPort}`];
  const dataDir = path.join(folder, 'shop');
  const secrets = {
    STRIPE_WEBHOOK_SECRET_PLATFORM: `whsec_${randomBytes(16).toString('hex')}`,
    STRIPE_WEBHOOK_SECRET_CONNECT: `whsec_${randomBytes(16).toString('hex')}`,
  };
  const env = {
    ...secrets,
    SANDBOX_URL: sandboxUrl,
    PORT: String(port),
    APP_URL: url,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ...(databaseUrl && { DATABASE_URL: databaseUrl, AUTH_SECRET: randomBytes(32).toString('hex') }),
  };
  const sandbox = await start('server/ops/commands/sandbox.ts', 'Sandbox: ', {
    ...secrets,
    PORT: String(sandboxPort),
    APP_URL: url,
    DATA_DIR: path.join(folder, 'sandbox'),
  });
  let appProcess = await start('qa/faults/app-without-pages.ts', 'App is ready', env);
  return {
    url,
    sandboxUrl,
    dataDir,
    databaseUrl,
    env,
    kill: async () => {
      await end(appProcess, 'SIGKILL');
      appProcess = await start('qa/faults/app-without-pages.ts', 'App is ready', env);
    },
    stopApp: () => end(appProcess, 'SIGTERM'),
    stop: async () => {
      await end(appProcess, 'SIGKILL');
      await end(sandbox, 'SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a script and waits for the line that says that it serves. */
async function start(file: string, sign: string, env: Record<string, string>): Promise<Running> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(node(), [file], {
    cwd: ROOT,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const orphaned = () => child.kill('SIGKILL');
  process.once('exit', orphaned);
  child.once('exit', () => process.off('exit', orphaned));
  let output = '';
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code}:\n${output}`)));
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes(sign)) resolve();
      });
  });
  return { child, errors: () => output };
}

async function end({ child }: Running, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}
