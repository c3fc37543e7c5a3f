import { openSync, readSync } from 'node:fs';
// One app process of qa/faults/rate-limits.ts, without pages; the environment configures everything. Its clock
// shows the time in CLOCK_FILE: eight bytes, milliseconds.
import { createServer } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';

import { createApp } from '#server/app.ts';
import { readConfig } from '#server/core/config.ts';
import { openSecrets } from '#server/core/secrets.ts';
import { openPostgres } from '#server/db/open-postgres.ts';

const config = readConfig();
const clock = openSync(process.env.CLOCK_FILE ?? '', 'r');
const bytes = Buffer.alloc(8);
const realNow = () => {
  readSync(clock, bytes, 0, 8, 0);
  return new Date(bytes.readDoubleLE());
};
const database = openPostgres(config.databaseUrl ?? '', 'drizzle', () => undefined);
await database.migrate();
const app = createApp({
  config,
  secrets: await openSecrets(config),
  database,
  log: pino({ level: 'error' }),
  sandboxFile: null,
  pagesEntry: null,
  realNow,
});
const listener = getRequestListener(app.fetch);
const server = createServer((request, response) => void listener(request, response));
server.listen(config.port, '127.0.0.1', () => console.log(`Serving ${config.port}`));
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
  void app.close().finally(() => process.exit(0));
});
