import { readdirSync, type Dirent } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { Hono, type Context } from 'hono';
import { serveStatic } from 'hono/serve-static';

import { NOWHERE, shortHeadersAt } from '#server/hosts/site-headers.ts';
import { siteOf } from '#server/hosts/site.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';
/** Files that other sites embed: images, and scripts with CORS. */
const SHOWN = { 'Cross-Origin-Resource-Policy': 'cross-origin' };
const FOR_OTHERS = { ...SHOWN, 'Access-Control-Allow-Origin': '*' };
const PICTURE = /\.(svg|png|webp|ico)$/;

/** A build never changes: each file is read on its first request and then cached. */
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

/** Routes for the files of a build in the folder `root`. */
export function builtFiles(root: string): Hono {
  const doors = new Hono();
  const getContent = keptFiles(root);
  const kept = (cache: string, more: Record<string, string> = {}) =>
    serveStatic({
      root: '.',
      join: path.join,
      getContent,
      precompressed: true,
      onFound: (_: string, c: Context) => {
        const shown = PICTURE.test(c.req.path) ? SHOWN : {};
        const headers = { ...shortHeadersAt(siteOf(c, NOWHERE)), ...shown, 'Cache-Control': cache, ...more };
        for (const [name, value] of Object.entries(headers)) c.header(name, value);
      },
    });
  doors.use('/assets/*', kept(FOREVER));
  doors.use('/embed/*', kept(FOREVER, FOR_OTHERS));
  const named = ['assets', 'embed'];
  for (const entry of readdirSync(root).filter((name) => !named.includes(name) && !/\.(br|gz)$/.test(name))) {
    doors.use(`/${entry}`, kept(AN_HOUR));
    doors.use(`/${entry}/*`, kept(AN_HOUR));
  }
  return doors;
}
