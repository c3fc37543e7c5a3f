import { Hono, type Context as HonoContext } from 'hono';

import type { Context } from '#server/core/context.ts';
import { staleIfError } from '#server/db/change-driven-cache.ts';

import { IMAGE_CSP } from '../http/security-headers.ts';
import { findImage } from './queries.ts';
import { createVariantFinder } from './store-images.ts';

const TYPES = { webp: 'image/webp', png: 'image/png' } as const;
/** Cache size for full images, and again for narrow ones. */
const CACHE_BYTES = 16 * 1024 * 1024;
const IMMUTABLE = 'public, max-age=31536000, immutable';

function imageResponse(
  c: HonoContext,
  extension: keyof typeof TYPES,
  bytes: Uint8Array,
  cacheControl = IMMUTABLE,
): Response {
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': TYPES[extension],
    'Cache-Control': cacheControl,
    'Content-Security-Policy': IMAGE_CSP,
    'Content-Disposition': `inline; filename="image.${extension}"`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}

/** `/media/<sha256>.<ext>` and, in the widths of IMAGE_WIDTHS, `/media/<sha256>-<width>.webp`: immutable bytes. */
export function mediaRoutes(context: Context): Hono {
  const routes = new Hono();
  const cacheOptions = {
    maxBytes: CACHE_BYTES,
    now: () => context.realNow().getTime(),
    sizeOf: ({ bytes }: { bytes: Uint8Array }) => bytes.byteLength,
  };
  const keyOf = (name: string) => name;
  const findFullImage = staleIfError((sha256: string) => findImage(context.db, sha256), keyOf, cacheOptions);
  const findNarrowImage = staleIfError(createVariantFinder(context), keyOf, cacheOptions);
  routes.get('/:file', async (c) => {
    const file = c.req.param('file');
    const [, sha256 = '', extension] = /^([0-9a-f]{64})\.(webp|png)$/.exec(file) ?? [];
    const image = sha256 ? await findFullImage(sha256) : null;
    if (image && image.extension === extension) return imageResponse(c, extension, image.bytes);
    const [, name] = /^([0-9a-f]{64}-[1-9]\d{2,3})\.webp$/.exec(file) ?? [];
    const variant = name ? await findNarrowImage(name) : null;
    if (!variant) return c.text('Not found', 404);
    return imageResponse(c, 'webp', variant.bytes, variant.isFallback ? 'no-store' : IMMUTABLE);
  });
  return routes;
}
