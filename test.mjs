// Installs what the tests need and runs them: `npm test`, `npm run test:full`.
// Plain JavaScript for Node 20 without dependencies, because it runs before they are installed.
import { spawn } from 'node:child_process';

import { dependencies, node } from './set-up.mjs';

if (!(await dependencies({ withTools: true }))) process.exit(1);

const child = spawn(node(), ['scripts/test.ts', ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => process.exit(code ?? 1));
