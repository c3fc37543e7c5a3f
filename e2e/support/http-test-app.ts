import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { getRequestListener } from '@hono/node-server';

import { readBlogPosts } from '#content/blog-posts.ts';
import type { PagesEntry } from '#server/app.ts';
import { fallbackErrorHandler } from '#server/http/app-error.ts';
import { createHttpServer } from '#server/http/http-server.ts';
import { builtFiles } from '#server/http/static-files.ts';
import { seedDemo } from '#server/ops/seed-demo.ts';
import { importPosts } from '#server/site/import-posts.ts';
import { onTestEnd, sharedByTests } from '#server/testing/cleanup.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { openTestDatabase } from '#server/testing/test-database.ts';

import { findFreePort } from './app-process.ts';

/** The built app in this process, served on a loopback port. `url` and `sandboxUrl` are its origin. */
export type HttpTestApp = TestApp & {
  url: string;
  sandboxUrl: string;
  output: () => string;
  stop: () => Promise<void>;
};

type HttpTestAppOptions = Parameters<typeof createTestApp>[0] & { env?: Record<string, string> };

/**
 * Serves the built app in this process as `server.ts` does: page cache first, then built files and routes. It contains
 * the demo seller's page (`/c/demo`) and the blog posts. It closes with its test, or after the last test of the file.
 */
async function startHttpTestApp({ env = {}, ...options }: HttpTestAppOptions = {}): Promise<HttpTestApp> {
  const buildDir = path.resolve(process.env.BUILD_DIR ?? '');
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const entry = pathToFileURL(path.join(buildDir, 'server/index.js')).href;
  const database = options.database ?? (await openTestDatabase());
  await importPosts(database.db, readBlogPosts(), new Date(), { onlyNew: false });
  const testApp = await createTestApp({
    database,
    pagesEntry: (await import(/* @vite-ignore */ entry)) as PagesEntry,
    files: builtFiles(path.join(buildDir, 'client')),
    env: { APP_URL: url, ...env },
    ...options,
  });
  await seedDemo(testApp);
  const listener = getRequestListener(testApp.fetch, {
    errorHandler: fallbackErrorHandler(testApp.context.log),
  });
  const server = createHttpServer((request, response) => {
    if (!testApp.serveFromCache(request, response)) void listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return { ...testApp, url, sandboxUrl: url, output: () => '', stop: () => Promise.resolve() };
}

/** Shares one app among all tests of a file; each test creates its own sellers. Call it outside the tests. */
export const createSharedApp = (options: HttpTestAppOptions = {}): (() => HttpTestApp) =>
  sharedByTests(() => startHttpTestApp(options));
