import { RequestError } from '@hono/node-server';
import type { Logger } from 'pino';

import { API_CSP, commonHeaders } from './security-headers.ts';

/** What is answered where no door could be asked: to what is no request of any address of ours, or when all else failed. */
export const answerToNobody =
  (log: Logger, origin: string) =>
  (error: unknown): Response => {
    const isTheirs = error instanceof RequestError;
    if (!isTheirs) log.error({ err: error }, 'a request failed before any door');
    const text = isTheirs
      ? 'This could not be read as a request.'
      : 'Something went wrong on our side. Please try again.';
    const headers = {
      ...commonHeaders(origin),
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': API_CSP,
    };
    return new Response(text, { status: isTheirs ? 400 : 500, headers });
  };
