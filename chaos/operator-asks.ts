import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { node } from '../set-up.mjs';
import type { World } from './world.ts';

/** What the first shop's books say against what always holds, asked as its operator would; null: nothing. */
export function invariantsOf({ shop, env }: World): string | null {
  const { PATH = '', HOME = '' } = process.env;
  const { status, stdout, stderr } = spawnSync(node(), ['commands/invariants.ts'], {
    cwd: path.join(import.meta.dirname, '..'),
    env: { PATH, HOME, ...env, PORT: String(shop.port), DATA_DIR: shop.dataDir },
    encoding: 'utf8',
  });
  return status === 0 ? null : `${stdout}${stderr}`.trim();
}
