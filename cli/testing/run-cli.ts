/** Runs the command line in tests. For tests only. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { getRequestListener } from '@hono/node-server';
import { onTestFinished, vi } from 'vitest';

import { run } from '../run.ts';

const PROGRAM = path.join(import.meta.dirname, '../tillwright.mjs');

export type CommandResult = { code: number | null; out: string; err: string };
type RespondTo = (request: Request) => Response | Promise<Response>;

/** Serves on a free port until the test ends. */
export async function serveResponses(answer: RespondTo): Promise<string> {
  const server: Server = createServer(getRequestListener(answer));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

export async function createFolder(): Promise<string> {
  const name = await mkdtemp(path.join(tmpdir(), 'tillwright-cli-'));
  onTestFinished(() => rm(name, { recursive: true, force: true }));
  return name;
}

type Environment = Record<string, string>;

/** Runs a command in this process with only this environment. */
export async function runCli(args: string[], env: Environment): Promise<CommandResult> {
  let [out, err] = ['', ''];
  const { env: originalEnv } = process;
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => Boolean((out += String(chunk)))),
    vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => Boolean((err += String(chunk)))),
  ];
  process.env = { ...env };
  try {
    const code = await run(args);
    return { code, out, err };
  } finally {
    process.env = originalEnv;
    for (const spy of spies) spy.mockRestore();
  }
}

export const startCli = (args: string[], env: Environment): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [PROGRAM, ...args], { env });

/** Runs the real program, with input. */
export function runProgram(args: string[], env: Environment, stdin = ''): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = startCli(args, env);
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()));
    child.on('close', (code) => resolve({ code, out, err }));
    child.stdin.end(stdin);
  });
}

/** An API key that looks valid. */
export const KEY = `twk_sandbox_${'a'.repeat(49)}`;
export const LIVE_KEY = `twk_live_${'a'.repeat(49)}`;
