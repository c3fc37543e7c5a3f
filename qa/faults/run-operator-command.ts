import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { parseConfig } from '#server/core/config.ts';
import { openSecrets } from '#server/core/secrets.ts';
import { operatorProof } from '#server/ops/operator-proof.ts';

import { node } from '../../set-up.mjs';
import type { AppProcess, TestEnv } from '../lib/test-env.ts';

/** Lists the first app's broken invariants through its operator endpoint; null if there are none. */
export function findBrokenInvariants({ appProcess, env }: TestEnv): string | null {
  const { PATH = '', HOME = '' } = process.env;
  const { status, stdout, stderr } = spawnSync(node(), ['server/ops/commands/invariants.ts'], {
    cwd: path.join(import.meta.dirname, '../..'),
    env: { PATH, HOME, ...env, PORT: String(appProcess.port), DATA_DIR: appProcess.dataDir },
    encoding: 'utf8',
  });
  return status === 0 ? null : `${stdout}${stderr}`.trim();
}

/** Runs an operator command on a running app with any database. */
export async function runOperatorCommand(
  { env }: TestEnv,
  { url, port, dataDir }: AppProcess,
  command: 'events' | 'invariants',
  words: readonly string[],
): Promise<{ text: string; good: boolean }> {
  const secrets = await openSecrets(parseConfig({ ...env, PORT: String(port), DATA_DIR: dataDir }));
  const answer = await fetch(`${url}/operator/${command}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${operatorProof(secrets, command, new Date())}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ words }),
  });
  if (!answer.ok) throw new Error(`${command} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { text: string; good: boolean };
}
