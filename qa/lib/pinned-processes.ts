import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { node } from '../../set-up.mjs';

/** Resident memory of a process in MB. */
export function readMemoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

const ROOT = path.join(import.meta.dirname, '../..');
const TICKS_PER_SECOND = 100;
const pins = spawnSync('taskset', ['--version']).status === 0;

/** A child process pinned to one core, where the operating system supports that. */
export type PinnedProcess = {
  child: ChildProcess;
  port: number;
  stop: () => Promise<void>;
  cpuSeconds: () => number;
};

const commandOn = (core: 0 | 1, args: string[]): [string, string[]] =>
  pins ? ['taskset', ['-c', String(core), node(), ...args]] : [node(), args];

/** Starts a script on a core and resolves when it has printed `sign`, which a port number may follow. */
export async function startOnCore(
  core: 0 | 1,
  args: string[],
  readyText: string,
  { env = {}, input }: { env?: Record<string, string>; input?: string } = {},
): Promise<PinnedProcess> {
  const [command, all] = commandOn(core, args);
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, all, {
    cwd: ROOT,
    env: { PATH, HOME, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const onExit = () => child.kill('SIGKILL');
  process.once('exit', onExit);
  if (input !== undefined) child.stdin?.end(input);
  let output = '';
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}:\n${output}`)));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes(readyText)) resolve(Number(new RegExp(`${readyText}(\\d+)`).exec(output)?.[1] ?? 0));
      });
    }
  });
  const stop = async () => {
    process.off('exit', onExit);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  };
  return { child, port, stop, cpuSeconds: () => readCpuSeconds(child.pid ?? 0) };
}

/** CPU time of a process so far, user and system together. */
export function readCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Runs a script on a core until it ends and parses the JSON that it prints. */
export async function runOnCore<Answer>(core: 0 | 1, args: string[]): Promise<Answer> {
  const [command, all] = commandOn(core, args);
  const child = spawn(command, all, { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`${args[0]} ended with ${String(code)}`);
  return JSON.parse(output) as Answer;
}
