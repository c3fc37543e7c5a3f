import { createHash } from 'node:crypto';

import type { Context as HonoContext } from 'hono';

import type { Context } from '#server/context.ts';

import { apiDocument } from './openapi.ts';

export const DOCUMENT_PATH = '/openapi.json';

/** Serves the OpenAPI document to everyone. It is built at the first request. */
export function createDocumentHandler({ config }: Context): (c: HonoContext) => Response {
  let cachedDocument: { text: string; etag: string } | null = null;
  return (c) => {
    const { text, etag } = (cachedDocument ??= renderDocument(config.appUrl));
    c.header('ETag', etag);
    c.header('Cache-Control', 'public, max-age=300');
    const etags = c.req.header('if-none-match')?.split(',') ?? [];
    if (etags.some((tag) => tag.trim().replace(/^W\//, '') === etag)) return c.body(null, 304);
    return c.body(text, 200, { 'Content-Type': 'application/json; charset=utf-8' });
  };
}

function renderDocument(appUrl: string): { text: string; etag: string } {
  const text = JSON.stringify(apiDocument(appUrl));
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
}
