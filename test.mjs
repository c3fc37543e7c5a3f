// Brings everything that the tests need and runs them: `npm test`.
// Plain JavaScript for Node 20 without dependencies, since it runs before they are there.
import { spawn } from 'node:child_process';

import { builtFolder, dependencies, node } from './set-up.mjs';

if (!(await dependencies())) process.exit(1);
const folder = await builtFolder();
if (!folder) process.exit(1);

const child = spawn(node(), ['scripts/test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, BUILD_DIR: folder },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
