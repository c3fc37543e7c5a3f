// npm run sandbox: runs the Stripe sandbox alone, for an app in another process.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { serve } from '@hono/node-server';
import { Hono } from 'hono';

import { SITE } from '#content/site.ts';
import { openSandbox, type Sandbox, type SandboxEndpoint } from '#sandbox/index.ts';

const { PORT = '3010', HOST = '127.0.0.1', DATA_DIR = '.data', APP_URL = 'http://localhost:3000' } = process.env;
const secrets = {
  platform: process.env['STRIPE_WEBHOOK_SECRET_PLATFORM'],
  connect: process.env['STRIPE_WEBHOOK_SECRET_CONNECT'],
};

const endpointsFrom = (appUrl: string): SandboxEndpoint[] => {
  const { platform, connect } = secrets;
  const missing = [
    ...(platform ? [] : ['STRIPE_WEBHOOK_SECRET_PLATFORM']),
    ...(connect ? [] : ['STRIPE_WEBHOOK_SECRET_CONNECT']),
  ];
  if (!platform || !connect) {
    console.error(
      `Set ${missing.join(' and ')}. The sandbox signs its events with these secrets, and the app needs the same values.`,
    );
    process.exit(1);
  }
  const base = `${appUrl.replace(/\/$/, '')}/webhooks/stripe`;
  return [
    { url: `${base}/platform`, secret: platform, scope: 'platform' },
    { url: `${base}/connect`, secret: connect, scope: 'connect' },
  ];
};

const appFor = (sandbox: Sandbox): Hono => {
  const app = new Hono();
  app.all('/v1/*', (c) => sandbox.api(c.req.raw));
  app.on('POST', ['/oauth/token', '/oauth/deauthorize'], (c) => sandbox.api(c.req.raw));
  app.route('/sandbox', sandbox.pages);
  app.get('/', (c) => c.redirect('/sandbox'));
  return app;
};

process.umask(0o077);
const endpoints = endpointsFrom(APP_URL);
const port = Number(PORT);
if (!Number.isInteger(port) || port < 1 || port > 65_535) {
  console.error(`PORT must be a number from 1 to 65535, not "${PORT}".`);
  process.exit(1);
}
mkdirSync(DATA_DIR, { recursive: true });
const host = HOST === '0.0.0.0' || HOST === '127.0.0.1' ? 'localhost' : HOST;
const origin = `http://${host}:${port}`;
const appUrl = APP_URL.replace(/\/$/, '');
const app = { name: SITE.name, homeUrl: `${appUrl}/pages`, mailUrl: `${appUrl}/sandbox/mail` };
const sandbox = openSandbox({ file: join(DATA_DIR, 'sandbox.sqlite'), origin, endpoints, app });
const server = serve({ fetch: appFor(sandbox).fetch, port, hostname: HOST }, () => {
  console.log(`Sandbox: ${origin}/sandbox (API at ${origin}/v1, events to ${APP_URL})`);
});
server.on('error', (error) => {
  console.error(`The sandbox can’t listen on ${HOST}:${port}: ${error.message}`);
  process.exit(1);
});

let closing = false;
const close = (): void => {
  if (closing) return;
  closing = true;
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
  sandbox.close().then(
    () => process.exit(0),
    () => process.exit(1),
  );
};
process.on('SIGINT', close);
process.on('SIGTERM', close);
