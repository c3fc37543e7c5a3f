import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { findFreePort } from '../../e2e/support/app-process.ts';
import { node, NODE_ENVIRONMENT, NODE_FLAGS } from '../../set-up.mjs';
import { getBuildDir } from './built-app.ts';
import type { Load, LoadResult } from './http-load.ts';

/** Resident memory of a process in MB; 0 if it has exited. */
export function readMemoryMb(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const TICKS_PER_SECOND = 100;

/** CPU time of a process so far, user and system together. */
export function readCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

const ROOT = path.join(import.meta.dirname, '../..');
const pins = spawnSync('taskset', ['--version']).status === 0;

/** A child process pinned to one core, where the operating system supports that. */
export type PinnedProcess = AsyncDisposable & {
  child: ChildProcess;
  url: string;
  cpuSeconds: () => number;
};

const commandOn = (core: 0 | 1, args: string[]): [string, string[]] =>
  pins ? ['taskset', ['-c', String(core), node(), ...args]] : [node(), args];

/** Starts a script on a core and resolves when it has printed `readyText`, which a port number may follow. */
export async function startOnCore(
  core: 0 | 1,
  args: string[],
  readyText: string,
  { env = {}, input = '' }: { env?: Record<string, string>; input?: string } = {},
): Promise<PinnedProcess> {
  const [command, all] = commandOn(core, args);
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, all, { cwd: ROOT, env: { PATH, HOME, ...env } });
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  child.stdin.end(input);
  let output = '';
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}:\n${output}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
        if (output.includes(readyText)) resolve(Number(new RegExp(`${readyText}(\\d+)`).exec(output)?.[1] ?? 0));
      });
    }
  });
  const stop = async () => {
    process.off('exit', onExit);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  const url = `http://127.0.0.1:${port}`;
  return { child, url, cpuSeconds: () => readCpuSeconds(child.pid ?? 0), [Symbol.asyncDispose]: stop };
}

/**
 * Starts an app on the first core with a new data folder: the built app, or the one without pages. Uses the embedded
 * database unless `env` names another one.
 */
export async function startAppOnCore(
  script: 'server.ts' | 'qa/lib/bare-app.ts',
  env: Record<string, string> = {},
  flags: readonly string[] = NODE_FLAGS,
): Promise<PinnedProcess> {
  const port = String(await findFreePort());
  const url = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(path.join(tmpdir(), 'tillwright-bench-'));
  const isBuilt = script === 'server.ts';
  const app = await startOnCore(0, [...flags, script], isBuilt ? 'Tillwright ' : 'Serving ', {
    env: {
      ...NODE_ENVIRONMENT,
      ...(isBuilt && { BUILD_DIR: await getBuildDir() }),
      NODE_ENV: 'production',
      PORT: port,
      HOST: '127.0.0.1',
      APP_URL: url,
      DATA_DIR: folder,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      ...(env.DATABASE_URL && { AUTH_SECRET: 'a secret for metrics, long enough for them' }),
      ...env,
    },
  });
  const stop = async () => {
    await app[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...app, url, [Symbol.asyncDispose]: stop };
}

/** Runs a script on a core until it ends and parses the JSON that it prints. */
export async function runOnCore<Answer>(core: 0 | 1, args: string[]): Promise<Answer> {
  const [command, all] = commandOn(core, args);
  const child = spawn(command, all, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${args[0]} ended with ${String(code)}`);
  return JSON.parse(output) as Answer;
}

/** Sends requests from a core as fast as they are answered, or at a fixed rate. */
export const sendLoad = (core: 0 | 1, load: Load): Promise<LoadResult> =>
  runOnCore(core, ['qa/lib/http-load.ts', JSON.stringify(load)]);

/** Sends requests from the other core; `microseconds`: CPU time of the server per response. */
export async function measureLoad(
  server: PinnedProcess,
  load: Omit<Load, 'url'>,
): Promise<LoadResult & { microseconds: number }> {
  const before = server.cpuSeconds();
  const result = await sendLoad(1, { url: server.url, ...load });
  return { ...result, microseconds: ((server.cpuSeconds() - before) / result.answered) * 1e6 };
}
