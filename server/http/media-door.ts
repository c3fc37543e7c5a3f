import { Hono } from 'hono';

import type { Context } from '#server/context.ts';
import { findImage } from '#server/db/media.ts';

const TYPES = { webp: 'image/webp', png: 'image/png' } as const;

/** `/media/<sha256>.<ext>`: bytes that never change under an address that says so. */
export function mediaDoor(context: Context): Hono {
  const door = new Hono();
  door.get('/:file', async (c) => {
    const [, sha256 = '', extension = ''] = /^([0-9a-f]{64})\.(webp|png)$/.exec(c.req.param('file')) ?? [];
    const image = sha256 ? await findImage(context.db, sha256) : null;
    if (!image || image.extension !== extension) return c.text('Not found', 404);
    return c.body(new Uint8Array(image.bytes), 200, {
      'Content-Type': TYPES[image.extension],
      'Cache-Control': 'public, max-age=31536000, immutable',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Content-Disposition': `inline; filename="image.${extension}"`,
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
  });
  return door;
}
