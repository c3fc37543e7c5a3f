import { Hono } from 'hono';

import type { Context } from '#server/core/context.ts';
import { staleIfError } from '#server/db/change-driven-cache.ts';
import { findFontFile } from '#server/pages/queries/page-fonts.ts';

const FILE_NAME = /^[\w-]{22}\.(woff2|css)$/;
const TYPES: Readonly<Record<string, string>> = { woff2: 'font/woff2', css: 'text/css; charset=utf-8' };
const IMMUTABLE = 'public, max-age=31536000, immutable';
const MAX_STALE_BYTES = 8 * 1024 * 1024;

/** `/fonts/<hash>.woff2` and `/fonts/<hash>.css`: the font files of published pages, and their stylesheets. */
export function fontRoutes(context: Context): Hono {
  const routes = new Hono();
  const findFile = staleIfError(
    (name: string) => findFontFile(context.db, name),
    (name) => name,
    {
      maxBytes: MAX_STALE_BYTES,
      now: () => context.realNow().getTime(),
      sizeOf: (bytes) => bytes?.byteLength ?? null,
    },
  );
  routes.get('/:file', async (c) => {
    const [name, extension = ''] = FILE_NAME.exec(c.req.param('file')) ?? [];
    const bytes = name === undefined ? null : await findFile(name);
    const type = TYPES[extension];
    if (!bytes || type === undefined) return c.text('Not found', 404);
    return c.body(new Uint8Array(bytes), 200, { 'Content-Type': type, 'Cache-Control': IMMUTABLE });
  });
  return routes;
}
