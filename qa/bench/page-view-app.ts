// The process that qa/bench/page-view-cost.ts measures: the whole app without its pages, and a bare Node handler
// for the same request as a baseline. Arguments: the port and the database URL; without the URL, the embedded
// database in memory.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';

import { createApp } from '#server/app.ts';
import { parseConfig } from '#server/core/config.ts';
import { createSecrets } from '#server/core/secrets.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';

const SECRET = 'a secret for metrics, long enough for them';

const [port = '', databaseUrl] = process.argv.slice(2);
const database = databaseUrl
  ? openPostgres(databaseUrl, 'drizzle', () => undefined)
  : await openEmbedded(null, 'drizzle');
await database.migrate();
const app = createApp({
  config: parseConfig({
    APP_URL: `http://127.0.0.1:${port}`,
    RATE_LIMITS: 'off',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl, AUTH_SECRET: SECRET } : {}),
  }),
  secrets: createSecrets(SECRET, { platform: 'p', connect: 'c' }),
  database,
  log: pino({ level: 'error' }),
  sandboxFile: null,
  pagesEntry: null,
});

let batches = 0;
const { pageViewBuffer: buffer } = app.context;
const take = buffer.takeOldest.bind(buffer);
buffer.takeOldest = (most) => {
  const taken = take(most);
  if (taken.length > 0) batches += 1;
  return taken;
};

/** Reads the body and sends an empty response. */
function nothing(request: IncomingMessage, response: ServerResponse): void {
  request.on('data', () => undefined);
  request.on('end', () => response.writeHead(204, { 'Cache-Control': 'no-store' }).end());
}

/** CPU time of the process so far, in microseconds, after all views are counted. */
async function used(response: ServerResponse): Promise<void> {
  await app.waitUntilIdle();
  const { user, system } = process.cpuUsage();
  response.end(JSON.stringify({ cpu: user + system, batches }));
}

const listener = getRequestListener(app.fetch);
const server = createServer((request, response) => {
  if (request.url === '/nothing') nothing(request, response);
  else if (request.url === '/used') void used(response);
  else if (!app.serveFromCache(request, response)) void listener(request, response);
});
server.listen(Number(port), '127.0.0.1', () => console.log(`Serving ${port}`));
