import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { getRequestListener } from '@hono/node-server';
import type { ViteDevServer } from 'vite';

import type { PagesEntry } from '#server/app.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { DatabaseUnreachable } from '#server/db/unreachable.ts';
import { FolderInUse, holdFolder } from '#server/db/single-process.ts';
import { NoRoomToStart } from '#server/disk/room-to-start.ts';
import { answerToNobody } from '#server/http/answer-to-nobody.ts';
import { builtFiles } from '#server/http/built-files.ts';
import { listenOn, PortInUse } from '#server/http/listen-on.ts';
import { ignoreBrokenTerminal } from '#server/http/log-output.ts';

const dev = process.argv.includes('--dev');
const buildDir = path.resolve(process.env.BUILD_DIR ?? 'build/current');

ignoreBrokenTerminal();
// Files in the data folder, including databases and backups, are readable by their owner only.
process.umask(0o077);
try {
  const config = readConfig();
  const hold = await holdFolder(config.dataDir);
  // Import the server only after the cheap checks above.
  const { startShop } = await import('#server/start-shop.ts');
  const vite = dev ? await openVite() : null;
  const loadPages = vite ? () => Promise.resolve(viteEntry(vite)) : builtEntry;
  const files = vite ? {} : { files: builtFiles(path.join(buildDir, 'client')) };
  const shop = await startShop({ config, hold, dev, loadPages, ...files });
  const errorHandler = answerToNobody(shop.context.log);
  const listener = getRequestListener(shop.fetch, { errorHandler });
  await listenOn(shop, (request, response) => {
    if (shop.answerFromMemory(request, response)) return;
    if (vite) vite.middlewares(request, response, () => void listener(request, response));
    else void listener(request, response);
  });
  console.log(shop.welcome);
} catch (error) {
  const expected = [ConfigError, FolderInUse, PortInUse, DatabaseUnreachable, NoRoomToStart].some(
    (kind) => error instanceof kind,
  );
  console.error(expected ? `\n${(error as Error).message}\n` : error);
  process.exit(1);
}

async function builtEntry(): Promise<PagesEntry> {
  return (await import(pathToFileURL(path.join(buildDir, 'server/index.js')).href)) as PagesEntry;
}

async function openVite(): Promise<ViteDevServer> {
  const { createServer: createVite } = await import('vite');
  const changes: Server = createServer();
  await new Promise<void>((resolve) => changes.listen(0, '127.0.0.1', resolve));
  const address = changes.address();
  const clientPort = typeof address === 'object' && address ? address.port : undefined;
  return createVite({
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: changes, clientPort } },
  });
}

/** Loads the routes from their current source files. */
function viteEntry(vite: ViteDevServer): PagesEntry {
  const entry = async () => (await vite.ssrLoadModule('/app/entry.shop.tsx')) as Required<PagesEntry>;
  return {
    render: async (request, shop) => (await entry()).render(request, shop),
    renderMail: async (mail, appUrl) => (await entry()).renderMail(mail, appUrl),
  };
}
