import { createHash } from 'node:crypto';

import type { Context as Call } from 'hono';

import type { Context } from '#server/context.ts';

import { apiDocument } from './openapi.ts';

export const DOCUMENT_PATH = '/openapi.json';

/** Serves the OpenAPI document to everyone. It is built at the first request. */
export function documentDoor({ config }: Context): (c: Call) => Response {
  let kept: { text: string; etag: string } | null = null;
  return (c) => {
    const { text, etag } = (kept ??= drawnUp(config.appUrl));
    c.header('ETag', etag);
    c.header('Cache-Control', 'public, max-age=300');
    const known = c.req.header('if-none-match')?.split(',') ?? [];
    if (known.some((tag) => tag.trim().replace(/^W\//, '') === etag)) return c.body(null, 304);
    return c.body(text, 200, { 'Content-Type': 'application/json; charset=utf-8' });
  };
}

function drawnUp(appUrl: string): { text: string; etag: string } {
  const text = JSON.stringify(apiDocument(appUrl));
  return { text, etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` };
}
