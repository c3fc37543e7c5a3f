import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { getRequestListener } from '@hono/node-server';

import { readBlogPosts } from '#content/blog-posts.ts';
import type { PagesEntry } from '#server/app.ts';
import { importPosts } from '#server/blog/import-posts.ts';
import { answerToNobody } from '#server/http/answer-to-nobody.ts';
import { builtFiles } from '#server/http/built-files.ts';
import { Connections } from '#server/http/connections.ts';
import { openServer } from '#server/http/open-server.ts';
import { inTurns } from '#server/http/turns.ts';
import { seedDemo } from '#server/seed/seed-demo.ts';
import { openTestDatabase } from '#server/testing-database.ts';
import { atTheEnd, sharedByTests } from '#server/testing-ends.ts';
import { openShop, type TestShop } from '#server/testing.ts';

import { freePort } from '../free-port.ts';

/** The built app in this process, served on a loopback port. `url` and `sandboxUrl` are its origin. */
export type App = TestShop & {
  url: string;
  sandboxUrl: string;
  output: () => string;
  stop: () => Promise<void>;
};

type AppOptions = Parameters<typeof openShop>[0] & { env?: Record<string, string> };

/**
 * Serves the built app in this process as `server.ts` does: page cache first, then built files and routes. It contains
 * the demo seller's page (`/c/demo`) and the blog posts. It closes with its test, or after the last test of the file.
 */
export async function openApp({ env = {}, ...options }: AppOptions = {}): Promise<App> {
  const buildDir = path.resolve(process.env.BUILD_DIR ?? '');
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const entry = pathToFileURL(path.join(buildDir, 'server/index.js')).href;
  const database = options.database ?? (await openTestDatabase());
  await importPosts(database.db, readBlogPosts(), new Date(), { onlyNew: false });
  const shop = await openShop({
    database,
    pagesEntry: (await import(/* @vite-ignore */ entry)) as PagesEntry,
    files: builtFiles(path.join(buildDir, 'client')),
    env: { APP_URL: url, ...env },
    ...options,
  });
  await seedDemo(shop);
  const listener = getRequestListener(shop.fetch, { errorHandler: answerToNobody(shop.context.log) });
  const server = openServer(
    new Connections(),
    inTurns((request, response) => {
      if (!shop.answerFromMemory(request, response)) void listener(request, response);
    }),
  );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  atTheEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { ...shop, url, sandboxUrl: url, output: () => '', stop: () => Promise.resolve() };
}

/** Shares one app among all tests of a file; each test creates its own sellers. Call it outside the tests. */
export const sharedApp = (options: AppOptions = {}): (() => App) => sharedByTests(() => openApp(options));
