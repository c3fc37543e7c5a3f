// The app without pages, as a process that fault runs kill. The environment configures everything, as for
// server.ts.
import { serve } from '@hono/node-server';

import { readConfig } from '#server/core/config.ts';
import { lockFolder } from '#server/db/folder-lock.ts';
import { startApp } from '#server/start-app.ts';

const config = readConfig();
const hold = await lockFolder(config.dataDir);
const render = () => Promise.resolve(new Response('This server has no pages', { status: 404 }));
const app = await startApp({
  config,
  folderLock: hold,
  dev: false,
  loadPages: () => Promise.resolve({ render }),
});
const server = serve({ fetch: app.fetch, port: config.port, hostname: '127.0.0.1' }, () => console.log('App is ready'));
process.once('SIGTERM', () => {
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
  void app.close().finally(() => process.exit(0));
});
