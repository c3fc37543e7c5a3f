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
 * JSON lines; each that is written while a request is answered has its id. Never bodies, query strings, tokens, addresses
 * of mail, or whole addresses on the network.
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

/** OWASP ASVS 16.3.2: who was refused what; ids of things alone, and only where it is known who asked. */
function refusalOf(
  { code, asked, user, key }: RequestTold,
  status: number,
): Pick<RequestTold, 'code' | 'asked'> {
  const isKnown = user !== undefined || key !== undefined;
  return isKnown && asked && RIGHTS.has(status) ? { code, asked } : { code };
}

/** Where nothing is wrong with what was asked, but with who asks for it, or how often. */
const RIGHTS = new Set([401, 403, 404, 429]);

/** The network that somebody is in, which many share; undefined without a socket. */
function placeOf(address: string): string | undefined {
  if (isIP(address) === 4) return address.replace(/\d+$/, '0/24');
  const groups = /^((?:[\da-f]+:){3})[\da-f]+::\/64$/.exec(address);
  return groups ? `${groups[1]}:/48` : undefined;
}
