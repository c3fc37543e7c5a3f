import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { node } from '../set-up.mjs';
import type { TestEnv } from './world.ts';

/** What the first shop's books say against what always holds, asked as its operator would; null: nothing. */
export function findBrokenInvariants({ appProcess, env }: TestEnv): string | null {
  const { PATH = '', HOME = '' } = process.env;
  const { status, stdout, stderr } = spawnSync(node(), ['commands/invariants.ts'], {
    cwd: path.join(import.meta.dirname, '..'),
    env: { PATH, HOME, ...env, PORT: String(appProcess.port), DATA_DIR: appProcess.dataDir },
    encoding: 'utf8',
  });
  return status === 0 ? null : `${stdout}${stderr}`.trim();
}
