// One app process without pages, configured by its environment. `GET /empty` answers at once, as a baseline; `GET /used`
// reports the CPU time. CLOCK_FILE: the clock shows the time in this file (eight bytes, milliseconds).
import { openSync, readSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';

import { createApp } from '#server/app.ts';
import { readConfig } from '#server/core/config.ts';
import { openSecrets } from '#server/core/secrets.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';

import { openAppDatabase } from './postgres.ts';

function openClock(file: string): () => Date {
  const clock = openSync(file, 'r');
  const bytes = Buffer.alloc(8);
  return () => {
    readSync(clock, bytes, 0, 8, 0);
    return new Date(bytes.readDoubleLE());
  };
}

const config = readConfig();
const { CLOCK_FILE, LOG_LEVEL = 'error' } = process.env;
const database = config.databaseUrl ? openAppDatabase(config.databaseUrl) : await openEmbedded(null, 'drizzle');
await database.migrate();
const app = createApp({
  config,
  secrets: await openSecrets(config),
  database,
  // Writes every line as in production; only warnings and errors are printed.
  log: pino({ level: LOG_LEVEL }, { write: (line) => void (/"level":[456]/.test(line) && process.stderr.write(line)) }),
  sandboxFile: null,
  pagesEntry: null,
  ...(CLOCK_FILE && { realNow: openClock(CLOCK_FILE) }),
});

let batches = 0;
const { pageViewBuffer } = app.context;
const takeOldest = pageViewBuffer.takeOldest.bind(pageViewBuffer);
pageViewBuffer.takeOldest = (count) => {
  const views = takeOldest(count);
  if (views.length > 0) batches += 1;
  return views;
};

/** CPU time of the process so far, in microseconds, after all page views are counted. */
async function sendUsage(response: ServerResponse): Promise<void> {
  await app.waitUntilIdle();
  const { user, system } = process.cpuUsage();
  response.end(JSON.stringify({ cpu: user + system, batches }));
}

const listener = getRequestListener(app.fetch);
const server = createServer((request, response) => {
  if (request.url === '/empty')
    request.resume().on('end', () => response.writeHead(204, { 'Cache-Control': 'no-store' }).end());
  else if (request.url === '/used') void sendUsage(response);
  else if (!app.serveFromCache(request, response)) void listener(request, response);
});
server.listen(config.port, '127.0.0.1', () => console.log(`Serving ${config.port}`));
process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
  void app.close().finally(() => process.exit(0));
});
