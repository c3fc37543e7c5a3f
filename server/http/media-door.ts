import { Hono, type Context as HonoContext } from 'hono';

import { IMAGE_WIDTHS, type ImageWidth } from '#domain/image.ts';

import type { Context } from '#server/context.ts';
import { orLastWhileAway } from '#server/db/while-away.ts';
import { findImage } from '#server/db/media.ts';
import { imageVariants } from '#server/media/image-variants.ts';

import { PICTURE_CSP } from './security-headers.ts';

const TYPES = { webp: 'image/webp', png: 'image/png' } as const;
/** Cache size for full images, and again for narrow ones. */
const REMEMBERED_BYTES = 16 * 1024 * 1024;
const FOR_EVER = 'public, max-age=31536000, immutable';

function answerOf(
  c: HonoContext,
  extension: keyof typeof TYPES,
  bytes: Uint8Array,
  caching = FOR_EVER,
): Response {
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': TYPES[extension],
    'Cache-Control': caching,
    'Content-Security-Policy': PICTURE_CSP,
    'Content-Disposition': `inline; filename="image.${extension}"`,
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}

/**
 * `/media/<sha256>.<ext>` and `/media/<sha256>-<width>.webp`: immutable bytes addressed by their hash. Only the widths of
 * `IMAGE_WIDTHS` exist.
 */
export function mediaDoor(context: Context): Hono {
  const door = new Hono();
  const variants = imageVariants(context);
  const now = () => context.realNow().getTime();
  const memory = {
    maxBytes: REMEMBERED_BYTES,
    now,
    sizeOf: ({ bytes }: { bytes: Uint8Array }) => bytes.byteLength,
  };
  const findWhole = orLastWhileAway(
    (sha256: string) => findImage(context.db, sha256),
    (sha256) => sha256,
    memory,
  );
  const findNarrow = orLastWhileAway(
    ({ sha256, width }: { sha256: string; width: ImageWidth }) => variants.find(sha256, width),
    ({ sha256, width }) => `${sha256}-${width}`,
    memory,
  );
  door.get('/:file', async (c) => {
    const file = c.req.param('file');
    const [, sha256 = '', extension] = /^([0-9a-f]{64})\.(webp|png)$/.exec(file) ?? [];
    const image = sha256 ? await findWhole(sha256) : null;
    if (image && image.extension === extension) return answerOf(c, extension, image.bytes);
    const [, narrow = '', digits] = /^([0-9a-f]{64})-([1-9]\d{2,3})\.webp$/.exec(file) ?? [];
    const width = IMAGE_WIDTHS.find((one) => String(one) === digits);
    const variant = width ? await findNarrow({ sha256: narrow, width }) : null;
    if (!variant) return c.text('Not found', 404);
    return answerOf(c, 'webp', variant.bytes, variant.standsIn ? 'no-store' : FOR_EVER);
  });
  return door;
}
