import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { getRequestListener } from '@hono/node-server';
import type { ViteDevServer } from 'vite';

import type { PagesEntry } from '#server/app.ts';
import { ConfigError, readConfig } from '#server/core/config.ts';
import { speedUpDrizzleLoading } from '#server/core/drizzle-loading.ts';
import { DatabaseUnreachable, EmbeddedDatabaseUnusable, SchemaTooNew } from '#server/db/database-errors.ts';
import { FolderInUse, lockFolder } from '#server/db/folder-lock.ts';
import { fallbackErrorHandler } from '#server/http/app-error.ts';
import { startHttpServer, PortInUse } from '#server/http/http-server.ts';
import { ignoreBrokenPipe } from '#server/http/log.ts';
import { builtFiles } from '#server/http/static-files.ts';

const dev = process.argv.includes('--dev');
const buildDir = path.resolve(process.env.BUILD_DIR ?? 'build/current');

ignoreBrokenPipe();
// Files in the data folder, including databases and backups, are readable by their owner only.
process.umask(0o077);
try {
  const config = readConfig();
  const folderLock = await lockFolder(config.dataDir);
  // Import the server only after the cheap checks above.
  speedUpDrizzleLoading();
  const { startApp } = await import('#server/start-app.ts');
  const vite = dev ? await openVite() : null;
  const loadPages = vite ? () => Promise.resolve(viteEntry(vite)) : builtEntry;
  const files = vite ? {} : { files: builtFiles(path.join(buildDir, 'client')) };
  const app = await startApp({ config, folderLock, dev, loadPages, ...files });
  const errorHandler = fallbackErrorHandler(app.context.log);
  const listener = getRequestListener(app.fetch, { errorHandler });
  await startHttpServer(app, (request, response) => {
    if (vite) vite.middlewares(request, response, () => void listener(request, response));
    else void listener(request, response);
  });
  console.log(app.welcomeMessage);
} catch (error) {
  const expectedErrors = [
    ConfigError,
    FolderInUse,
    PortInUse,
    DatabaseUnreachable,
    EmbeddedDatabaseUnusable,
    SchemaTooNew,
  ];
  const isExpected = expectedErrors.some((errorClass) => error instanceof errorClass);
  console.error(isExpected ? `\n${(error as Error).message}\n` : error);
  process.exit(1);
}

async function builtEntry(): Promise<PagesEntry> {
  return (await import(pathToFileURL(path.join(buildDir, 'server/index.js')).href)) as PagesEntry;
}

async function openVite(): Promise<ViteDevServer> {
  const { createServer: createVite } = await import('vite');
  const hmrServer: Server = createServer();
  await new Promise<void>((resolve) => hmrServer.listen(0, '127.0.0.1', resolve));
  const address = hmrServer.address();
  const clientPort = typeof address === 'object' && address ? address.port : undefined;
  return createVite({
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: hmrServer, clientPort } },
  });
}

/** Loads the routes from their current source files. */
function viteEntry(vite: ViteDevServer): PagesEntry {
  const loadEntry = async () => (await vite.ssrLoadModule('/app/entry.app.tsx')) as Required<PagesEntry>;
  return {
    render: async (request, services) => (await loadEntry()).render(request, services),
    renderMail: async (mail, appUrl) => (await loadEntry()).renderMail(mail, appUrl),
  };
}
