import type { MiddlewareHandler } from 'hono';
import { pino, type DestinationStream, type Logger } from 'pino';

import { withoutApiKeys } from '#server/api/api-key-text.ts';
import { forLog } from '#server/db/failed-query.ts';

import { openLogOutput } from './log-output.ts';
import { loggedPath, redacted } from './redacted.ts';
import { REQUEST_ID, requestIdFrom } from './request-id.ts';

/** JSON lines. Never bodies, query strings, tokens or addresses of people. */
export const openLog = (level: string, to: DestinationStream = openLogOutput()): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => pino.stdSerializers.err(forLog(error) as Error) },
      redact: {
        paths: [
          '*.authorization',
          '*.password',
          '*.token',
          '*.secret',
          'err.config',
          'err.raw',
          'err.headers',
        ],
        remove: true,
      },
      // Whatever else may have got into a line.
      hooks: { streamWrite: redacted },
    },
    to,
  );

/** Of the log alone: who asked went away before there was an answer. */
const LEFT = 499;

/** Gives each request an id, which the answer and every line about it carry. */
export const accessLog =
  (log: Logger): MiddlewareHandler =>
  async (c, next) => {
    const id = requestIdFrom(c.req.header(REQUEST_ID));
    const started = performance.now();
    await next();
    c.res.headers.set(REQUEST_ID, id);
    const wasLeft = c.res.status >= 500 && c.req.raw.signal.aborted;
    const status = wasLeft ? LEFT : c.res.status;
    const line = {
      id,
      method: c.req.method,
      path: loggedPath(withoutApiKeys(c.req.path)),
      status,
      ms: Math.round(performance.now() - started),
    };
    if (status >= 500) log.error(line, 'request');
    else log.info(line, 'request');
  };
