import { Hono } from 'hono';

import { isShopError } from '#domain/errors.ts';
import type { Context } from '#server/context.ts';

import { orLastWhileAway } from '#server/db/while-away.ts';
import { PICTURE_CSP } from '#server/http/security-headers.ts';
import { openSocialImages } from './social-images.ts';

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/;
const IMAGE_HEADERS = {
  'Content-Type': 'image/png',
  'Content-Security-Policy': PICTURE_CSP,
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
const REMEMBERED_BYTES = 16 * 1024 * 1024;
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_A_WHILE = 'public, max-age=300';
/** Seconds after which a full queue has most likely been processed. */
const RETRY_AFTER = '5';

/** `/og/<versionId>.png`: the image that social networks show beside a link to a page. */
export function socialDoor(context: Context): Hono {
  const door = new Hono();
  const socialImage = orLastWhileAway(openSocialImages(context), (versionId) => versionId, {
    maxBytes: REMEMBERED_BYTES,
    now: () => context.realNow().getTime(),
    sizeOf: (image) => (image.kind === 'drawn' ? image.bytes.byteLength : null),
  });
  door.get('/:file', async (c) => {
    const [, versionId] = FILE.exec(c.req.param('file')) ?? [];
    const image = (versionId && (await socialImage(versionId))) || { kind: 'missing' as const };
    switch (image.kind) {
      case 'missing':
        return c.text('Not found', 404);
      case 'moved':
        c.header('Cache-Control', FOR_A_WHILE);
        return c.redirect(`/og/${image.versionId}.png`, 302);
      default: {
        const cache = image.kind === 'drawn' ? FOR_EVER : FOR_A_WHILE;
        return c.body(new Uint8Array(image.bytes), 200, { ...IMAGE_HEADERS, 'Cache-Control': cache });
      }
    }
  });
  door.onError((error, c) => {
    if (!isShopError(error) || error.code !== 'unavailable') throw error;
    return c.text('Too busy to draw. Please try again.', 503, {
      'Retry-After': RETRY_AFTER,
      'Cache-Control': 'no-store',
    });
  });
  return door;
}
