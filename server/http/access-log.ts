import { isIP } from 'node:net';

import type { MiddlewareHandler } from 'hono';
import { pino, type DestinationStream, type Logger } from 'pino';

import { withoutApiKeys } from '#server/api/api-key-text.ts';
import { forLog } from '#server/db/failed-query.ts';

import { openLogOutput } from './log-output.ts';
import { loggedPath, redacted } from './redacted.ts';
import { isPeerTrusted } from './peer-address.ts';
import { clientAddress } from './rate-limits.ts';
import { REQUEST_ID, requestIdFrom } from './request-id.ts';
import { duringRequest, requestNow, type RequestTold } from './request-told.ts';

/**
 * JSON logger. Lines written during a request carry its id. It never logs bodies, query strings, tokens, email addresses or
 * full client addresses.
 */
export const openLog = (level: string, to: DestinationStream = openLogOutput()): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      mixin: () => ({ id: requestNow()?.id }),
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
      // Removes secrets that reached a line in any other way.
      hooks: { streamWrite: redacted },
    },
    to,
  );

/** Logged status when the client disconnected before the response. */
const LEFT = 499;

/** Gives each request an id, which the response and every log line about it carry. */
export const accessLog =
  (log: Logger): MiddlewareHandler =>
  async (c, next) => {
    const told: RequestTold = {
      id: requestIdFrom(isPeerTrusted(c) ? c.req.header(REQUEST_ID) : undefined),
    };
    const started = performance.now();
    await duringRequest(told, next);
    c.res.headers.set(REQUEST_ID, told.id);
    const wasLeft = c.res.status >= 500 && c.req.raw.signal.aborted;
    const status = wasLeft ? LEFT : c.res.status;
    const line = {
      id: told.id,
      method: c.req.method,
      path: loggedPath(withoutApiKeys(c.req.path)),
      status,
      ms: Math.round(performance.now() - started),
      from: placeOf(clientAddress(c)),
      user: told.user,
      key: told.key,
      ...(status >= 400 && refusalOf(told, status)),
    };
    if (status >= 500) log.error(line, 'request');
    else log.info(line, 'request');
  };

/** OWASP ASVS 16.3.2: logs denied access with ids of the objects, only for identified callers. */
function refusalOf(
  { code, asked, user, key }: RequestTold,
  status: number,
): Pick<RequestTold, 'code' | 'asked'> {
  const isKnown = user !== undefined || key !== undefined;
  return isKnown && asked && RIGHTS.has(status) ? { code, asked } : { code };
}

/** Statuses that concern the caller's rights or rate, not the content of the request. */
const RIGHTS = new Set([401, 403, 404, 429]);

/** The client's network, which many clients share; undefined without a socket. */
function placeOf(address: string): string | undefined {
  if (isIP(address) === 4) return address.replace(/\d+$/, '0/24');
  const groups = /^((?:[\da-f]+:){3})[\da-f]+::\/64$/.exec(address);
  return groups ? `${groups[1]}:/48` : undefined;
}
