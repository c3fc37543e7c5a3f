import { Hono, type Context as HonoContext } from 'hono';

import { IMAGE_WIDTHS, type ImageWidth } from '#domain/image.ts';
import type { Context } from '#server/core/context.ts';
import { staleIfError } from '#server/db/change-driven-cache.ts';

import { IMAGE_CSP } from '../http/security-headers.ts';
import { findImage } from './queries.ts';
import { createImageVariants } from './store-images.ts';

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

/**
 * `/media/<sha256>.<ext>` and `/media/<sha256>-<width>.webp`: immutable bytes addressed by their hash. Only the widths of
 * `IMAGE_WIDTHS` exist.
 */
export function mediaRoutes(context: Context): Hono {
  const routes = new Hono();
  const variants = createImageVariants(context);
  const now = () => context.realNow().getTime();
  const cacheOptions = {
    maxBytes: CACHE_BYTES,
    now,
    sizeOf: ({ bytes }: { bytes: Uint8Array }) => bytes.byteLength,
  };
  const findFullImage = staleIfError(
    (sha256: string) => findImage(context.db, sha256),
    (sha256) => sha256,
    cacheOptions,
  );
  const findNarrowImage = staleIfError(
    ({ sha256, width }: { sha256: string; width: ImageWidth }) => variants.find(sha256, width),
    ({ sha256, width }) => `${sha256}-${width}`,
    cacheOptions,
  );
  routes.get('/:file', async (c) => {
    const file = c.req.param('file');
    const [, sha256 = '', extension] = /^([0-9a-f]{64})\.(webp|png)$/.exec(file) ?? [];
    const image = sha256 ? await findFullImage(sha256) : null;
    if (image && image.extension === extension) return imageResponse(c, extension, image.bytes);
    const [, narrowSha256 = '', digits] = /^([0-9a-f]{64})-([1-9]\d{2,3})\.webp$/.exec(file) ?? [];
    const width = IMAGE_WIDTHS.find((candidate) => String(candidate) === digits);
    const variant = width ? await findNarrowImage({ sha256: narrowSha256, width }) : null;
    if (!variant) return c.text('Not found', 404);
    return imageResponse(c, 'webp', variant.bytes, variant.isFallback ? 'no-store' : IMMUTABLE);
  });
  return routes;
}
