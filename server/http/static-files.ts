import { readdirSync, type Dirent } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { Hono, type Context } from 'hono';
import { serveStatic } from 'hono/serve-static';

import { siteOf } from '#server/core/site.ts';

import { NO_SITE, shortResponseHeaders } from './security-headers.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const ONE_HOUR = 'public, max-age=3600';
const FIVE_MINUTES = 'public, max-age=300';
/** Files that other sites embed: images, and scripts with CORS. */
const EMBEDDABLE = { 'Cross-Origin-Resource-Policy': 'cross-origin' };
const EMBEDDABLE_SCRIPT = { ...EMBEDDABLE, 'Access-Control-Allow-Origin': '*' };
const IMAGE_PATH = /\.(svg|png|webp|ico)$/;

/** A build never changes: each file is read on its first request and then cached. */
function cachedFiles(root: string): (name: string) => Promise<Uint8Array<ArrayBuffer> | null> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const nameOf = (entry: Dirent) => path.relative(root, path.join(entry.parentPath, entry.name));
  const contents = new Map(files.map((entry): [string, Uint8Array<ArrayBuffer> | null] => [nameOf(entry), null]));
  return async (name) => {
    const cachedBytes = contents.get(name);
    if (cachedBytes !== null) return cachedBytes ?? null;
    const bytes = await readFile(path.join(root, name));
    contents.set(name, bytes);
    return bytes;
  };
}

/** Routes for the files of a build in the folder `root`. */
export function builtFiles(root: string): Hono {
  const routes = new Hono();
  const getContent = cachedFiles(root);
  const serve = (cache: string, extraHeaders: Record<string, string> = {}) =>
    serveStatic({
      root: '.',
      join: path.join,
      getContent,
      precompressed: true,
      onFound: (_: string, c: Context) => {
        const embedHeaders = IMAGE_PATH.test(c.req.path) ? EMBEDDABLE : {};
        const headers = {
          ...shortResponseHeaders(siteOf(c, NO_SITE)),
          ...embedHeaders,
          'Cache-Control': cache,
          ...extraHeaders,
        };
        for (const [name, value] of Object.entries(headers)) c.header(name, value);
      },
    });
  routes.use('/assets/*', serve(IMMUTABLE));
  // Sites that embed the first version contain its hash, so it never changes.
  routes.use('/embed/v1.js', serve(IMMUTABLE, EMBEDDABLE_SCRIPT));
  routes.use('/embed/*', serve(FIVE_MINUTES, EMBEDDABLE_SCRIPT));
  const handledFolders = ['assets', 'embed'];
  for (const entry of readdirSync(root).filter((name) => !handledFolders.includes(name) && !/\.(br|gz)$/.test(name))) {
    routes.use(`/${entry}`, serve(ONE_HOUR));
    routes.use(`/${entry}/*`, serve(ONE_HOUR));
  }
  return routes;
}
