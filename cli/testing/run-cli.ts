/** Runs the command line in tests. For tests only. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { getRequestListener } from '@hono/node-server';
import { onTestFinished } from 'vitest';

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

/** Runs the real program with only this environment. */
export function runCli(args: string[], env: Record<string, string>, stdin = ''): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env });
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
