import { Hono } from 'hono';

import { httpErrorMessages } from '#content/messages/http-errors.ts';
import { isAppError } from '#domain/errors.ts';
import type { Context } from '#server/core/context.ts';
import { staleIfError } from '#server/db/change-driven-cache.ts';
import { IMAGE_CSP } from '#server/http/security-headers.ts';

import { createSocialImageLoader } from './load-social-image.ts';

const IMAGE_FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/;
const IMAGE_HEADERS = {
  'Content-Type': 'image/png',
  'Content-Security-Policy': IMAGE_CSP,
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
const MAX_STALE_BYTES = 16 * 1024 * 1024;
const IMMUTABLE_CACHE = 'public, max-age=31536000, immutable';
const SHORT_CACHE = 'public, max-age=300';
/** Seconds after which a full queue has most likely been processed. */
const RETRY_AFTER_S = '5';

/** `/og/<versionId>.png`: the image that social networks show beside a link to a page. */
export function socialImageRoutes(context: Context): Hono {
  const routes = new Hono();
  const findImage = staleIfError(createSocialImageLoader(context), (versionId) => versionId, {
    maxBytes: MAX_STALE_BYTES,
    now: () => context.realNow().getTime(),
    sizeOf: (image) => (image.kind === 'drawn' ? image.bytes.byteLength : null),
  });
  routes.get('/:file', async (c) => {
    const [, versionId] = IMAGE_FILE.exec(c.req.param('file')) ?? [];
    const image = (versionId && (await findImage(versionId))) || { kind: 'missing' as const };
    switch (image.kind) {
      case 'missing':
        return c.text('Not found', 404);
      case 'moved':
        c.header('Cache-Control', SHORT_CACHE);
        return c.redirect(`/og/${image.versionId}.png`, 302);
      default: {
        const cache = image.kind === 'drawn' ? IMMUTABLE_CACHE : SHORT_CACHE;
        return c.body(new Uint8Array(image.bytes), 200, { ...IMAGE_HEADERS, 'Cache-Control': cache });
      }
    }
  });
  routes.onError((error, c) => {
    if (!isAppError(error) || error.code !== 'unavailable') throw error;
    return c.text(httpErrorMessages.busy, 503, {
      'Retry-After': RETRY_AFTER_S,
      'Cache-Control': 'no-store',
    });
  });
  return routes;
}
