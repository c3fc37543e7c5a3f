import type { Context as HonoContext } from 'hono';
import { z } from 'zod';

import { AppError } from '#domain/errors.ts';
import { readChunk } from '#server/delivery/upload-routes.ts';

import type { ApiEndpoint } from './define-endpoint.ts';

/** Schema of a body that consists of bytes instead of JSON. The header `Upload-Offset` says where in the file they belong. */
export const FileChunk = z.custom<ReturnType<typeof readChunk>>();

export const takesFileChunk = ({ body }: Pick<ApiEndpoint, 'body'>): boolean => body === FileChunk;

/** Reads what the headers say of a chunk; its bytes are still on their way. Throws AppError. */
export function readFileChunk(c: HonoContext): z.infer<typeof FileChunk> {
  if (!/^application\/octet-stream\b/i.test(c.req.header('content-type') ?? ''))
    throw new AppError('unsupported_media_type');
  return readChunk(c);
}
