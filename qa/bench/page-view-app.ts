// The process of ours that qa/bench/page-view-cost.ts measures: the whole shop without its pages, and beside it the least that Node can
// do with the same request. Its arguments: our port, and the database; without one it is the embedded one, in memory.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import { pino } from 'pino';

import { createApp } from '#server/app.ts';
import { parseConfig } from '#server/core/config.ts';
import { openEmbedded } from '#server/db/open-embedded.ts';
import { openPostgres } from '#server/db/open-postgres.ts';
import { createSecrets } from '#server/core/secrets.ts';

const SECRET = 'a secret for figures, long enough for them';

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
const { pageViewBuffer: looks } = app.context;
const take = looks.takeOldest.bind(looks);
looks.takeOldest = (most) => {
  const taken = take(most);
  if (taken.length > 0) batches += 1;
  return taken;
};

/** Reads the body, and answers with nothing. */
function nothing(request: IncomingMessage, response: ServerResponse): void {
  request.on('data', () => undefined);
  request.on('end', () => response.writeHead(204, { 'Cache-Control': 'no-store' }).end());
}

/** What the process has used so far, in microseconds, when everything is counted. */
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
