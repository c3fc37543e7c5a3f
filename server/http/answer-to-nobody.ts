import { RequestError } from '@hono/node-server';
import type { Logger } from 'pino';

import { NOWHERE, shortHeadersAt } from '#server/hosts/site-headers.ts';

/** Fallback response for unreadable requests and for errors outside of all routes. */
export const answerToNobody =
  (log: Logger) =>
  (error: unknown): Response => {
    const isTheirs = error instanceof RequestError;
    if (!isTheirs) log.error({ err: error }, 'a request failed before any door');
    const text = isTheirs
      ? 'This could not be read as a request.'
      : 'Something went wrong on our side. Please try again.';
    const headers = { ...shortHeadersAt(NOWHERE), 'Content-Type': 'text/plain; charset=utf-8' };
    return new Response(text, { status: isTheirs ? 400 : 500, headers });
  };
