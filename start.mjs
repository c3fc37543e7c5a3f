// Installs and builds everything and starts the server: `npm start`, `npm run dev`.
// Plain JavaScript for Node 20 without dependencies, because it runs before they are installed.
import { spawn } from 'node:child_process';

import { dependencies, builtFolder, node, NODE_ENVIRONMENT, NODE_FLAGS } from './set-up.mjs';

const dev = process.argv.includes('--dev');

if (!(await dependencies({ withTools: dev }))) process.exit(1);
const folder = dev ? null : await builtFolder();
if (!dev && !folder) process.exit(1);

const child = spawn(node(), [...NODE_FLAGS, 'server.ts', ...(dev ? ['--dev'] : [])], {
  stdio: 'inherit',
  env: {
    ...NODE_ENVIRONMENT,
    ...process.env,
    NODE_ENV: dev ? 'development' : 'production',
    ...(folder ? { BUILD_DIR: folder } : {}),
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
