import { Hono, type Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

import { deliveryErrorMessages } from '#content/messages/delivery-errors.ts';
import { rpcErrorTitles } from '#content/messages/rpc-errors.ts';
import { UPLOAD_CHUNK_BYTES } from '#domain/deliverable.ts';
import { AppError, getHttpStatus, toErrorBody } from '#domain/errors.ts';
import { isUuid } from '#domain/text.ts';
import { MINUTE_MS } from '#domain/time-units.ts';
import type { Context } from '#server/core/context.ts';
import { siteOf } from '#server/core/site.ts';
import { toAppError } from '#server/http/app-error.ts';
import { enforceRateLimits } from '#server/http/rate-limits.ts';
import { isCompressed } from '#server/http/read-json.ts';
import { addToRequestLog } from '#server/http/request-context.ts';
import { isForeignOrigin } from '#server/http/request-origin.ts';

import { appendToUpload, findActiveUpload } from './uploads.ts';

const OFFSET_HEADER = 'Upload-Offset';

/** Chunks of all uploads of a seller, enough for 80 MB a second. */
const CHUNKS_PER_MINUTE = 600;

/**
 * `PATCH /uploads/{id}`: appends the body, at most 8 MiB, at the header `Upload-Offset`. `GET` returns the offset at which
 * an upload continues. Sellers authenticate as with RPC functions, which start and finish uploads.
 */
export function uploadRoutes(context: Context): Hono {
  const routes = new Hono();
  routes.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
  });
  routes.get('/:id', async (c) => {
    const { received } = await findActiveUpload(context, await authenticateSeller(context, c), readId(c));
    return sendOffset(c, received);
  });
  routes.patch('/:id', async (c) => {
    if (isForeignOrigin(c, siteOf(c, context.sites.mainSite).origin)) throw new AppError('foreign_origin');
    const sellerId = await authenticateSeller(context, c);
    const limit = { key: `upload-chunk:${sellerId}`, limit: CHUNKS_PER_MINUTE, windowMs: MINUTE_MS };
    await enforceRateLimits(context, [limit]);
    return sendOffset(c, await appendToUpload(context, sellerId, readId(c), readChunk(c)));
  });
  routes.all('/:id', () => {
    throw new AppError('method_not_allowed');
  });
  routes.onError((error, c) => {
    const appError = toAppError(error);
    if (appError.code === 'internal') context.log.error({ err: error }, 'upload_failed');
    addToRequestLog({ code: appError.code });
    const { retryAfter } = appError.facts;
    if (typeof retryAfter === 'number') c.header('Retry-After', String(retryAfter));
    const title = rpcErrorTitles['finish-upload'];
    return c.json(toErrorBody(appError, title), getHttpStatus(appError.code) as ContentfulStatusCode);
  });
  return routes;
}

async function authenticateSeller(context: Context, c: HonoContext): Promise<string> {
  const { sellerId } = await context.authenticate(context, c.req.header('authorization') ?? null, 'session');
  return sellerId;
}

function readId(c: HonoContext): string {
  const id = c.req.param('id') ?? '';
  if (!isUuid(id)) throw new AppError('not_found');
  return id;
}

/** Reads the offset and checks the size of a chunk before its bytes arrive. Throws AppError. */
export function readChunk({ req }: HonoContext): { offset: number; body: ReadableStream<Uint8Array> | null } {
  const offset = req.header(OFFSET_HEADER) ?? '';
  if (!/^\d{1,12}$/.test(offset)) {
    const problem = { path: OFFSET_HEADER, code: 'invalid_format', message: deliveryErrorMessages.uploadOffset };
    throw new AppError('invalid_request', { facts: { problems: [problem] } });
  }
  if (isCompressed(req.raw)) throw new AppError('unsupported_media_type');
  if (Number(req.header('content-length') ?? 0) > UPLOAD_CHUNK_BYTES) throw new AppError('body_too_large');
  return { offset: Number(offset), body: req.raw.body };
}

function sendOffset(c: HonoContext, offset: number): Response {
  c.header(OFFSET_HEADER, String(offset));
  return c.json({ offset });
}
