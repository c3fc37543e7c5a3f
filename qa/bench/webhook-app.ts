// The process that qa/bench/webhook-throughput.ts measures: the whole app without its pages. Arguments: the
// database URL, the Stripe origin and the port.
import { createServer } from 'node:http';

import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { pino } from 'pino';

import { createApp } from '#server/app.ts';
import { parseConfig } from '#server/core/config.ts';
import { createSecrets } from '#server/core/secrets.ts';
import { openPostgres } from '#server/db/open-postgres.ts';

import { BENCH_SECRETS } from './webhook-purchases.ts';

const [databaseUrl = '', provider = '', port = ''] = process.argv.slice(2);
const { platform, connect } = BENCH_SECRETS;
const app = createApp({
  config: parseConfig({
    APP_URL: `http://127.0.0.1:${port}`,
    SANDBOX_URL: provider,
    STRIPE_WEBHOOK_SECRET_PLATFORM: platform,
    STRIPE_WEBHOOK_SECRET_CONNECT: connect,
    RATE_LIMITS: 'off',
  }),
  secrets: createSecrets('a secret for metrics, long enough for them', BENCH_SECRETS),
  database: openPostgres(databaseUrl, 'drizzle', () => undefined),
  // Logs a line for each request, as in production; the output is discarded.
  log: pino({ level: 'info' }, { write: (line: string) => void (/"level":[45]/.test(line) && console.error(line)) }),
  sandboxFile: null,
  pagesEntry: null,
});
const router = new Hono();
router.all('*', (c) => app.fetch(c.req.raw, c.env as object));
const listener = getRequestListener(router.fetch);
const server = createServer((request, response) => void listener(request, response));
server.listen(Number(port), '127.0.0.1', () => console.log(`Serving ${port}`));
process.on('SIGTERM', () => {
  server.closeAllConnections();
  server.close();
  void app.close().then(() => process.exit(0));
});
