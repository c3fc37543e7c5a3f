import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

import { node } from '../../set-up.mjs';
import type { AppProcess, TestEnv } from '../lib/test-env.ts';

/** Lists the first app's broken invariants; null if there are none. */
export async function findBrokenInvariants(testEnv: TestEnv): Promise<string | null> {
  const { text: output, good } = await runOperatorCommand(testEnv, testEnv.appProcess, 'invariants', []);
  return good ? null : output;
}

/** Runs an operator command on the database of an app. The app restarts around it when the database is the embedded one. */
export async function runOperatorCommand(
  { env, postgres }: TestEnv,
  { port, dataDir, ...appProcess }: AppProcess,
  command: 'events' | 'invariants',
  args: readonly string[],
): Promise<{ text: string; good: boolean }> {
  const restarts = postgres === null && appProcess.isRunning();
  if (restarts) await appProcess.end('SIGTERM');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(node(), [`server/ops/commands/${command}.ts`, ...args], {
    cwd: path.join(import.meta.dirname, '../..'),
    env: { PATH, HOME, ...env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (restarts) await appProcess.start();
  return { text: `${output}${errors}`.trim(), good: code === 0 };
}
