import type { ServerResponse } from 'node:http';
import { isIP } from 'node:net';

import type { Context as Call, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

import { redactApiKeys } from '#server/core/api-key-format.ts';

import { redactPath } from './log.ts';
import { isPeerTrusted } from './peer-address.ts';
import { clientAddress } from './rate-limits.ts';
import { REQUEST_ID_HEADER, requestIdOf, runWithRequest, type RequestLogContext } from './request-context.ts';

/** Logged status when the client disconnected before the response. */
const CLIENT_CLOSED_REQUEST = 499;

/** Gives each request an id, which the response and every log line about it carry. */
export const accessLog =
  (log: Logger): MiddlewareHandler =>
  async (c, next) => {
    const requestContext: RequestLogContext = {
      id: requestIdOf(isPeerTrusted(c) ? c.req.header(REQUEST_ID_HEADER) : undefined),
      network: networkOf(clientAddress(c)),
      disconnect: disconnectOf(c),
    };
    const started = performance.now();
    await runWithRequest(requestContext, next);
    c.res.headers.set(REQUEST_ID_HEADER, requestContext.id);
    const isClientGone = c.res.status >= 500 && c.req.raw.signal.aborted;
    const status = isClientGone ? CLIENT_CLOSED_REQUEST : c.res.status;
    const line = {
      id: requestContext.id,
      method: c.req.method,
      path: redactPath(redactApiKeys(c.req.path)),
      status,
      ms: Math.round(performance.now() - started),
      from: requestContext.network,
      user: requestContext.user,
      key: requestContext.key,
      ...(status >= 400 && refusalFields(requestContext, status)),
    };
    if (status >= 500) log.error(line, 'request');
    else log.info(line, 'request');
  };

/** OWASP ASVS 16.3.2: logs denied access with ids of the objects, only for identified callers. */
function refusalFields(
  { code, objectIds, user, key }: RequestLogContext,
  status: number,
): Pick<RequestLogContext, 'code' | 'objectIds'> {
  const isIdentified = user !== undefined || key !== undefined;
  return isIdentified && objectIds && ACCESS_STATUSES.has(status) ? { code, objectIds } : { code };
}

function disconnectOf({ env }: Call): (() => void) | undefined {
  const { outgoing } = (env ?? {}) as { outgoing?: ServerResponse };
  return outgoing && (() => void outgoing.destroy());
}

/** Statuses that concern the caller's rights or rate, not the content of the request. */
const ACCESS_STATUSES = new Set([401, 403, 404, 429]);

/** The client's network, which many clients share; undefined without a socket. */
function networkOf(address: string): string | undefined {
  if (isIP(address) === 4) return address.replace(/\d+$/, '0/24');
  const groups = /^((?:[\da-f]+:){3})[\da-f]+::\/64$/.exec(address);
  return groups ? `${groups[1]}:/48` : undefined;
}
