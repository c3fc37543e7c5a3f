import { setTimeout as wait } from 'node:timers/promises';

import { openTestPostgres } from '../scripts/test-postgres.ts';
import { NODE_FLAGS } from '../set-up.mjs';
import { readMemoryMb, startAppOnCore } from './lib/pinned-processes.ts';
const pg = process.argv[2] === 'pg' ? await openTestPostgres() : null;
{
  await using app = await startAppOnCore('server.ts', pg ? { DATABASE_URL: pg.url } : {}, [
    ...NODE_FLAGS,
    '--expose-gc',
    '--require',
    '/tmp/memhook.cjs',
    ...process.argv.slice(3),
  ]);
  await (await fetch(`${app.url}/c/demo`)).arrayBuffer();
  await wait(62000);
  console.log(process.argv.slice(2).join(' '), process.env.GC, readMemoryMb(app.child.pid ?? 0));
}
await pg?.close();
process.exit(0);
