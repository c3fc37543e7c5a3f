import { readdirSync, type Dirent } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { getRequestListener } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { serveStatic } from 'hono/serve-static';
import type { ViteDevServer } from 'vite';

import type { PagesEntry } from '#server/app.ts';
import { ConfigError, readConfig } from '#server/config.ts';
import { DatabaseUnreachable } from '#server/db/unreachable.ts';
import { FolderInUse, holdFolder } from '#server/db/single-process.ts';
import { NoRoomToStart } from '#server/disk/room-to-start.ts';
import { answerToNobody } from '#server/http/answer-to-nobody.ts';
import { listenOn, PortInUse } from '#server/http/listen-on.ts';
import { ignoreBrokenTerminal } from '#server/http/log-output.ts';

const dev = process.argv.includes('--dev');
const buildDir = path.resolve(process.env.BUILD_DIR ?? 'build/current');
const FOREVER = 'public, max-age=31536000, immutable';
/** Of what pages of others load. */
const FOR_OTHERS = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

ignoreBrokenTerminal();
try {
  const config = readConfig();
  const hold = await holdFolder(config.dataDir);
  // What is heavy comes after what can be refused at once.
  const { startShop } = await import('#server/start-shop.ts');
  const vite = dev ? await openVite() : null;
  const loadPages = vite ? () => Promise.resolve(viteEntry(vite)) : builtEntry;
  const shop = await startShop({ config, hold, dev, loadPages, ...(!vite && { files: builtFiles() }) });
  const errorHandler = answerToNobody(shop.context.log, config.appUrl);
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

/** A build never changes: each of its files is read when it is first asked for, and kept. */
function keptFiles(root: string): (name: string) => Promise<Uint8Array<ArrayBuffer> | null> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const nameOf = (entry: Dirent) => path.relative(root, path.join(entry.parentPath, entry.name));
  const kept = new Map(files.map((entry): [string, Uint8Array<ArrayBuffer> | null] => [nameOf(entry), null]));
  return async (name) => {
    const known = kept.get(name);
    if (known !== null) return known ?? null;
    const bytes = await readFile(path.join(root, name));
    kept.set(name, bytes);
    return bytes;
  };
}

function builtFiles(): Hono {
  const doors = new Hono();
  const root = path.join(buildDir, 'client');
  const getContent = keptFiles(root);
  const kept = (cache: string, more: Record<string, string> = {}) => ({
    root: '.',
    join: path.join,
    getContent,
    precompressed: true,
    onFound: (_: string, c: Context) => {
      c.header('X-Content-Type-Options', 'nosniff');
      for (const [name, value] of Object.entries({ 'Cache-Control': cache, ...more })) c.header(name, value);
    },
  });
  doors.use('/assets/*', serveStatic(kept(FOREVER)));
  doors.use('/embed/*', serveStatic(kept(FOREVER, FOR_OTHERS)));
  const named = ['assets', 'embed'];
  for (const entry of readdirSync(root).filter((name) => !named.includes(name) && !/\.(br|gz)$/.test(name))) {
    doors.use(`/${entry}`, serveStatic(kept('public, max-age=3600')));
    doors.use(`/${entry}/*`, serveStatic(kept('public, max-age=3600')));
  }
  return doors;
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

/** Routes as they are on disk at this moment. */
function viteEntry(vite: ViteDevServer): PagesEntry {
  const entry = async () => (await vite.ssrLoadModule('/app/entry.shop.tsx')) as Required<PagesEntry>;
  return {
    render: async (request, shop) => (await entry()).render(request, shop),
    renderMail: async (mail, appUrl) => (await entry()).renderMail(mail, appUrl),
  };
}
