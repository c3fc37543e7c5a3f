import { RequestError } from '@hono/node-server';
import type { Logger } from 'pino';

import { NO_SITE, shortResponseHeaders } from '#server/hosts/site-headers.ts';

/** Fallback response for unreadable requests and for errors outside of all routes. */
export const fallbackErrorHandler =
  (log: Logger) =>
  (error: unknown): Response => {
    const isClientError = error instanceof RequestError;
    if (!isClientError) log.error({ err: error }, 'a request failed before any door');
    const text = isClientError
      ? 'This could not be read as a request.'
      : 'Something went wrong on our side. Please try again.';
    const headers = { ...shortResponseHeaders(NO_SITE), 'Content-Type': 'text/plain; charset=utf-8' };
    return new Response(text, { status: isClientError ? 400 : 500, headers });
  };
